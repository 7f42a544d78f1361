// SPDX-License-Identifier: Apache-2.0
/**
 * What the server tells about itself.
 *
 * <ul>
 *   <li>{@link dev.zephyr.server.observe.Observation}: all of what follows, as a server has it
 *   <li>Events in: {@code ConnectionMetrics} and {@code WorkerMetrics} are told what happens
 *   <li>Shards: each thread counts in its own {@code Shard}; {@code Shards} sums them
 *   <li>Exposition: {@code MetricsPage} asks every {@code MetricSource} to write what the tables
 *       ({@code Metric}) describe, as text ({@code Exposition})
 *   <li>Access log: {@code AccessLog} makes an {@code AccessLine} per request on the event loop,
 *       hands it over by a {@code LogRing}, and {@code LogWriter} writes it to the {@code
 *       LogTarget}
 *   <li>{@link dev.zephyr.server.observe.Logs}: the log, lines for people or JSON for machines
 * </ul>
 */
@NullMarked
package dev.zephyr.server.observe;

import org.jspecify.annotations.NullMarked;
