// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;

/**
 * What the server is: versions, routes, threads and limits. Of the settings only limits are told,
 * so no secret can be among them. Immutable.
 */
public final class InfoPage {

    private final Response response;

    /**
     * The page, which stays the same as long as the server runs.
     *
     * @param version of the program
     */
    public InfoPage(ServerConfig config, Observation.Watched watched, String version) {
        StringBuilder json = new StringBuilder("{\"version\":");
        JsonText.quote(json, version);
        json.append(",\"jdk\":");
        JsonText.quote(json, Runtime.version().toString());
        json.append(",\"os\":");
        JsonText.quote(json, System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        json.append(",\"event_loops\":").append(watched.loops());
        json.append(",\"worker_threads\":").append(watched.threads());
        json.append(",\"routes\":[");
        String separator = "";
        for (String route : watched.routes()) {
            json.append(separator);
            JsonText.quote(json, route);
            separator = ",";
        }
        json.append("],\"limits\":{\"queue_max\":").append(config.workers().queueMax());
        json.append(",\"run\":");
        limits(json, config.workers().limits());
        json.append(",\"connection\":");
        limits(json, config.network().limits());
        json.append("}}\n");
        response =
                new Response(
                        200,
                        HeaderBlock.of(
                                "Content-Type", "application/json", "Cache-Control", "no-store"),
                        new Body.Bytes(json.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** The answer. */
    public Response response() {
        return response;
    }

    /** Every component of a record of limits. */
    private static void limits(StringBuilder json, Record limits) {
        char separator = '{';
        for (RecordComponent limit : limits.getClass().getRecordComponents()) {
            json.append(separator);
            JsonText.quote(json, limit.getName());
            json.append(':');
            try {
                Object value = limit.getAccessor().invoke(limits);
                if (value instanceof Number) {
                    json.append(value);
                } else {
                    JsonText.quote(json, String.valueOf(value));
                }
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
            separator = ',';
        }
        json.append('}');
    }
}
