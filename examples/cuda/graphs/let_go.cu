// A kernel lets a graph go and then reads what the graph writes: nothing orders the two. With an argument the program reads in a tail.
#include <cstdio>
__device__ int value, seen;
__global__ void write() { value = 7; }
__global__ void read() { seen = value; }
__global__ void launcher(cudaGraphExec_t writer, cudaGraphExec_t reader, bool fixed) {
    if (cudaGraphLaunch(writer, cudaStreamGraphFireAndForget)) printf("not launched\n");
    if (!fixed) {
        seen = value;
    } else if (cudaGraphLaunch(reader, cudaStreamGraphTailLaunch)) {
        printf("not launched\n");
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
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    write<<<1, 1, 0, s>>>();
    cudaGraphExec_t writer = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    read<<<1, 1, 0, s>>>();
    cudaGraphExec_t reader = captured(s, cudaGraphInstantiateFlagDeviceLaunch);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    launcher<<<1, 1, 0, s>>>(writer, reader, fixed);
    cudaGraphExec_t exec = captured(s, 0);
    cudaGraphLaunch(exec, s);
    return cudaStreamSynchronize(s);
}
