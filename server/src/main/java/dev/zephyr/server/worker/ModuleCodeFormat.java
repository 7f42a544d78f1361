// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.ModuleCode.Summary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiled code as bytes: a magic number, the SHA-256 of the rest, the rest. Its version is part of
 * the magic number.
 */
final class ModuleCodeFormat {

    private static final byte[] MAGIC = {'w', 'w', 's', 'c', 'o', 'd', 'e', '1'};
    private static final int HEADER_BYTES = MAGIC.length + Sha256.BYTES;

    private ModuleCodeFormat() {}

    static byte[] encode(ModuleCode code) throws IOException {
        var body = new ByteArrayOutputStream();
        var out = new DataOutputStream(body);
        out.writeBoolean(code.traits().stateless());
        out.writeBoolean(code.traits().silentJumps());
        out.writeLong(code.summary().moduleBytes());
        out.writeInt(code.summary().functions());
        out.writeInt(code.summary().interpreted().size());
        for (String name : code.summary().interpreted()) {
            out.writeUTF(name);
        }
        out.writeLong(code.summary().compileNanos());
        writeArray(out, code.stripped());
        out.writeUTF(code.mainClass());
        out.writeInt(code.classes().size());
        for (Map.Entry<String, byte[]> type : code.classes().entrySet()) {
            out.writeUTF(type.getKey());
            writeArray(out, type.getValue());
        }
        byte[] content = body.toByteArray();
        var file = new ByteArrayOutputStream(HEADER_BYTES + content.length);
        file.writeBytes(MAGIC);
        file.writeBytes(Sha256.of(content, 0));
        file.writeBytes(content);
        return file.toByteArray();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IOException if a byte of it was changed or is missing
     */
    static ModuleCode decode(byte[] file) throws IOException {
        if (file.length < HEADER_BYTES
                || !Arrays.equals(file, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IOException("no compiled code");
        }
        byte[] sum = Arrays.copyOfRange(file, MAGIC.length, HEADER_BYTES);
        if (!MessageDigest.isEqual(sum, Sha256.of(file, HEADER_BYTES))) {
            throw new IOException("checksum differs");
        }
        int length = file.length - HEADER_BYTES;
        return decode(new DataInputStream(new ByteArrayInputStream(file, HEADER_BYTES, length)));
    }

    private static ModuleCode decode(DataInputStream in) throws IOException {
        var traits = new ModuleTraits(in.readBoolean(), in.readBoolean());
        long moduleBytes = in.readLong();
        int functions = in.readInt();
        List<String> interpreted = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            interpreted.add(in.readUTF());
        }
        var summary = new Summary(moduleBytes, functions, List.copyOf(interpreted), in.readLong());
        byte[] stripped = readArray(in);
        String mainClass = in.readUTF();
        Map<String, byte[]> classes = new HashMap<>();
        for (int count = in.readInt(); count > 0; count--) {
            classes.put(in.readUTF(), readArray(in));
        }
        return new ModuleCode(traits, summary, stripped, mainClass, Map.copyOf(classes));
    }

    private static void writeArray(DataOutputStream out, byte[] array) throws IOException {
        out.writeInt(array.length);
        out.write(array);
    }

    private static byte[] readArray(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
