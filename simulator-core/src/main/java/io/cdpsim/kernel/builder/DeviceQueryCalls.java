package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import java.util.List;
import java.util.function.UnaryOperator;

/** The query calls of the device runtime: the device, its limits, a kernel, an error. */
abstract sealed class DeviceQueryCalls permits DeviceRuntimeCalls {
    /** Where the calls go. */
    final DeviceCallEmitter calls;

    private final KernelBuilder builder;

    DeviceQueryCalls(KernelBuilder builder, DeviceCallEmitter calls) {
        this.builder = builder;
        this.calls = calls;
    }

    /** {@code cudaGetDevice}. @return the ordinal of the device (rule ENV-4) */
    public Register getDevice() {
        return calls.twoResults(DeviceCall.GET_DEVICE).get(1);
    }

    /** {@code cudaDeviceGetLimit}. @return the error code and the limit's value (rule ENV-1) */
    public List<Register> deviceGetLimit(Operand limit) {
        return calls.twoResults(DeviceCall.DEVICE_GET_LIMIT, limit);
    }

    /** {@code cudaDeviceGetCacheConfig}. @return the number of the preference (rule ENV-1) */
    public Register deviceGetCacheConfig() {
        return calls.twoResults(DeviceCall.DEVICE_GET_CACHE_CONFIG).get(1);
    }

    /** {@code cudaGetDeviceCount}. @return the error code and the number of devices */
    public List<Register> getDeviceCount() {
        return calls.twoResults(DeviceCall.GET_DEVICE_COUNT);
    }

    /** {@code cudaRuntimeGetVersion}. @return the error code and the version, 12040 for 12.4 */
    public List<Register> runtimeGetVersion() {
        return calls.twoResults(DeviceCall.RUNTIME_GET_VERSION);
    }

    /** {@code cudaDeviceGetAttribute}. @return the error code and the value, in the attribute's unit */
    public List<Register> deviceGetAttribute(DeviceAttribute attribute, Operand device) {
        return deviceGetAttribute(Operand.u32(attribute.number()), device);
    }

    /** {@code cudaDeviceGetAttribute} of a number that is known when it runs: one of {@link DeviceAttribute}, or an error. */
    public List<Register> deviceGetAttribute(Operand attribute, Operand device) {
        return calls.twoResults(DeviceCall.DEVICE_GET_ATTRIBUTE, attribute, device);
    }

    /** {@code cudaFuncGetAttributes}. @return the error code and the value */
    public List<Register> funcGetAttributes(KernelReference kernel, FunctionAttribute attribute) {
        return calls.twoResultsOn(kernel, DeviceCall.FUNC_GET_ATTRIBUTES, Operand.u32(attribute.number()));
    }

    /** {@code cudaOccupancyMaxActiveBlocksPerMultiprocessor}. @return the error code and the number of blocks */
    public List<Register> occupancyMaxActiveBlocksPerMultiprocessor(
            KernelReference kernel, Operand threads, Operand dynamicSharedBytes) {
        return calls.twoResultsOn(
                kernel, DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR, threads, dynamicSharedBytes);
    }

    /** {@code cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags}. @return the error code and the number of blocks */
    public List<Register> occupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            KernelReference kernel, Operand threads, Operand dynamicSharedBytes, Operand flags) {
        return calls.twoResultsOn(
                kernel,
                DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                threads,
                dynamicSharedBytes,
                flags);
    }

    /** {@code cudaOccupancyMaxPotentialBlockSize}. @return the error code, blocks that fill the device, threads of a block */
    public List<Register> occupancyMaxPotentialBlockSize(KernelReference kernel, Operand dynamicSharedBytes) {
        return occupancyMaxPotentialBlockSizeVariableSMem(kernel, threads -> dynamicSharedBytes);
    }

    /**
     * {@code cudaOccupancyMaxPotentialBlockSizeVariableSMem}.
     *
     * @param dynamicSharedBytes emits the code that computes a block's dynamic shared bytes from its threads
     * @return the error code, blocks that fill the device, threads of a block
     */
    public List<Register> occupancyMaxPotentialBlockSizeVariableSMem(
            KernelReference kernel, UnaryOperator<Operand> dynamicSharedBytes) {
        return PotentialBlockSize.emit(builder, kernel, dynamicSharedBytes);
    }

    /** {@code cudaGetErrorString}. @return the address of a text that ends with a zero byte */
    public Register getErrorString(Operand error) {
        return calls.oneResult(DeviceCall.GET_ERROR_STRING, error);
    }

    /** {@code cudaGetErrorName}. @return the address of a text that ends with a zero byte */
    public Register getErrorName(Operand error) {
        return calls.oneResult(DeviceCall.GET_ERROR_NAME, error);
    }

    /** {@code cudaDeviceGetSharedMemConfig}. @return the error code, and 1 for banks of four bytes or 2 for banks of eight */
    public List<Register> deviceGetSharedMemConfig() {
        return calls.twoResults(DeviceCall.DEVICE_GET_SHARED_MEM_CONFIG);
    }
}
