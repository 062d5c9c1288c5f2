// A graph in one stream writes what a kernel in another stream reads. With an argument the program lets the kernel's stream wait for an event.
__device__ int value, seen;
__global__ void write() { value = 7; }
__global__ void read() { seen = value; }
int main(int count, char **) {
    bool fixed = count > 1;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    write<<<1, 1, 0, s>>>();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    if (fixed) {
        cudaEvent_t written;
        cudaEventCreate(&written);
        cudaEventRecord(written, s);
        cudaStreamWaitEvent(t, written, 0);
    }
    read<<<1, 1, 0, t>>>();
    return cudaDeviceSynchronize();
}
