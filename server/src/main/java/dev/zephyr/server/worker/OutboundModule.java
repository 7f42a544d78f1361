// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.outbound.GuestAllocator;
import dev.zephyr.server.outbound.OutboundClient;
import dev.zephyr.server.outbound.OutboundFunction;
import dev.zephyr.server.outbound.OutboundLimits;
import java.util.Map;
import run.endive.runtime.ExportFunction;
import run.endive.runtime.Instance;
import run.endive.wasm.types.FunctionType;

/** The table of the {@code http} module, by which guests make requests, in the engine's terms. */
final class OutboundModule {

    private static final String ALLOCATOR = "canonical_abi_realloc";

    /**
     * Made by the first request: it loads the certificates that the JVM trusts, which takes time.
     */
    private static final class OnFirstUse {
        static final OutboundFunction FUNCTION =
                new OutboundFunction(new OutboundClient(OutboundLimits.DEFAULT));
    }

    private OutboundModule() {}

    /** The module with its one function. */
    static HostModule create() {
        FunctionType type =
                FunctionType.of(
                        WasiModule.types(OutboundFunction.PARAMETERS),
                        WasiModule.types(OutboundFunction.RESULTS));
        HostCall call =
                new HostCall(
                        type,
                        (slot, instance, arguments) -> {
                            OnFirstUse.FUNCTION.call(
                                    slot.running().outbound(),
                                    slot.guestBytes(),
                                    allocator(instance),
                                    arguments);
                            return 0;
                        });
        return new HostModule(OutboundFunction.MODULE, Map.of(OutboundFunction.NAME, call));
    }

    private static GuestAllocator allocator(Instance instance) {
        ExportFunction export = instance.export(ALLOCATOR);
        return (alignment, bytes) -> (int) export.apply(0, 0, alignment, bytes)[0];
    }
}
