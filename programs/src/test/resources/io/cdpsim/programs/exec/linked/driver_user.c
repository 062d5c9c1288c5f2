/* A program of the driver's interface: its arguments are a file of PTX and one with a fat binary of modules.cu. DriverTest builds and runs it. */
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(const char *what, long long got, long long expected) {
    if (got != expected) {
        printf("%s: %lld, expected %lld\n", what, got, expected);
        wrong = 1;
    }
}

#define GIVES(error, call) expect(#call, (int)(call), error)
#define OK(call) GIVES(0, call)

static const char *const one = ".version 8.0\n.target sm_90\n.address_size 64\n"
                               ".extern .func (.param .b32 r) twice (.param .b32 a);\n"
                               ".visible .entry call(.param .u64 p) {\n .reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
                               " ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, 21;\n"
                               " { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call.uni (r), twice, (a); ld.param.b32 %r2, [r]; }\n"
                               " st.global.u32 [%rd2], %r2; ret; }\n";
static const char *const two = ".version 8.0\n.target sm_90\n.address_size 64\n"
                               ".visible .func (.param .b32 r) twice (.param .b32 a) {\n .reg .b32 %r<3>;\n"
                               " ld.param.b32 %r1, [a]; add.s32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret; }\n";

static void contexts(CUdevice device) {
    CUcontext first, second, found;
    CUdevice of = 7;
    GIVES(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
    OK(cuCtxCreate(&first, NULL, 0, device));
    OK(cuCtxGetCurrent(&found));
    expect("current", found == first, 1);
    OK(cuDevicePrimaryCtxRetain(&second, device));
    OK(cuCtxPushCurrent(second));
    OK(cuCtxGetDevice(&of));
    expect("device", of, device);
    OK(cuCtxPopCurrent(&found));
    expect("popped", found == second, 1);
    OK(cuDevicePrimaryCtxRelease(device));
    OK(cuCtxSynchronize());
}

/* The first forms of functions have no suffix; the header's names are those of later forms, so only dlsym finds these. */
static void first_forms(CUdevice device) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    CUcontext made = NULL, found = NULL;
    OK(((CUresult(*)(CUcontext *, unsigned, CUdevice))dlsym(driver, "cuCtxCreate"))(&made, 0, device));
    OK(((CUresult(*)(CUcontext *))dlsym(driver, "cuCtxPopCurrent"))(&found));
    expect("popped", found == made, 1);
    OK(((CUresult(*)(CUcontext))dlsym(driver, "cuCtxDestroy"))(made));
    GIVES(CUDA_ERROR_NOT_SUPPORTED, ((CUresult(*)(unsigned *, unsigned))dlsym(driver, "cuMemAlloc"))(NULL, 4));
}

static void modules(const char *ptx, const char *fat) {
    CUmodule module;
    CUfunction scale, none;
    CUdeviceptr out, table;
    size_t bytes = 0;
    int host[32], value = 100, registers = 0;
    short step = 2;
    void *arguments[] = {&out, &value, &step};
    char packed[16];
    size_t packed_bytes = 14;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_bytes, CU_LAUNCH_PARAM_END};
    OK(cuModuleLoad(&module, ptx));
    OK(cuModuleGetFunction(&scale, module, "scale"));
    GIVES(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&none, module, "none"));
    OK(cuMemAlloc(&out, sizeof host));
    OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, arguments, NULL));
    OK(cuMemcpyDtoH(host, out, sizeof host));
    expect("scale 5", host[5], 100 + 2 * 5 + 2 * 10);
    OK(cuModuleGetGlobal(&table, &bytes, module, "table"));
    expect("bytes of table", bytes, 16);
    OK(cuMemsetD32(table, 7, 4));
    memcpy(packed, &out, 8);
    memcpy(packed + 8, &value, 4);
    memcpy(packed + 12, &step, 2);
    OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, NULL, extra));
    OK(cuMemcpyDtoH(host, out, sizeof host));
    expect("scale 5 again", host[5], 100 + 2 * 5 + 7 * 10);
    CUmodule its = NULL;
    OK(cuFuncGetModule(&its, scale));
    expect("its module", its == module, 1);
    OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, scale));
    expect("registers", registers > 0, 1);
    OK(cuModuleUnload(module));
    OK(cuModuleLoad(&module, fat));
    OK(cuModuleGetFunction(&scale, module, "parent"));
    OK(cuMemsetD32(out, 0, 1));
    OK(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, 0, arguments, NULL));
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH(host, out, 4));
    expect("children", host[0], 6);
    OK(cuMemFree(out));
    GIVES(CUDA_ERROR_INVALID_PTX, cuModuleLoadData(&module, ".version 8.0\n.target sm_90\nthis is not PTX\n"));
}

/* A text is refused for what no PTX may hold, with a line in the log, and loads with what is not simulated. */
static void refusals(void) {
    static const struct {
        CUresult error;
        const char *text, *said;
    } texts[] = {
        {CUDA_SUCCESS, ".version 8.0 .target sm_90 .address_size 64 .entry k() { wgmma.fence.sync.aligned; ret; }", ""},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() {\nfoo.bar; }", "line 4; error   : 'foo'"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() { mov.u32 %r9, 1; ret; }", "line 3; error   : nothing declares '%r9'"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() { bra NOWHERE; }", "'NOWHERE'"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() { .reg .u32 %a; .reg .u32 %a; ret; }", "second time"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() { .reg .f32 %a; .reg .u64 %b<2>; add.u64 %b1, %b1, %a; ret; }", "64 bits"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.0\n.target sm_90 .address_size 64\n.entry k() { ret;", "line 3"},
        {CUDA_ERROR_INVALID_PTX, ".version 8.7\n.target sm_100 .address_size 64\n.entry k() { ret; }", "sm_100"},
        {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, ".version 99.0\n.target sm_90 .address_size 64\n.entry k() { ret; }", "99.0"},
        {CUDA_ERROR_INVALID_IMAGE, "garbage", "garbage"},
    };
    unsigned i;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        char log[200] = "";
        CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
        void *values[] = {log, (void *)sizeof log};
        CUmodule module;
        GIVES(texts[i].error, cuModuleLoadDataEx(&module, texts[i].text, 2, options, values));
        expect(texts[i].text, strstr(log, texts[i].said) != NULL, 1);
    }
}

static void links(void) {
    CUlinkState linker;
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    CUlibrary library;
    CUkernel kernel;
    void *image, *arguments[] = {&out};
    size_t bytes;
    int host = 0;
    OK(cuLinkCreate(0, NULL, NULL, &linker));
    OK(cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)one, strlen(one) + 1, "one", 0, NULL, NULL));
    OK(cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)two, strlen(two) + 1, "two", 0, NULL, NULL));
    OK(cuLinkComplete(linker, &image, &bytes));
    OK(cuModuleLoadData(&module, image));
    OK(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLinkDestroy(linker));
    OK(cuMemAlloc(&out, 4));
    OK(cuModuleGetFunction(&function, module, "call"));
    OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, arguments, NULL));
    OK(cuMemcpyDtoH(&host, out, 4));
    expect("linked", host, 42);
    OK(cuLibraryGetKernel(&kernel, library, "call"));
    OK(cuMemsetD8(out, 0, 4));
    OK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 0, 0, arguments, NULL));
    OK(cuMemcpyDtoH(&host, out, 4));
    expect("of a library", host, 42);
    OK(cuLibraryUnload(library));
}

/* A fill, a kernel and a copy as nodes, an update of the kernel, and two dependent launches captured. */
static void graphs(const char *ptx) {
    CUmodule module;
    CUfunction scale;
    CUdeviceptr out;
    CUgraph graph, captured;
    CUgraphExec exec;
    CUgraphNode fill, kernel, copy, from[2], to[2];
    CUgraphEdgeData edges[2];
    CUstream stream;
    CUDA_MEMSET_NODE_PARAMS zero = {0};
    CUDA_KERNEL_NODE_PARAMS launch = {0};
    CUDA_MEMCPY3D box = {0};
    CUlaunchAttribute overlaps = {0};
    CUlaunchConfig config = {0};
    int value = 100, host[32];
    short step = 2;
    void *arguments[] = {&out, &value, &step};
    size_t count = 2;
    OK(cuModuleLoad(&module, ptx));
    OK(cuModuleGetFunction(&scale, module, "scale"));
    OK(cuMemAlloc(&out, sizeof host));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuGraphCreate(&graph, 0));
    zero.dst = out;
    zero.value = 0x12345678;
    zero.elementSize = 4;
    zero.width = 32;
    zero.height = 1;
    OK(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &zero, NULL));
    launch.func = scale;
    launch.gridDimX = launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
    launch.blockDimX = 16;
    launch.kernelParams = arguments;
    OK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = out;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = host;
    box.WidthInBytes = sizeof host;
    box.Height = box.Depth = 1;
    OK(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &box, NULL));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    expect("of the kernel", host[5], 100 + 2 * 5 + 2 * 10);
    expect("of the fill", host[20], 0x12345678);
    value = 200;
    OK(cuGraphExecKernelNodeSetParams(exec, kernel, &launch));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    expect("updated", host[5], 200 + 2 * 5 + 2 * 10);
    overlaps.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    overlaps.value.programmaticStreamSerializationAllowed = 1;
    config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    config.hStream = stream;
    config.attrs = &overlaps;
    config.numAttrs = 1;
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    OK(cuLaunchKernelEx(&config, scale, arguments, NULL));
    OK(cuStreamEndCapture(stream, &captured));
    OK(cuGraphGetEdges(captured, from, to, edges, &count));
    expect("edges", count, 1);
    expect("port", edges[0].from_port, CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(captured));
    OK(cuGraphDestroy(graph));
    OK(cuStreamDestroy(stream));
}

/* Nodes of any type by one call, their events and attributes, memory of nodes, and a condition. */
static void nodes(const char *ptx) {
    CUmodule module;
    CUfunction scale;
    CUgraph graph;
    CUgraphNode fill, kernel, other, copy, record, memory, release;
    CUgraphExec exec;
    CUevent one, two, found;
    CUdeviceptr out;
    CUgraphNodeParams with, none = {0};
    CUlaunchAttributeValue value = {0}, read = {0};
    CUDA_MEM_ALLOC_NODE_PARAMS allocated;
    CUDA_MEMCPY3D copied;
    CUgraphConditionalHandle condition;
    unsigned long long used = 7;
    int number = 100, host[32];
    short step = 2;
    void *arguments[] = {&out, &number, &step};
    OK(cuModuleLoad(&module, ptx));
    OK(cuModuleGetFunction(&scale, module, "scale"));
    OK(cuMemAlloc(&out, sizeof host));
    OK(cuEventCreate(&one, 0));
    OK(cuEventCreate(&two, 0));
    OK(cuGraphCreate(&graph, 0));
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_MEMSET;
    with.memset.dst = out;
    with.memset.value = 1;
    with.memset.elementSize = 4;
    with.memset.width = 32;
    with.memset.height = 1;
    OK(cuGraphAddNode(&fill, graph, NULL, NULL, 0, &with));
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_KERNEL;
    with.kernel.func = scale;
    with.kernel.gridDimX = with.kernel.gridDimY = with.kernel.gridDimZ = with.kernel.blockDimY = with.kernel.blockDimZ = 1;
    with.kernel.blockDimX = 16;
    with.kernel.kernelParams = arguments;
    OK(cuGraphAddNode(&kernel, graph, &fill, NULL, 1, &with));
    OK(cuGraphAddNode(&other, graph, &kernel, NULL, 1, &with));
    value.cooperative = 1;
    OK(cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphKernelNodeCopyAttributes(other, kernel));
    OK(cuGraphKernelNodeGetAttribute(other, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));
    expect("cooperative", read.cooperative, 1);
    OK(cuGraphDestroyNode(other));
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_MEMCPY;
    with.memcpy.copyParams.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    with.memcpy.copyParams.srcDevice = out;
    with.memcpy.copyParams.dstMemoryType = CU_MEMORYTYPE_HOST;
    with.memcpy.copyParams.dstHost = host;
    with.memcpy.copyParams.WidthInBytes = sizeof host;
    with.memcpy.copyParams.Height = with.memcpy.copyParams.Depth = 1;
    OK(cuGraphAddNode(&copy, graph, &kernel, NULL, 1, &with));
    OK(cuGraphMemcpyNodeGetParams(copy, &copied));
    expect("bytes", copied.WidthInBytes, sizeof host);
    expect("source", copied.srcDevice, out);
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD;
    with.eventRecord.event = one;
    OK(cuGraphAddNode(&record, graph, &copy, NULL, 1, &with));
    OK(cuGraphEventRecordNodeSetEvent(record, two));
    OK(cuGraphEventRecordNodeGetEvent(record, &found));
    expect("event", found == two, 1);
    GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeGetEvent(record, &found));
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    with.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    with.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    with.alloc.bytesize = 512;
    OK(cuGraphAddNode(&memory, graph, NULL, NULL, 0, &with));
    OK(cuGraphMemAllocNodeGetParams(memory, &allocated));
    expect("allocated", allocated.dptr == with.alloc.dptr && allocated.bytesize == 512, 1);
    OK(cuGraphAddMemFreeNode(&release, graph, &memory, 1, with.alloc.dptr));
    GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(record));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphExecEventRecordNodeSetEvent(exec, record, one));
    OK(cuGraphLaunch(exec, 0));
    OK(cuEventSynchronize(one));
    expect("kernel", host[5], 100 + 2 * 5 + 2 * 10);
    expect("fill", host[20], 1);
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    expect("used", used, 0);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphConditionalHandleCreate(&condition, graph, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    with = none;
    with.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    with.conditional.handle = condition;
    with.conditional.type = CU_GRAPH_COND_TYPE_IF;
    with.conditional.size = 1;
    OK(cuGraphAddNode(&other, graph, &copy, NULL, 1, &with));
    GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(with.conditional.phGraph_out[0]));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

static void streams(void) {
    CUstream stream;
    CUevent start, end;
    CUdeviceptr x, base;
    float milliseconds = -1;
    size_t bytes = 0;
    unsigned short host[8], back[8];
    unsigned kind = 0;
    const char *name, *text;
    CUresult (*synchronize)(void) = NULL;
    CUdriverProcAddressQueryResult found;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&start, 0));
    OK(cuEventCreate(&end, 0));
    OK(cuMemAlloc(&x, 16));
    OK(cuEventRecord(start, stream));
    OK(cuMemsetD16Async(x, 0x1234, 8, stream));
    OK(cuMemcpyDtoHAsync(host, x, 16, stream));
    OK(cuEventRecord(end, stream));
    OK(cuStreamSynchronize(stream));
    expect("filled", host[7], 0x1234);
    OK(cuEventElapsedTime(&milliseconds, start, end));
    expect("time", milliseconds > 0, 1);
    host[0] = 9;
    OK(cuMemcpyHtoD(x, host, 16));
    OK(cuMemcpy((CUdeviceptr)back, x, 16));
    expect("copied", back[0], 9);
    OK(cuMemGetAddressRange(&base, &bytes, x + 4));
    expect("base", base == x, 1);
    expect("size", bytes, 16);
    OK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, x));
    expect("kind", kind, CU_MEMORYTYPE_DEVICE);
    GIVES(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)host));
    OK(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &name));
    expect("name", strcmp(name, "CUDA_ERROR_ILLEGAL_ADDRESS"), 0);
    OK(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    expect("text", strcmp(text, "an illegal memory access was encountered"), 0);
    GIVES(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)12345, &name));
    OK(cuGetProcAddress("cuCtxSynchronize", (void **)&synchronize, 13000, 0, &found));
    expect("found", found, CU_GET_PROC_ADDRESS_SUCCESS);
    OK(synchronize());
    OK(cuGetProcAddress("cuNone", (void **)&synchronize, 13000, 0, &found));
    expect("not found", found, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    expect("no function", synchronize == NULL, 1);
    CUdeviceptr managed;
    OK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemPrefetchAsync(managed, 64, (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, {0}}, 0, stream));
    OK(cuMemFree(managed));
    OK(cuStreamDestroy(stream));
    GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&x, 0));
}

int main(int count, char **arguments) {
    CUdevice device;
    char name[64];
    int devices = 0, major = 0, version = 0;
    size_t memory = 0;
    CUstream none;
    if (count < 3) {
        return 2;
    }
    GIVES(CUDA_ERROR_NOT_INITIALIZED, cuStreamCreate(&none, 0));
    OK(cuInit(0));
    GIVES(CUDA_ERROR_INVALID_VALUE, cuInit(1));
    OK(cuDriverGetVersion(&version));
    expect("version", version, 13000);
    OK(cuDeviceGetCount(&devices));
    expect("devices", devices, 1);
    GIVES(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 1));
    OK(cuDeviceGet(&device, 0));
    OK(cuDeviceGetName(name, sizeof name, device));
    expect("name", strcmp(name, "NVIDIA H200"), 0);
    OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    expect("major", major, 9);
    OK(cuDeviceTotalMem(&memory, device));
    expect("memory", memory > (1ull << 36), 1);
    contexts(device);
    first_forms(device);
    modules(arguments[1], arguments[2]);
    refusals();
    links();
    graphs(arguments[1]);
    nodes(arguments[1]);
    streams();
    return wrong;
}
