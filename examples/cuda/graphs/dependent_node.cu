// A captured kernel that may start beside the one ahead of it in the graph reads what that writes before it waits (rule D-2). With an argument
// it waits first.
__device__ int value, seen;
__global__ void write() {
    asm volatile("griddepcontrol.launch_dependents;");
    __nanosleep(20000);
    value = 7;
}
__global__ void read(bool fixed) {
    if (fixed) asm volatile("griddepcontrol.wait;" ::: "memory");
    seen = value;
}
int main(int count, char **) {
    bool fixed = count > 1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    write<<<1, 1, 0, stream>>>();
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(1);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, read, fixed);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    return cudaStreamSynchronize(stream);
}
