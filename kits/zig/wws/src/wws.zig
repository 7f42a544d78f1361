// SPDX-License-Identifier: Apache-2.0
//! Zephyr Workers for Zig: a worker is a program that reads one request from standard input and writes one
//! response to standard output.
//!
//! Either `serve` a handler, or call the three steps yourself: `parseStream`, your code, `writeResponse`.

const parse = @import("parse.zig");
const pairs = @import("pairs.zig");
const response = @import("response.zig");
const routing = @import("router.zig");
const serving = @import("serve.zig");

pub const BufferFirstAllocator = @import("buffer_first.zig").BufferFirstAllocator;
pub const Cache = @import("cache.zig").Cache;
pub const Context = serving.Context;
pub const Diagnostics = parse.Diagnostics;
pub const Pair = pairs.Pair;
pub const Pairs = pairs.Pairs;
pub const ParseError = parse.ParseError;
pub const ParseOptions = parse.ParseOptions;
pub const Parsed = parse.Parsed;
pub const Reader = @import("reader.zig").Reader;
pub const Request = @import("request.zig").Request;
pub const Response = response.Response;
pub const ResponseError = response.ResponseError;
pub const Stdout = @import("stdio.zig").Stdout;

pub const allocator = @import("bump.zig").allocator;
pub const bufferedStdout = @import("stdio.zig").bufferedStdout;
pub const decode = @import("url.zig").decode;
pub const entry = serving.entry;
pub const env = @import("env.zig").env;
pub const http = @import("http.zig");
pub const logFn = serving.logFn;
pub const openMounted = @import("mount.zig").openMounted;
pub const panic = serving.panic;
pub const parseStream = parse.parseStream;
pub const reader = @import("reader.zig").reader;
pub const Route = routing.Route;
pub const Router = routing.Router;
pub const delete = routing.delete;
pub const get = routing.get;
pub const patch = routing.patch;
pub const post = routing.post;
pub const put = routing.put;
pub const route = routing.route;
pub const serve = serving.serve;
pub const serveWith = serving.serveWith;
pub const testing = @import("testing.zig");
pub const writeResponse = response.writeResponse;
