// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContentDispositionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a b.txt | inline; filename=\"a b.txt\"",
                "h\u00e9.txt | inline; filename=\"h_.txt\"; filename*=UTF-8''h%C3%A9.txt",
                "q\"\\.txt | inline; filename=\"q\\\"\\\\.txt\"",
                "\u4f60 %'.txt | inline; filename=\"_ %'.txt\"; filename*=UTF-8''%E4%BD%A0%20%25%27.txt",
            })
    void nameIsQuotedAndGivenExactlyWhereItMustBe(String name, String expected) {
        assertThat(new ContentDisposition(ContentDisposition.Type.INLINE, name).format())
                .isEqualTo(expected);
    }
}
