// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EntityTagTest {

    private static final EntityTag STRONG = EntityTag.strong("E");
    private static final EntityTag WEAK = new EntityTag("E", true);

    @ParameterizedTest
    @ValueSource(strings = {"\"E\"", "W/\"E\"", "\"\"", "\"a,b\"", "\"\u00fc\""})
    void formattedTagIsReadBack(String text) {
        EntityTag tag = EntityTag.parse(text);
        assertThat(tag).isNotNull();
        assertThat(tag == null ? "" : tag.format()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "E", "\"", "\"E", "E\"", "w/\"E\"", "W/E", "W/", "\"a\"b", "\"a b\""})
    void anythingElseIsNoTag(String text) {
        assertThat(EntityTag.parse(text)).isNull();
    }

    @Test
    void comparisonFollowsTheTableOfTheStandard() {
        assertThat(WEAK.strongEquals(WEAK)).isFalse();
        assertThat(WEAK.strongEquals(STRONG)).isFalse();
        assertThat(STRONG.strongEquals(STRONG)).isTrue();
        assertThat(WEAK.weakEquals(WEAK)).isTrue();
        assertThat(WEAK.weakEquals(STRONG)).isTrue();
        assertThat(STRONG.weakEquals(EntityTag.strong("F"))).isFalse();
    }

    @Test
    void listHoldsItsTagsAndSkipsWhatIsNone() {
        assertThat(EntityTagList.parse("\"x\", zzz, W/\"E\" ,, \"y\"junk, \"a,b\"").tags())
                .containsExactly(
                        EntityTag.strong("x"), new EntityTag("E", true), EntityTag.strong("a,b"));
    }

    @Test
    void starStandsAloneOrIsNoTag() {
        assertThat(EntityTagList.parse(" * ").any()).isTrue();
        assertThat(EntityTagList.parse("*, \"E\"").any()).isFalse();
        assertThat(EntityTagList.parse("*, \"E\"").tags()).isEqualTo(List.of(STRONG));
    }
}
