// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "a a",
                "a/b a/b",
                "./a/b a/b",
                "/a/b a/b",
                "* a.js",
                "*.js a.js",
                "*.js .js",
                "a*c abc",
                "$.js a.js",
                "? x",
                "** a/b/c",
                "**/c c",
                "**/c a/b/c",
                "a/** a",
                "a/** a/b/c",
                "a/**/c a/c",
                "a/**/c a/b/b/c",
                "**/a/** x/a/y",
                "**/a/** a",
                "[ab] b",
                "[a-c]x bx",
                "[!ab] c",
                "[!a-c] d",
                "[-a] -",
                "[a-] -",
                "[]] ]",
                "[\\]] ]",
                "[&&a] &",
                "{a,b} a",
                "{a,b} b",
                "{a,b/**}/c b/x/c",
                "{a,{b,c}} c",
                "{,a}b b",
                "<a> aaa",
                "<ab:2> abab",
                "<a:1,> aa",
                "<a:0,3> aaa",
                "<a/:0,2>b a/a/b",
                "<{a,b}:2> ab",
                "(?i)a A",
                "(?i)a(?-i)b Ab",
                "a\\*b a*b",
                "a.b a.b",
                "a+(b) a+(b)",
                "h\u00e9 h\u00e9",
            })
    void fits(String glob, String path) {
        assertThat(valid(glob).matches(path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "a b",
                "a a/b",
                "a x/a",
                "* a/b",
                "*.js x/a.js",
                "? /",
                "? ab",
                "a/** ab",
                "**/c xc",
                "a/**/c abc",
                "[!a] /",
                "[ab] ab",
                "{a,b} c",
                "<ab:2> ab",
                "<a:0,3> aaaa",
                "a A",
                "(?i)a(?-i)b AB",
                "a\\*b axb",
                "a.b axb",
                "'' a",
            })
    void doesNotFit(String glob, String path) {
        assertThat(valid(glob).matches(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "[a",
                "[b-a]",
                "{a",
                "{a,{b}",
                "<a",
                "<a:",
                "<a:x>",
                "<a:3,1>",
                "<a:1,2,3>",
                "<a:5000>",
                "a**",
                "**a",
                "***",
                "a/b**/c",
                "\\",
                "{{{{{{{{{{{{{{{{{a}}}}}}}}}}}}}}}}}"
            })
    void malformedPatternIsRefusedWithAReason(String glob) {
        assertThat(Glob.parse(glob)).isInstanceOf(Glob.Parsed.Invalid.class);
        assertThat(((Glob.Parsed.Invalid) Glob.parse(glob)).reason()).isNotBlank();
    }

    private static Glob valid(String glob) {
        return ((Glob.Parsed.Valid) Glob.parse(glob)).glob();
    }
}
