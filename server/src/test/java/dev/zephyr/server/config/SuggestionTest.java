// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {

    private static final List<String> KNOWN = List.of("port", "prefix", "timeout", "cors");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "Port, port",
        "por, port",
        "ports, port",
        "time_out, timeout",
        "prefx, prefix",
        "corse, cors"
    })
    void nearWordIsSuggested(String word, String suggestion) {
        assertThat(Suggestion.of(word, KNOWN)).contains(suggestion);
    }

    @Test
    void farWordIsNot() {
        assertThat(Suggestion.of("verbose", KNOWN)).isEmpty();
        assertThat(Suggestion.of("p".repeat(10_000), KNOWN)).isEmpty();
        assertThat(Suggestion.of("port", List.of())).isEmpty();
    }
}
