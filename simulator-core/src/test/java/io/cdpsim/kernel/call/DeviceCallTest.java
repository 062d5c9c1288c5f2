package io.cdpsim.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.call.CallParameter.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of calls against what CUDA's documents declare. */
class DeviceCallTest {
    /**
     * The prototypes of {@code cuda_device_runtime_api.h} (CUDA 12), as far as names, the number of parameters, what is returned and which
     * parameters are pointers to results go: copied from the header and from the table of supported functions in the CUDA C++ Programming
     * Guide, section on the device runtime's API.
     */
    private static final String PROTOTYPES = """
        cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
        cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
        cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
        cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
        cudaError_t cudaDeviceSynchronize()
        cudaError_t cudaGetLastError()
        cudaError_t cudaPeekAtLastError()
        char* cudaGetErrorString(cudaError_t error)
        char* cudaGetErrorName(cudaError_t error)
        cudaError_t cudaGetDeviceCount(int *count)
        cudaError_t cudaGetDevice(int *device)
        cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned flags)
        cudaError_t cudaStreamDestroy(cudaStream_t stream)
        cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
        void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
        cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, void@ value, size_t size)
        cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable)
        cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDimension)
        cudaError_t cudaGraphKernelNodeUpdatesApply(cudaGraphKernelNodeUpdate@ updates, size_t updateCount)
        cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
        cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
        cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
        cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
        cudaError_t cudaEventDestroy(cudaEvent_t event)
        cudaError_t cudaFree(void@ devPtr)
        cudaError_t cudaMalloc(void **devPtr, size_t size)
        cudaError_t cudaMemcpyAsync(void@ dst, void@ src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
        cudaError_t cudaMemcpy2DAsync(void@ dst, size_t dpitch, void@ src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
        cudaError_t cudaMemcpy3DAsync(cudaMemcpy3DParms@ p, cudaStream_t stream)
        cudaError_t cudaMemsetAsync(void@ devPtr, int value, size_t count, cudaStream_t stream)
        cudaError_t cudaMemset2DAsync(void@ devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
        cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream)
        cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
        void* cudaGetParameterBuffer(size_t alignment, size_t size)
        void* cudaGetParameterBufferV2(void@ func, dim3 gridDimension, dim3 blockDimension, unsigned sharedMemSize)
        cudaError_t cudaLaunchDeviceV2(void@ parameterBuffer, cudaStream_t stream)
        cudaError_t cudaLaunchDevice(void@ func, void@ parameterBuffer, dim3 gridDimension, dim3 blockDimension, unsigned sharedMemSize, cudaStream_t stream)
        cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, void@ func, int blockSize, size_t dynamicSmemSize)
        cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, void@ func, int blockSize, size_t dynamicSmemSize, unsigned flags)
        void* malloc(size_t size)
        void* __cuda_syscall_aligned_malloc(size_t size, size_t align)
        void free(void@ ptr)
        """;

    /** A prototype taken apart; an address that is only passed is written with {@code @}. */
    private record Prototype(String returned, String name, List<String> parameters) {
        static Prototype parse(String line) {
            String head = line.substring(0, line.indexOf('('));
            String inside = line.substring(line.indexOf('(') + 1, line.lastIndexOf(')'));
            return new Prototype(
                    head.substring(0, head.lastIndexOf(' ')),
                    head.substring(head.lastIndexOf(' ') + 1),
                    inside.isEmpty() ? List.of() : List.of(inside.split(", ", -1)));
        }
    }

    static Stream<Prototype> prototypes() {
        return PROTOTYPES.lines().map(Prototype::parse);
    }

    private static DeviceCall called(String name) {
        // The launch statement has no prototype: it hands its parameters over one by one.
        return Arrays.stream(DeviceCall.values())
                .filter(call -> call.cudaName().equals(name) && call != DeviceCall.LAUNCH)
                .reduce((one, other) -> {
                    throw new AssertionError(name + " is there twice");
                })
                .orElseThrow(() -> new AssertionError(name + " is missing"));
    }

    @ParameterizedTest
    @MethodSource("prototypes")
    void aRowHasTheNamesParametersAndResultsOfItsPrototype(Prototype prototype) {
        CallSignature row = called(prototype.name()).signature();

        assertThat(row.parameters()).hasSameSizeAs(prototype.parameters());
        for (int i = 0; i < row.parameters().size(); i++) {
            CallParameter parameter = row.parameters().get(i);
            String declared = prototype.parameters().get(i);
            assertThat(declared).endsWith(parameter.name());
            assertThat(parameter.direction() == Direction.OUT).as(declared).isEqualTo(declared.contains("*"));
            assertThat(parameter.direction() == Direction.FUNCTION)
                    .as(declared)
                    .isEqualTo(declared.equals("void@ func"));
            if (parameter.values().size() == 1) {
                assertThat(parameter.values().get(0).type().bytes())
                        .as(declared)
                        .isEqualTo(bytes(declared));
            }
        }
        String returned = prototype.returned();
        assertThat(row.returned().isEmpty()).isEqualTo(returned.equals("void"));
        row.returned()
                .ifPresent(value ->
                        assertThat(value.role() == CallRole.ERROR_CODE).isEqualTo(returned.equals("cudaError_t")));
    }

    /** Sizes of C's types on 64-bit Linux; of what is pointed to for a pointer to a result. */
    private static int bytes(String declared) {
        String type = declared.substring(0, declared.lastIndexOf(' '));
        // nvcc passes a bool as 32 bits.
        boolean word = Set.of("int", "unsigned", "bool", "cudaError_t").contains(type) || type.startsWith("enum");
        return word ? 4 : 8;
    }

    @Test
    void noRowIsWithoutAPrototype() {
        // Its structure is queried field by field here.
        Stream<String> declared = Stream.concat(prototypes().map(Prototype::name), Stream.of("cudaFuncGetAttributes"));

        assertThat(Arrays.stream(DeviceCall.values()).map(DeviceCall::cudaName).distinct())
                .containsExactlyInAnyOrderElementsOf(declared.toList());
    }

    /** Operands in the order in which an instruction lists them: those of structures follow one another. */
    @ParameterizedTest
    @CsvSource({
        "LAUNCH, 8, 1",
        "LAUNCH_BUFFER, 9, 1",
        "GET_PARAMETER_BUFFER_V2, 7, 1",
        "LAUNCH_BUFFER_V2, 2, 1",
        "STREAM_CREATE_WITH_FLAGS, 1, 2",
        "STREAM_WAIT_EVENT, 3, 1",
        "MEMCPY_ASYNC, 5, 1",
        "MEMCPY_2D_ASYNC, 8, 1",
        "MEMCPY_3D_ASYNC, 11, 1",
        "MEMSET_3D_ASYNC, 8, 1",
        "DEVICE_GET_ATTRIBUTE, 2, 2",
        "GET_DEVICE, 0, 2",
        "FUNC_GET_ATTRIBUTES, 1, 2",
        "FUNC_GET_ALL_ATTRIBUTES, 0, 11",
        "GET_ERROR_STRING, 1, 1",
        "MALLOC, 1, 1",
        "FREE, 1, 0"
    })
    void aCallTakesSoManyOperandsAndFillsSoManyRegisters(DeviceCall call, int operands, int results) {
        assertThat(call.arguments()).hasSize(operands);
        assertThat(call.results()).hasSize(results);
    }

    @ParameterizedTest
    @EnumSource
    void eachRoleOfACallIsFoundAtItsPosition(DeviceCall call) {
        for (CallRole role : CallRole.values()) {
            List<CallRole> arguments =
                    call.arguments().stream().map(CallValue::role).toList();
            List<CallRole> results =
                    call.results().stream().map(CallValue::role).toList();
            assertThat(call.argument(role)).isEqualTo(arguments.indexOf(role)).isEqualTo(arguments.lastIndexOf(role));
            assertThat(call.result(role)).isEqualTo(results.indexOf(role)).isEqualTo(results.lastIndexOf(role));
        }
    }

    /** The guide's chapter on CDP2 takes {@code cudaDeviceSynchronize} away and no other call; launches of graphs came with CUDA 12. */
    @ParameterizedTest
    @EnumSource
    void bothVersionsHaveEveryCallButTheSynchronisation(DeviceCall call) {
        assertThat(call.signature().versions().cdp1()).isEqualTo(!call.isAboutGraphs());
        assertThat(call.signature().versions().cdp2()).isEqualTo(call != DeviceCall.DEVICE_SYNCHRONIZE);
    }

    /** Release notes of CUDA: the device heap came with 3.2, dynamic parallelism with 5.0. */
    @ParameterizedTest
    @CsvSource({
        "malloc, 3.2",
        "free, 3.2",
        "__cuda_syscall_aligned_malloc, 11.3",
        "cudaMalloc, 5.0",
        "cudaLaunchDevice, 5.0",
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor, 6.5",
        "cudaGetErrorName, 6.5",
        "cudaEventRecordWithFlags, 11.1"
    })
    void aCallIsThereSinceTheReleaseThatBroughtIt(String name, String release) {
        assertThat(called(name).signature().versions().since()).isEqualTo(release);
    }
}
