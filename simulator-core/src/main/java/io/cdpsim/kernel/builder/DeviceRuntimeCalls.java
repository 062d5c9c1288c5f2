package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import java.util.ArrayList;
import java.util.List;

/** The part of {@link KernelBuilder} that calls the device runtime. Every call is made by each active thread (rules LNCH-1, LNCH-2). */
public final class DeviceRuntimeCalls extends DeviceQueryCalls {
    /** The NULL stream. */
    public static final Operand NULL_STREAM = Operand.u64(0);

    /** {@code cudaStreamPerThread}. */
    public static final Operand PER_THREAD_STREAM = Operand.u64(2);

    /** {@code cudaStreamTailLaunch}, CDP2 only. */
    public static final Operand TAIL_LAUNCH = Operand.u64(3);

    /** {@code cudaStreamFireAndForget}, CDP2 only. */
    public static final Operand FIRE_AND_FORGET = Operand.u64(4);

    private static final Operand ONE = Operand.u32(1);

    // Rules API-1 and API-3: device code cannot make a call without a method here or in DeviceQueryCalls.
    DeviceRuntimeCalls(KernelBuilder builder, CodeEmitter emitter) {
        super(builder, new DeviceCallEmitter(builder, emitter));
    }

    /** Builds the calls that follow as with {@code --default-stream per-thread}: stream 0 is the thread's own (rule STR-12). */
    public void perThreadDefaultStream() {
        calls.perThreadDefaultStream();
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
        return calls.launch(DeviceCall.LAUNCH, kernel, arguments);
    }

    /**
     * {@code cudaLaunchDevice(kernel, buffer, grid, block, sharedBytes, stream)} in one dimension, with parameters that the thread has
     * written into a buffer of {@link #getParameterBuffer} (rule PARM-1). @return the launch's error code
     */
    public Register launchDevice(
            KernelReference kernel, Operand buffer, Operand grid, Operand block, Operand sharedBytes, Operand stream) {
        return calls.launch(
                DeviceCall.LAUNCH_BUFFER,
                kernel,
                List.of(buffer, grid, ONE, ONE, block, ONE, ONE, sharedBytes, stream));
    }

    /** {@code cudaGetParameterBuffer}. @return the buffer's address, or 0 */
    public Register getParameterBuffer(Operand alignment, Operand bytes) {
        return calls.oneResult(DeviceCall.GET_PARAMETER_BUFFER, alignment, bytes);
    }

    /** {@code cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)}. @return the stream */
    public Register streamCreateWithFlags() {
        return streamCreateWithFlags(ONE).get(1);
    }

    /** {@code cudaStreamCreateWithFlags}. @return the error code and the stream */
    public List<Register> streamCreateWithFlags(Operand flags) {
        return calls.twoResults(DeviceCall.STREAM_CREATE_WITH_FLAGS, flags);
    }

    /** {@code cudaStreamDestroy}. @return the error code */
    public Register streamDestroy(Operand stream) {
        return calls.oneResult(DeviceCall.STREAM_DESTROY, stream);
    }

    /** {@code cudaEventCreateWithFlags(&e, cudaEventDisableTiming)}. @return the event */
    public Register eventCreateWithFlags() {
        return eventCreateWithFlags(Operand.u32(2)).get(1);
    }

    /** {@code cudaEventCreateWithFlags}. @return the error code and the event */
    public List<Register> eventCreateWithFlags(Operand flags) {
        return calls.twoResults(DeviceCall.EVENT_CREATE_WITH_FLAGS, flags);
    }

    /** {@code cudaEventDestroy}. @return the error code */
    public Register eventDestroy(Operand event) {
        return calls.oneResult(DeviceCall.EVENT_DESTROY, event);
    }

    /** {@code cudaEventRecord}. @return the error code */
    public Register eventRecord(Operand event, Operand stream) {
        return calls.oneResult(DeviceCall.EVENT_RECORD, event, stream);
    }

    /** {@code cudaEventRecordWithFlags}. @return the error code */
    public Register eventRecordWithFlags(Operand event, Operand stream, Operand flags) {
        return calls.oneResult(DeviceCall.EVENT_RECORD_WITH_FLAGS, event, stream, flags);
    }

    /** {@code cudaStreamWaitEvent}. @return the error code */
    public Register streamWaitEvent(Operand stream, Operand event) {
        return streamWaitEvent(stream, event, Operand.u32(0));
    }

    /** {@code cudaStreamWaitEvent} with flags. @return the error code */
    public Register streamWaitEvent(Operand stream, Operand event, Operand flags) {
        return calls.oneResult(DeviceCall.STREAM_WAIT_EVENT, stream, event, flags);
    }

    /**
     * {@code cudaGraphLaunch}.
     *
     * @param exec the handle of an executable graph
     * @param stream one of {@code cudaStreamGraphTailLaunch}, {@code cudaStreamGraphFireAndForget} and
     *     {@code cudaStreamGraphFireAndForgetAsSibling}: 1, 2 or 3, shifted by 56 bits
     * @return the error code
     */
    public Register graphLaunch(Operand exec, Operand stream) {
        return calls.oneResult(DeviceCall.GRAPH_LAUNCH, exec, stream);
    }

    /** {@code cudaGraphSetConditional}: the next test of the condition of a handle sees the value. */
    public void graphSetConditional(Operand handle, Operand value) {
        calls.noResult(DeviceCall.GRAPH_SET_CONDITIONAL, handle, value);
    }

    /** {@code cudaGraphKernelNodeSetParam}: replaces bytes of the node's parameter buffer by those at an address. @return the error code */
    public Register graphKernelNodeSetParam(Operand node, Operand offset, Operand value, Operand bytes) {
        return calls.oneResult(DeviceCall.GRAPH_KERNEL_NODE_SET_PARAM, node, offset, value, bytes);
    }

    /** {@code cudaGraphKernelNodeSetEnabled}. @return the error code */
    public Register graphKernelNodeSetEnabled(Operand node, Operand enabled) {
        return calls.oneResult(DeviceCall.GRAPH_KERNEL_NODE_SET_ENABLED, node, enabled);
    }

    /** {@code cudaGraphKernelNodeSetGridDim}. @return the error code */
    public Register graphKernelNodeSetGridDim(Operand node, Operand x, Operand y, Operand z) {
        return calls.oneResult(DeviceCall.GRAPH_KERNEL_NODE_SET_GRID_DIM, node, x, y, z);
    }

    /** {@code cudaGetLastError}. */
    public Register getLastError() {
        return calls.oneResult(DeviceCall.GET_LAST_ERROR);
    }

    /** {@code cudaPeekAtLastError}. */
    public Register peekAtLastError() {
        return calls.oneResult(DeviceCall.PEEK_AT_LAST_ERROR);
    }

    /** {@code cudaDeviceSynchronize}, CDP1 only. @return the error code */
    public Register deviceSynchronize() {
        return calls.oneResult(DeviceCall.DEVICE_SYNCHRONIZE);
    }

    /** {@code cudaMemcpyAsync}; kind 3 is device to device. @return the error code */
    public Register memcpyAsync(Operand destination, Operand source, Operand bytes, Operand kind, Operand stream) {
        return calls.oneResult(DeviceCall.MEMCPY_ASYNC, destination, source, bytes, kind, stream);
    }

    /** {@code cudaMemsetAsync}. @return the error code */
    public Register memsetAsync(Operand destination, Operand value, Operand bytes, Operand stream) {
        return calls.oneResult(DeviceCall.MEMSET_ASYNC, destination, value, bytes, stream);
    }

    /** {@code cudaMemcpy2DAsync}; sizes are 64-bit operands. @return the error code */
    public Register memcpy2DAsync(
            Operand destination,
            Operand destinationPitch,
            Operand source,
            Operand sourcePitch,
            Operand widthBytes,
            Operand height,
            Operand kind,
            Operand stream) {
        return calls.oneResult(
                DeviceCall.MEMCPY_2D_ASYNC,
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
    public Register memcpy3DAsync(List<? extends Operand> operands) {
        return calls.oneResult(DeviceCall.MEMCPY_3D_ASYNC, operands.toArray(new Operand[0]));
    }

    /** {@code cudaMemset2DAsync}; sizes are 64-bit operands. @return the error code */
    public Register memset2DAsync(
            Operand destination, Operand pitch, Operand value, Operand widthBytes, Operand height, Operand stream) {
        return calls.oneResult(DeviceCall.MEMSET_2D_ASYNC, destination, pitch, value, widthBytes, height, stream);
    }

    /**
     * {@code cudaMemset3DAsync}; the operands in the order of {@link DeviceCall#MEMSET_3D_ASYNC}, sizes of 64 bits.
     *
     * @return the error code
     */
    public Register memset3DAsync(List<? extends Operand> operands) {
        return calls.oneResult(DeviceCall.MEMSET_3D_ASYNC, operands.toArray(new Operand[0]));
    }

    /** Device-side {@code cudaMalloc}, from the same heap as {@code malloc} (rule HEAP-1). @return the error code and the address */
    public List<Register> cudaMalloc(Operand bytes) {
        return calls.twoResults(DeviceCall.CUDA_MALLOC, bytes);
    }

    /** Device-side {@code cudaFree} (rule HEAP-3). @return the error code */
    public Register cudaFree(Operand address) {
        return calls.oneResult(DeviceCall.CUDA_FREE, address);
    }

    /** Device-side {@code malloc}. @return the address, 0 where the heap is full */
    public Register malloc(Operand bytes) {
        return calls.oneResult(DeviceCall.MALLOC, bytes);
    }

    /** Device-side {@code free}. */
    public void free(Operand address) {
        calls.noResult(DeviceCall.FREE, address);
    }
}
