package io.cdpsim.kernel;

import io.cdpsim.kernel.Operand.Register;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of {@link KernelBuilder} that calls the device runtime. Every call is made by each active thread (rules LNCH-1, LNCH-2).
 *
 * <p>Rules API-1 and API-3.
 */
public final class DeviceRuntimeCalls {
    /** The NULL stream. */
    public static final Operand NULL_STREAM = Operand.u64(0);

    /** {@code cudaStreamPerThread}. */
    public static final Operand PER_THREAD_STREAM = Operand.u64(2);

    /** {@code cudaStreamTailLaunch}, CDP2 only. */
    public static final Operand TAIL_LAUNCH = Operand.u64(3);

    /** {@code cudaStreamFireAndForget}, CDP2 only. */
    public static final Operand FIRE_AND_FORGET = Operand.u64(4);

    private static final int NONE = Instruction.NO_OPERAND;
    private static final Operand ONE = Operand.u32(1);

    private final KernelBuilder builder;
    private final CodeEmitter emitter;
    private boolean perThreadDefaultStream;

    DeviceRuntimeCalls(KernelBuilder builder, CodeEmitter emitter) {
        this.builder = builder;
        this.emitter = emitter;
    }

    /** Builds the calls that follow as with {@code --default-stream per-thread}: stream 0 is the thread's own (rule STR-12). */
    public void perThreadDefaultStream() {
        perThreadDefaultStream = true;
    }

    /** {@code kernel<<<grid, block, 0, stream>>>(parameters...)} in one dimension. @return the launch's error code */
    public Register launch(KernelReference kernel, Operand grid, Operand block, Operand stream, Operand... parameters) {
        return launch(
                kernel, List.of(grid, ONE, ONE), List.of(block, ONE, ONE), Operand.u32(0), stream, List.of(parameters));
    }

    /** {@code kernel<<<grid, block, sharedBytes, stream>>>(parameters...)}. @return the launch's error code */
    public Register launch(
            KernelReference kernel,
            List<Operand> grid,
            List<Operand> block,
            Operand sharedBytes,
            Operand stream,
            List<? extends Operand> parameters) {
        List<Operand> arguments = new ArrayList<>(grid);
        arguments.addAll(block);
        arguments.add(sharedBytes);
        arguments.add(stream);
        arguments.addAll(parameters);
        Register error = builder.newRegister(ValueType.S32);
        emit(DeviceCall.LAUNCH, error.index(), kernel, arguments);
        return error;
    }

    /**
     * {@code cudaLaunchDevice(kernel, buffer, grid, block, sharedBytes, stream)} in one dimension, with parameters that the thread has
     * written into a buffer of {@link #getParameterBuffer} (rule PARM-1). @return the launch's error code
     */
    public Register launchBuffer(
            KernelReference kernel, Operand buffer, Operand grid, Operand block, Operand sharedBytes, Operand stream) {
        Register error = builder.newRegister(ValueType.S32);
        emit(
                DeviceCall.LAUNCH_BUFFER,
                error.index(),
                kernel,
                List.of(grid, ONE, ONE, block, ONE, ONE, sharedBytes, stream, buffer));
        return error;
    }

    /** {@code cudaGetParameterBuffer}. @return the buffer's address, or 0 */
    public Register getParameterBuffer(Operand alignment, Operand bytes) {
        return oneResult(DeviceCall.GET_PARAMETER_BUFFER, ValueType.U64, alignment, bytes);
    }

    /** {@code cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)}. @return the stream */
    public Register createStream() {
        return createStream(ONE).get(1);
    }

    /** {@code cudaStreamCreateWithFlags}. @return the error code and the stream */
    public List<Register> createStream(Operand flags) {
        return twoResults(DeviceCall.STREAM_CREATE, flags);
    }

    /** {@code cudaStreamDestroy}. @return the error code */
    public Register destroyStream(Operand stream) {
        return oneResult(DeviceCall.STREAM_DESTROY, ValueType.S32, stream);
    }

    /** {@code cudaEventCreateWithFlags(&e, cudaEventDisableTiming)}. @return the event */
    public Register createEvent() {
        return createEvent(Operand.u32(2)).get(1);
    }

    /** {@code cudaEventCreateWithFlags}. @return the error code and the event */
    public List<Register> createEvent(Operand flags) {
        return twoResults(DeviceCall.EVENT_CREATE, flags);
    }

    /** {@code cudaEventDestroy}. @return the error code */
    public Register destroyEvent(Operand event) {
        return oneResult(DeviceCall.EVENT_DESTROY, ValueType.S32, event);
    }

    /** {@code cudaEventRecord}. @return the error code */
    public Register recordEvent(Operand event, Operand stream) {
        return oneResult(DeviceCall.EVENT_RECORD, ValueType.S32, event, stream);
    }

    /** {@code cudaEventRecordWithFlags}. @return the error code */
    public Register recordEvent(Operand event, Operand stream, Operand flags) {
        return oneResult(DeviceCall.EVENT_RECORD_WITH_FLAGS, ValueType.S32, event, stream, flags);
    }

    /** {@code cudaStreamWaitEvent}. @return the error code */
    public Register waitEvent(Operand stream, Operand event) {
        return waitEvent(stream, event, Operand.u32(0));
    }

    /** {@code cudaStreamWaitEvent} with flags. @return the error code */
    public Register waitEvent(Operand stream, Operand event, Operand flags) {
        return oneResult(DeviceCall.STREAM_WAIT_EVENT, ValueType.S32, stream, event, flags);
    }

    /** {@code cudaGetLastError}. */
    public Register getLastError() {
        return oneResult(DeviceCall.GET_LAST_ERROR, ValueType.S32);
    }

    /** {@code cudaPeekAtLastError}. */
    public Register peekAtLastError() {
        return oneResult(DeviceCall.PEEK_AT_LAST_ERROR, ValueType.S32);
    }

    /** {@code cudaDeviceSynchronize}, CDP1 only. @return the error code */
    public Register synchronize() {
        return oneResult(DeviceCall.DEVICE_SYNCHRONIZE, ValueType.S32);
    }

    /** {@code cudaMemcpyAsync}; kind 3 is device to device. @return the error code */
    public Register copyAsync(Operand destination, Operand source, Operand bytes, Operand kind, Operand stream) {
        return oneResult(DeviceCall.MEMCPY_ASYNC, ValueType.S32, destination, source, bytes, kind, stream);
    }

    /** {@code cudaMemsetAsync}. @return the error code */
    public Register setAsync(Operand destination, Operand value, Operand bytes, Operand stream) {
        return oneResult(DeviceCall.MEMSET_ASYNC, ValueType.S32, destination, value, bytes, stream);
    }

    /** {@code cudaMemcpy2DAsync}; sizes are 64-bit operands. @return the error code */
    public Register copy2dAsync(
            Operand destination,
            Operand destinationPitch,
            Operand source,
            Operand sourcePitch,
            Operand widthBytes,
            Operand height,
            Operand kind,
            Operand stream) {
        return oneResult(
                DeviceCall.MEMCPY_2D_ASYNC,
                ValueType.S32,
                destination,
                destinationPitch,
                source,
                sourcePitch,
                widthBytes,
                height,
                kind,
                stream);
    }

    /**
     * {@code cudaMemcpy3DAsync}; the operands in the order of {@link DeviceCall#MEMCPY_3D_ASYNC}, sizes of 64 bits.
     *
     * @return the error code
     */
    public Register copy3dAsync(List<? extends Operand> operands) {
        return oneResult(DeviceCall.MEMCPY_3D_ASYNC, ValueType.S32, operands.toArray(new Operand[0]));
    }

    /** {@code cudaMemset2DAsync}; sizes are 64-bit operands. @return the error code */
    public Register set2dAsync(
            Operand destination, Operand pitch, Operand value, Operand widthBytes, Operand height, Operand stream) {
        return oneResult(
                DeviceCall.MEMSET_2D_ASYNC, ValueType.S32, destination, pitch, value, widthBytes, height, stream);
    }

    /**
     * {@code cudaMemset3DAsync}; the operands in the order of {@link DeviceCall#MEMSET_3D_ASYNC}, sizes of 64 bits.
     *
     * @return the error code
     */
    public Register set3dAsync(List<? extends Operand> operands) {
        return oneResult(DeviceCall.MEMSET_3D_ASYNC, ValueType.S32, operands.toArray(new Operand[0]));
    }

    /** Device-side {@code cudaMalloc}, from the same heap as {@code malloc} (rule HEAP-1). @return the error code and the address */
    public List<Register> cudaMalloc(Operand bytes) {
        return twoResults(DeviceCall.CUDA_MALLOC, bytes);
    }

    /** Device-side {@code cudaFree} (rule HEAP-3). @return the error code */
    public Register cudaFree(Operand address) {
        return oneResult(DeviceCall.CUDA_FREE, ValueType.S32, address);
    }

    /** Device-side {@code malloc}. @return the address, 0 where the heap is full */
    public Register malloc(Operand bytes) {
        return oneResult(DeviceCall.MALLOC, ValueType.U64, bytes);
    }

    /** Device-side {@code free}. */
    public void free(Operand address) {
        oneResult(DeviceCall.FREE, ValueType.S32, address);
    }

    /** {@code cudaGetDevice}. @return the ordinal of the device (rule ENV-4) */
    public Register getDevice() {
        return oneResult(DeviceCall.GET_DEVICE, ValueType.S32);
    }

    /** {@code cudaDeviceGetLimit}. @return the error code and the limit's value (rule ENV-1) */
    public List<Register> getLimit(Operand limit) {
        return twoResults(DeviceCall.GET_LIMIT, limit);
    }

    /** {@code cudaDeviceGetCacheConfig}. @return the number of the preference (rule ENV-1) */
    public Register getCacheConfig() {
        return oneResult(DeviceCall.GET_CACHE_CONFIG, ValueType.S32);
    }

    /** {@code cudaGetDeviceCount}. @return the error code and the number of devices */
    public List<Register> getDeviceCount() {
        return twoResults(DeviceCall.GET_DEVICE_COUNT);
    }

    /** {@code cudaRuntimeGetVersion}. @return the error code and the version, 12040 for 12.4 */
    public List<Register> getRuntimeVersion() {
        return twoResults(DeviceCall.RUNTIME_GET_VERSION);
    }

    /** {@code cudaDeviceGetAttribute}. @return the error code and the value */
    public List<Register> getDeviceAttribute(Operand attribute, Operand device) {
        return twoResults(DeviceCall.DEVICE_GET_ATTRIBUTE, attribute, device);
    }

    /** {@code cudaFuncGetAttributes}. @return the error code and the value */
    public List<Register> getFunctionAttribute(KernelReference kernel, FunctionAttribute attribute) {
        return results(DeviceCall.FUNC_GET_ATTRIBUTES, 2, kernel, Operand.u32(attribute.number()));
    }

    /** {@code cudaOccupancyMaxActiveBlocksPerMultiprocessor}. @return the error code and the number of blocks */
    public List<Register> getMaxActiveBlocks(KernelReference kernel, Operand threads, Operand dynamicSharedBytes) {
        return results(
                DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR, 2, kernel, threads, dynamicSharedBytes);
    }

    /** {@code cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags}. @return the error code and the number of blocks */
    public List<Register> getMaxActiveBlocks(
            KernelReference kernel, Operand threads, Operand dynamicSharedBytes, Operand flags) {
        return results(
                DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                2,
                kernel,
                threads,
                dynamicSharedBytes,
                flags);
    }

    /** {@code cudaOccupancyMaxPotentialBlockSize}. @return the error code, blocks that fill the device, threads of a block */
    public List<Register> getMaxPotentialBlockSize(KernelReference kernel, Operand dynamicSharedBytes) {
        return results(DeviceCall.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE, 3, kernel, dynamicSharedBytes);
    }

    /** {@code cudaGetErrorString}. @return the address of a text that ends with a zero byte */
    public Register getErrorString(Operand error) {
        return twoResults(DeviceCall.GET_ERROR_STRING, error).get(1);
    }

    /** {@code cudaGetErrorName}. @return the address of a text that ends with a zero byte */
    public Register getErrorName(Operand error) {
        return twoResults(DeviceCall.GET_ERROR_NAME, error).get(1);
    }

    /** {@code cudaDeviceGetSharedMemConfig}. @return the error code, and 1 for banks of four bytes or 2 for banks of eight */
    public List<Register> getSharedMemConfig() {
        return twoResults(DeviceCall.DEVICE_GET_SHARED_MEM_CONFIG);
    }

    private Register oneResult(DeviceCall call, ValueType type, Operand... arguments) {
        Register target = builder.newRegister(type);
        emit(call, target.index(), null, List.of(arguments));
        return target;
    }

    private List<Register> twoResults(DeviceCall call, Operand... arguments) {
        return results(call, 2, null, arguments);
    }

    private List<Register> results(
            DeviceCall call,
            int count,
            @org.jspecify.annotations.Nullable KernelReference callee,
            Operand... arguments) {
        List<Register> targets = builder.registers(ValueType.U64, count);
        emit(call, targets.get(0).index(), callee, List.of(arguments));
        return targets;
    }

    private void emit(
            DeviceCall call,
            int destination,
            @org.jspecify.annotations.Nullable KernelReference callee,
            List<Operand> arguments) {
        List<Integer> codes = new ArrayList<>();
        for (Operand argument : arguments) {
            codes.add(builder.code(argument));
        }
        emitter.emit(
                Opcode.DEVICE_CALL,
                destination,
                NONE,
                NONE,
                NONE,
                new Detail.Device(call, codes, callee, perThreadDefaultStream));
    }
}
