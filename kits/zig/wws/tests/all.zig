// SPDX-License-Identifier: Apache-2.0
//! Every test of the runtime, run natively by `zig build test`.

test {
    _ = @import("cache_test.zig");
    _ = @import("parse_test.zig");
    _ = @import("request_test.zig");
    _ = @import("response_test.zig");
    _ = @import("router_test.zig");
    _ = @import("serve_test.zig");
}
