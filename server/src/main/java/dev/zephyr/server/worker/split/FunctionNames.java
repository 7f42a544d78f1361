// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.ModuleSections.Section;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of functions from a module's custom section "name" (core specification, appendix
 * "Custom Sections"). *Immutable* once made.
 */
final class FunctionNames {
    static final String SECTION = "name";

    /** Subsection of the module's own name, the one other that stays true after a cut. */
    private static final int MODULE_NAME = 0;

    private static final int FUNCTION_NAMES = 1;

    private final Map<Integer, String> names = new HashMap<>();
    private final @Nullable Section section;
    private final ModuleSections module;

    private FunctionNames(ModuleSections module) {
        this.module = module;
        this.section = find();
        if (section != null) {
            readNames();
        }
    }

    static FunctionNames of(ModuleSections module) {
        return new FunctionNames(module);
    }

    /** Whether {@code candidate} is the section of the names. */
    boolean isSection(Section candidate) {
        return candidate.equals(section);
    }

    @Nullable String of(int function) {
        return names.get(function);
    }

    /**
     * The content of the section with the names of {@code additions} behind those that were there.
     * Names of locals and labels are left out: a cut renumbers them.
     */
    ByteWriter extended(Additions additions) {
        ByteWriter out = new ByteWriter().name(SECTION);
        ByteReader in = subsections();
        while (in.hasMore()) {
            int id = in.u8();
            int size = in.u32();
            int start = in.position();
            in.skip(size);
            if (id == MODULE_NAME) {
                out.u8(id).u32(size).bytes(in.bytes(), start, in.position());
            } else if (id == FUNCTION_NAMES) {
                out.u8(id)
                        .sized(
                                functionNames(
                                        new ByteReader(in.bytes(), start, in.position()),
                                        additions));
            }
        }
        return out;
    }

    private ByteWriter functionNames(ByteReader in, Additions additions) {
        int count = in.u32();
        int start = in.position();
        in.skip(in.remaining());
        ByteWriter added = new ByteWriter();
        int index = module.importedFunctions() + module.definedFunctions();
        for (Additions.Part part : additions.parts()) {
            if (part.name() != null) {
                added.u32(index).name(part.name());
                count++;
            }
            index++;
        }
        return new ByteWriter()
                .u32(count)
                .bytes(in.bytes(), start, in.position())
                .bytes(added.toByteArray());
    }

    private @Nullable Section find() {
        for (Section candidate : module.sections()) {
            if (candidate.id() == ModuleSections.CUSTOM) {
                ByteReader in = new ByteReader(module.bytes(), candidate.start(), candidate.end());
                if (in.name().equals(SECTION)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private void readNames() {
        ByteReader in = subsections();
        while (in.hasMore()) {
            int id = in.u8();
            int end = in.u32() + in.position();
            if (id == FUNCTION_NAMES) {
                for (int count = in.u32(); count > 0; count--) {
                    names.put(in.u32(), in.name());
                }
            }
            in.skip(end - in.position());
        }
    }

    private ByteReader subsections() {
        if (section == null) {
            throw new IllegalStateException("the module has no names");
        }
        ByteReader in = new ByteReader(module.bytes(), section.start(), section.end());
        in.name();
        return in;
    }
}
