// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.List;
import java.util.Random;

/** Texts that a store may stumble over. */
final class Texts {

    private Texts() {}

    static List<String> strange() {
        return List.of(
                "",
                " ",
                "\0",
                "a\0b",
                "\0\0",
                "\ud800",
                "\udc00",
                "\udc00\ud800",
                "a\ud83d",
                "\ude00b",
                "\ud83d\ude00",
                "\uffff",
                "\ufffd",
                "\ufeff",
                "\u0001\u001f\u007f\u0080\u009f",
                "é",
                "e\u0301",
                "ß",
                "İ",
                "{}",
                "{a}b",
                "a}b{",
                "*",
                "%",
                "_",
                "?",
                "[a-z]",
                "'",
                "\"",
                "\\",
                "\\u0000",
                "\\x00",
                "'; drop table entry; --",
                "$1",
                ":a",
                "null",
                "a\tb\r\nc",
                "a",
                "A",
                "a ",
                "x".repeat(300),
                "€".repeat(300));
    }

    /** Any code units, more often than not those where encodings differ. */
    static String random(Random random, int lengthMax) {
        int length = random.nextInt(lengthMax);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(
                    (char)
                            switch (random.nextInt(4)) {
                                case 0 -> random.nextInt(0x80);
                                case 1 -> random.nextInt(0x800);
                                case 2 -> 0xd800 + random.nextInt(0x800);
                                default -> random.nextInt(0x10000);
                            });
        }
        return text.toString();
    }
}
