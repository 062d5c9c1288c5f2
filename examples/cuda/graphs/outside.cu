// A kernel that is in no graph launches one: the call fails (rule G-1). The mended program puts the kernel into a graph.
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
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, s>>>();
    cudaGraphExec_t adds = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
#ifdef FIXED
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    launcher<<<1, 1, 0, s>>>(adds);
    cudaGraphExec_t exec = captured(s, 0);
    cudaGraphLaunch(exec, s);
#else
    launcher<<<1, 1, 0, s>>>(adds);
#endif
    return cudaStreamSynchronize(s);
}
