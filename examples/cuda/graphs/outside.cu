// A kernel that is in no graph launches one: the call fails (rule G-1). With an argument the program puts the kernel into a graph.
__device__ int count;
__global__ void add() { atomicAdd(&count, 1); }
__global__ void launcher(cudaGraphExec_t exec) { cudaGraphLaunch(exec, cudaStreamGraphFireAndForget); }
static cudaGraphExec_t captured(cudaStream_t s, unsigned long long flags) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, flags);
    cudaGraphUpload(exec, s);
    return exec;
}
int main(int count, char **) {
    bool fixed = count > 1;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, s>>>();
    cudaGraphExec_t adds = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
    if (fixed) cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    launcher<<<1, 1, 0, s>>>(adds);
    if (fixed) cudaGraphLaunch(captured(s, 0), s);
    return cudaStreamSynchronize(s);
}
