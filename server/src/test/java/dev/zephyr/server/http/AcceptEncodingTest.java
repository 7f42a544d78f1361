// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptEncodingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                | 0 | 0 | 0 | 1",
                "gzip                              | 0 | 0 | 1000 | 1",
                "gzip, deflate, br, zstd           | 1000 | 1000 | 1000 | 1",
                "GZIP ; q=0.5 ,br;Q=0.25           | 250 | 0 | 500 | 1",
                "gzip;q=0, br;q=0.5, *;q=0         | 500 | 0 | 0 | 0",
                "identity;q=0                      | 0 | 0 | 0 | 0",
                "*;q=0                             | 0 | 0 | 0 | 0",
                "*                                 | 1000 | 1000 | 1000 | 1",
                "*;q=0, identity;q=0.1             | 0 | 0 | 0 | 100",
                "x-gzip                            | 0 | 0 | 1000 | 1",
                "gzip;q=1.000, br;q=0.001          | 1 | 0 | 1000 | 1",
                "gzip;q=1.001                      | 0 | 0 | 0 | 1",
                "gzip;q=2                          | 0 | 0 | 0 | 1",
                "gzip;q=0.1234                     | 0 | 0 | 0 | 1",
                "gzip;q=                           | 0 | 0 | 0 | 1",
                "gzip;q=-1                         | 0 | 0 | 0 | 1",
                "gzipped, gzi, brr                 | 0 | 0 | 0 | 1",
                "',,, gzip ,,'                     | 0 | 0 | 1000 | 1",
                "gzip;q=0.                         | 0 | 0 | 0 | 1",
            })
    void weightsAreRead(String value, int brotli, int zstd, int gzip, int identity) {
        assertThat(AcceptEncoding.parse(value))
                .isEqualTo(new AcceptEncoding(brotli, zstd, gzip, identity));
    }

    @Test
    void absentFieldWantsNoCoding() {
        assertThat(AcceptEncoding.parse(null).weight(ContentCoding.IDENTITY)).isEqualTo(1000);
        assertThat(AcceptEncoding.parse(null).weight(ContentCoding.GZIP)).isZero();
    }
}
