// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** The methods that are told apart, so that no client can make as many labels as it likes. */
enum RequestMethod {
    GET,
    HEAD,
    POST,
    PUT,
    PATCH,
    DELETE,
    OPTIONS,
    CONNECT,
    TRACE,
    OTHER;

    private static final RequestMethod[] ALL = values();

    static int count() {
        return ALL.length;
    }

    static RequestMethod of(String method) {
        return switch (method) {
            case "GET" -> GET;
            case "HEAD" -> HEAD;
            case "POST" -> POST;
            case "PUT" -> PUT;
            case "PATCH" -> PATCH;
            case "DELETE" -> DELETE;
            case "OPTIONS" -> OPTIONS;
            case "CONNECT" -> CONNECT;
            case "TRACE" -> TRACE;
            default -> OTHER;
        };
    }

    static RequestMethod at(int index) {
        return ALL[index];
    }

    /** As the semantic conventions want it. */
    String label() {
        return this == OTHER ? "_OTHER" : name();
    }
}
