// SPDX-License-Identifier: Apache-2.0
//! A reader of any kind behind one type.

const compat = @import("compat.zig");
const stdio = @import("stdio.zig");

pub const Reader = struct {
    context: *anyopaque,
    readFn: *const fn (context: *anyopaque, buffer: []u8) error{ReadFailed}!usize,

    pub const stdin = Reader{ .context = undefined, .readFn = readStdin };

    pub fn read(self: Reader, buffer: []u8) error{ReadFailed}!usize {
        return self.readFn(self.context, buffer);
    }

    fn readStdin(_: *anyopaque, buffer: []u8) error{ReadFailed}!usize {
        return stdio.read(buffer);
    }
};

/// Makes `Input.reader` of a pointer to anything with `read(buffer)`, or of a `*std.Io.Reader`.
/// The reader must outlive the call of `parseStream`.
pub fn reader(pointer: anytype) Reader {
    const Pointer = @TypeOf(pointer);
    const Functions = struct {
        fn read(context: *anyopaque, buffer: []u8) error{ReadFailed}!usize {
            const original: Pointer = @ptrCast(@alignCast(context));
            return compat.readSome(original, buffer) catch error.ReadFailed;
        }
    };
    return .{ .context = @ptrCast(pointer), .readFn = Functions.read };
}
