// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");

const document =
    \\{"url":"http://localhost/a?b=1","method":"PROPFIND","headers":{"host":"localhost"},"body":"x\ny","kv":{"k":"1"},"params":{"id":"7"}}
;

test "a request is parsed with the caller's allocator" {
    const parsed = try wws.parseStream(std.testing.allocator, .{ .input = .{ .bytes = document } });
    defer parsed.deinit();
    const request = parsed.value;
    try std.testing.expectEqualStrings("PROPFIND", request.method);
    try std.testing.expectEqualStrings("localhost", request.header("Host").?);
    try std.testing.expectEqualStrings("x\ny", request.body);
    try std.testing.expectEqualStrings("7", request.param("id").?);
    try std.testing.expectEqualStrings("1", request.kv.get("k").?);
}
