// SPDX-License-Identifier: Apache-2.0
//! Notes in the key/value store, as a typed JSON interface:
//! GET lists them, POST adds one; with `?id=`, GET, PUT and DELETE are about that one.

const std = @import("std");
const wws = @import("wws");

const Note = struct { title: []const u8, done: bool = false };
const Stored = struct { id: []const u8, title: []const u8, done: bool };

const next_id = "next-id";
const notes_max = 1000;

fn handle(context: *wws.Context) !wws.Response {
    const id = try context.request.query("id");
    return switch (context.request.knownMethod() orelse return notAllowed()) {
        .GET, .HEAD => if (id) |wanted| read(context, wanted) else list(context),
        .POST => create(context),
        .PUT => update(context, id orelse return problem(context, 400, "which id?")),
        .DELETE => remove(context, id orelse return problem(context, 400, "which id?")),
        else => notAllowed(),
    };
}

fn list(context: *wws.Context) !wws.Response {
    const notes = try context.allocator.alloc(Stored, context.kv.count());
    var used: usize = 0;
    var items = context.kv.iterate();
    while (items.next()) |item| {
        const id = idOf(item.key) orelse continue;
        const note = try parse(context, item.value);
        notes[used] = .{ .id = id, .title = note.title, .done = note.done };
        used += 1;
    }
    return context.json(notes[0..used]);
}

fn create(context: *wws.Context) !wws.Response {
    const note = context.request.json(Note) catch |err| return refused(context, err);
    if (context.kv.count() > notes_max) return problem(context, 409, "too many notes");
    const id = try context.print("{d}", .{try context.kv.increment(next_id, 1)});
    try store(context, id, note);
    var response = (try answer(context, id, note)).withStatus(.created);
    try response.setHeader(context.allocator, "location", try context.print("?id={s}", .{id}));
    return response;
}

fn read(context: *wws.Context, id: []const u8) !wws.Response {
    const text = context.kv.get(try keyOf(context, id)) orelse return problem(context, 404, "no such note");
    return answer(context, id, try parse(context, text));
}

fn update(context: *wws.Context, id: []const u8) !wws.Response {
    const note = context.request.json(Note) catch |err| return refused(context, err);
    if (context.kv.get(try keyOf(context, id)) == null) return problem(context, 404, "no such note");
    try store(context, id, note);
    return answer(context, id, note);
}

fn remove(context: *wws.Context, id: []const u8) !wws.Response {
    if (!context.kv.delete(try keyOf(context, id))) return problem(context, 404, "no such note");
    return .{ .status = 204 };
}

fn store(context: *wws.Context, id: []const u8, note: Note) !void {
    try context.kv.put(try keyOf(context, id), (try context.json(note)).data);
}

fn parse(context: *wws.Context, text: []const u8) !Note {
    return std.json.parseFromSliceLeaky(Note, context.allocator, text, .{ .ignore_unknown_fields = true });
}

fn answer(context: *wws.Context, id: []const u8, note: Note) !wws.Response {
    return context.json(Stored{ .id = id, .title = note.title, .done = note.done });
}

fn keyOf(context: *wws.Context, id: []const u8) ![]const u8 {
    return context.print("note-{s}", .{id});
}

fn idOf(key: []const u8) ?[]const u8 {
    return if (std.mem.startsWith(u8, key, "note-")) key["note-".len..] else null;
}

fn refused(context: *wws.Context, err: anyerror) !wws.Response {
    return if (err == error.OutOfMemory) err else problem(context, 400, "expected {\"title\": text, \"done\": true or false}");
}

fn problem(context: *wws.Context, status: u16, message: []const u8) !wws.Response {
    return (try context.json(.{ .problem = message })).withStatus(status);
}

fn notAllowed() wws.Response {
    return wws.Response.text("GET, POST, PUT or DELETE.\n").withStatus(.method_not_allowed);
}

pub fn main() void {
    wws.serve(handle);
}
