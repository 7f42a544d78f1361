// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** What is counted about connections, requests and files. Immutable. */
enum ConnectionMetric implements Metric {
    REQUESTS(
            "http_server_requests",
            Type.COUNTER,
            Unit.NONE,
            "Requests that were answered, by method, class of the status and what answered.",
            "More traffic; a rise of 5xx alone: look at wws_worker_runs_total by outcome."),
    REQUEST_DURATION(
            "http_server_request_duration",
            Type.HISTOGRAM,
            Unit.SECONDS,
            "From the last byte of a request to the last byte of its answer, by what answered.",
            "Slow clients lengthen it too; compare with wws_worker_run_duration_seconds and"
                    + " wws_event_loop_lag_seconds."),
    ACTIVE_REQUESTS(
            "http_server_active_requests",
            Type.GAUGE,
            Unit.NONE,
            "Requests that are being answered.",
            "Work comes faster than it is done: see wws_worker_queue_duration_seconds."),
    REFUSED_REQUESTS(
            "wws_http_refused_requests",
            Type.COUNTER,
            Unit.NONE,
            "Requests that the connection refused before anything else saw them, by status.",
            "400: broken or hostile clients; 408, 413, 431: see the limits; 503: raise them."),
    RECEIVED(
            "wws_http_received",
            Type.COUNTER,
            Unit.BYTES,
            "Heads and contents of requests, by what answered.",
            "More or larger uploads."),
    SENT(
            "wws_http_sent",
            Type.COUNTER,
            Unit.BYTES,
            "Heads and contents of answers, by what answered.",
            "More or larger answers; compare with the capacity of the network."),
    CUT_ANSWERS(
            "wws_http_cut_answers",
            Type.COUNTER,
            Unit.NONE,
            "Answers that did not reach their client whole.",
            "Clients give up: answers are slow or the network loses them."),
    OPEN_CONNECTIONS(
            "wws_connections_open",
            Type.GAUGE,
            Unit.NONE,
            "Connections that are open now.",
            "Near the limit of connections the next are refused."),
    ACCEPTED_CONNECTIONS(
            "wws_connections_accepted",
            Type.COUNTER,
            Unit.NONE,
            "Connections that were accepted.",
            "Faster than requests: clients don't keep connections."),
    REFUSED_CONNECTIONS(
            "wws_connections_refused",
            Type.COUNTER,
            Unit.NONE,
            "Connections beyond the limit.",
            "Raise the limit of connections, or find who opens so many."),
    TIMEOUTS(
            "wws_connection_timeouts",
            Type.COUNTER,
            Unit.NONE,
            "Connections that a limit of time has ended, by limit.",
            "idle is normal; head and body: slow or hostile clients; write_stall: clients that"
                    + " don't read."),
    LOOP_LAG(
            "wws_event_loop_lag",
            Type.HISTOGRAM,
            Unit.SECONDS,
            "How late the event loops come to their clock, measured twice a second or more.",
            "The loops are short of processor time: more --event-loops, or fewer --threads."),
    FILE_LOOKUPS(
            "wws_file_lookups",
            Type.COUNTER,
            Unit.NONE,
            "Answers with files, by whether the file was known (hit) or the disk was asked (miss).",
            "Misses: more files are asked for than the cache keeps, or they change often."),
    FILE_SENT(
            "wws_file_sent",
            Type.COUNTER,
            Unit.BYTES,
            "Bytes of answers with files, by whether they came from memory or from the disk.",
            "disk: popular files are larger than the cache takes."),
    FILE_NOT_MODIFIED(
            "wws_file_not_modified",
            Type.COUNTER,
            Unit.NONE,
            "Answers 304 to requests for files: the client has the file already.",
            "Good; longer caching by clients would save these requests too."),
    FILE_PARTIAL(
            "wws_file_partial",
            Type.COUNTER,
            Unit.NONE,
            "Answers 206 with parts of files.",
            "Players and resumed downloads.");

    private final Description description;

    ConnectionMetric(String stem, Type type, Unit unit, String meaning, String whenItRises) {
        description = new Description(stem, type, unit, meaning, whenItRises);
    }

    @Override
    public Description description() {
        return description;
    }
}
