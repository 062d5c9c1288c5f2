package io.cdpsim.kernel.builder;

import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * {@code cudaOccupancyMaxPotentialBlockSize} and its kin. CUDA's header defines them as templates, so device code runs the calls they
 * are made of, and pays for each: six questions about device and kernel, then one for each size of a block that is tried (rule API-1).
 */
final class PotentialBlockSize {
    private PotentialBlockSize() {}

    /**
     * Emits the search and the calls that it is made of (rule API-1), from the largest size down in steps of a warp, until an SM can be no fuller.
     *
     * @param sharedBytes dynamic shared bytes of a block with a number of threads
     * @return the error code, blocks that fill the device, threads of a block
     */
    static List<Register> emit(KernelBuilder k, KernelReference kernel, UnaryOperator<Operand> sharedBytes) {
        DeviceRuntimeCalls device = k.device();
        Register ordinal = device.getDevice();
        Register full = ask(device, DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR, ordinal);
        Register warp = ask(device, DeviceAttribute.WARP_SIZE, ordinal);
        Register ofDevice = ask(device, DeviceAttribute.MAX_THREADS_PER_BLOCK, ordinal);
        Register multiprocessors = ask(device, DeviceAttribute.MULTIPROCESSOR_COUNT, ordinal);
        Register ofKernel = device.calls
                .wideResults(
                        kernel,
                        DeviceCall.FUNC_GET_ATTRIBUTES,
                        Operand.u32(FunctionAttribute.MAX_THREADS_PER_BLOCK.number()))
                .get(1);
        Register largest = k.minimum(ofDevice, ofKernel);
        Register wholeWarps = k.divide(k.subtract(k.add(largest, warp), u64(1)), warp);
        Register size = k.multiply(wholeWarps, warp);
        Register error = k.variable(u64(0));
        Register resident = k.variable(u64(0));
        Register threads = k.variable(u64(0));
        Register blocks = k.variable(u64(0));
        k.doWhile(() -> {
            Register tried = k.minimum(size, largest);
            List<Register> answer = device.calls.wideResults(
                    kernel, DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR, tried, sharedBytes.apply(tried));
            k.assign(error, answer.get(0));
            Register residentThen = k.multiply(answer.get(1), tried);
            k.ifThen(k.greater(residentThen, resident), () -> {
                k.assign(resident, residentThen);
                k.assign(threads, tried);
                k.assign(blocks, k.multiply(answer.get(1), multiprocessors));
            });
            k.assign(size, k.subtract(size, warp));
            return k.and(k.greater(size, u64(0)), k.less(resident, full));
        });
        return List.of(error, blocks, threads);
    }

    private static Register ask(DeviceRuntimeCalls device, DeviceAttribute attribute, Operand ordinal) {
        return device.calls
                .wideResults(null, DeviceCall.DEVICE_GET_ATTRIBUTE, Operand.u32(attribute.number()), ordinal)
                .get(1);
    }
}
