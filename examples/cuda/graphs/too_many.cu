// A kernel lets 121 graphs go and looks at no error: the last call fails (rule G-5). With an argument the program looks.
__device__ int count, refused;
__global__ void add() { atomicAdd(&count, 1); }
__global__ void launcher(const cudaGraphExec_t *execs, int n) {
    for (int i = 0; i < n; i++) cudaGraphLaunch(execs[i], cudaStreamGraphFireAndForget);
}
__global__ void careful(const cudaGraphExec_t *execs, int n) {
    for (int i = 0; i < n; i++) {
        if (cudaGraphLaunch(execs[i], cudaStreamGraphFireAndForget) != cudaSuccess) refused++;
    }
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
    const int n = 121;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraphExec_t adds[n], *onDevice;
    for (cudaGraphExec_t &each : adds) {
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        add<<<1, 1, 0, s>>>();
        each = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
    }
    cudaMalloc((void **)&onDevice, sizeof adds);
    cudaMemcpy(onDevice, adds, sizeof adds, cudaMemcpyHostToDevice);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    if (fixed) {
        careful<<<1, 1, 0, s>>>(onDevice, n);
    } else {
        launcher<<<1, 1, 0, s>>>(onDevice, n);
    }
    cudaGraphExec_t exec = captured(s, 0);
    cudaGraphLaunch(exec, s);
    return cudaStreamSynchronize(s);
}
