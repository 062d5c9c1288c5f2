// A kernel launches a graph twice: the second call finds it under way and fails (rule G-6). With an argument the program has two graphs.
__device__ int count;
__global__ void add() { atomicAdd(&count, 1); }
__global__ void launcher(cudaGraphExec_t one, cudaGraphExec_t other) {
    cudaGraphLaunch(one, cudaStreamGraphFireAndForget);
    cudaGraphLaunch(other, cudaStreamGraphFireAndForget);
}
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
    cudaGraphExec_t adds[2];
    for (cudaGraphExec_t &each : adds) {
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        add<<<1, 1, 0, s>>>();
        each = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
    }
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    launcher<<<1, 1, 0, s>>>(adds[0], adds[fixed ? 1 : 0]);
    cudaGraphExec_t exec = captured(s, 0);
    cudaGraphLaunch(exec, s);
    return cudaStreamSynchronize(s);
}
