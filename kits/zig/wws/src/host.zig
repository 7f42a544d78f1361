// SPDX-License-Identifier: Apache-2.0
//! What a native test gives in place of the host. Never used in a worker.

const Pairs = @import("pairs.zig").Pairs;

/// Variables.
pub var vars: Pairs = .{};

/// Mounted files: guest path and content.
pub var files: Pairs = .{};
