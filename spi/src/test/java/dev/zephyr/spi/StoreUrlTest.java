// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {

    @ParameterizedTest
    @CsvSource({
        "memory:,memory:",
        "file:/a/b?sync=off,file:/a/b?sync=off",
        "postgresql://u:secret@h:1/d,postgresql://u:***@h:1/d",
        "postgresql://u:se@cr:et@h/d?x=1,postgresql://u:***@h/d?x=1",
        "postgresql://u@h/d?password=secret&x=1,postgresql://u@h/d?password=***&x=1",
        "postgresql://u@h/d?sslPassword=secret#x,postgresql://u@h/d?sslPassword=***#x",
        "redis://:secret@h,redis://:***@h",
        "rediss://u:@h/0,rediss://u:***@h/0"
    })
    void isShownWithoutSecrets(String text, String shown) {
        assertThat(StoreUrl.parse(text)).hasToString(shown);
        assertThat(StoreUrl.parse(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", ":secret", "/secret:a", "1a:secret", "a b:secret"})
    void missingSchemeIsRefusedWithoutShowingTheText(String text) {
        assertThatThrownBy(() -> StoreUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no scheme")
                .hasMessageNotContaining("secret");
    }

    @Test
    void partsAreFound() {
        StoreUrl url = StoreUrl.parse("FILE:/a b/c?sync=interval&x&y=%20+&=z");
        assertThat(url.scheme()).isEqualTo("file");
        assertThat(url.address()).isEqualTo("/a b/c");
        assertThat(url.parameters()).isEqualTo(Map.of("sync", "interval", "x", "", "y", " +"));
    }
}
