package io.cdpsim.runtime.version;

import io.cdpsim.gpu.sm.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.RuntimeLimitsSpec;

/** Both versions at once: the rules of the kernel whose code is calling (rule VER-4). They share one pool and one set of limits. */
public final class RulesByKernel implements CdpRules {
    private final CdpVersionTable versions;
    private final CdpRules cdp1;
    private final CdpRules cdp2;
    private CdpRules current;

    public RulesByKernel(CdpVersionTable versions, CdpRules cdp1, CdpRules cdp2) {
        this.versions = versions;
        this.cdp1 = cdp1;
        this.cdp2 = cdp2;
        this.current = cdp1;
    }

    /** Rule VER-4. */
    @Override
    public void enter(Kernel caller) {
        current = versions.runsAs(caller) == CdpSupport.CDP1 ? cdp1 : cdp2;
    }

    @Override
    public boolean offers(DeviceCall call) {
        return current.offers(call);
    }

    @Override
    public boolean offersSpecialStreams() {
        return current.offersSpecialStreams();
    }

    @Override
    public long ownerBlock(Block block) {
        return current.ownerBlock(block);
    }

    @Override
    public long virtualizedPlaces(RuntimeLimitsSpec limits) {
        return current.virtualizedPlaces(limits);
    }

    @Override
    public CudaError limitChangedWhileRunning() {
        return current.limitChangedWhileRunning();
    }

    @Override
    public int deepestGrid(RuntimeLimitsSpec limits) {
        return current.deepestGrid(limits);
    }

    @Override
    public CudaError nullEvent() {
        return current.nullEvent();
    }

    @Override
    public CudaError poolFull() {
        return current.poolFull();
    }

    @Override
    public CudaError overLaunchBounds() {
        return current.overLaunchBounds();
    }

    @Override
    public long eventSlots(long pendingLimit, RuntimeLimitsSpec limits) {
        return current.eventSlots(pendingLimit, limits);
    }

    @Override
    public boolean acceptsStreamFlags(int flags) {
        return current.acceptsStreamFlags(flags);
    }

    @Override
    public boolean acceptsWaitFlags(int flags) {
        return current.acceptsWaitFlags(flags);
    }

    @Override
    public boolean fillsWithZeros() {
        return current.fillsWithZeros();
    }

    @Override
    public CudaError wrongShapeOnHost() {
        return current.wrongShapeOnHost();
    }

    @Override
    public int runtimeVersion() {
        return current.runtimeVersion();
    }

    @Override
    public boolean faultsAtForeignLocalMemory() {
        return current.faultsAtForeignLocalMemory();
    }

    @Override
    public boolean tellsLastErrorOfFaultOnce() {
        return current.tellsLastErrorOfFaultOnce();
    }

    @Override
    public long stackBytes(long asked) {
        return current.stackBytes(asked);
    }
}
