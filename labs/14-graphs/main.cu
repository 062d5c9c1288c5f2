// Host program of lab 14. Do not edit it.
#include <cstdio>

#include "kernel.cu"

static cudaGraphExec_t instantiated(cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch);
    cudaGraphUpload(exec, stream);
    return exec;
}

int main() {
    int *data, *rounds, start[64], host[2] = {0, 0};
    for (int i = 0; i < 64; i++) {
        start[i] = i;
    }
    cudaMalloc(&data, sizeof(start));
    cudaMalloc(&rounds, sizeof(host));
    cudaMemcpy(data, start, sizeof(start), cudaMemcpyHostToDevice);
    cudaMemset(rounds, 0, sizeof(host));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    copy_rounds<<<1, 1, 0, stream>>>(rounds, rounds + 1);
    cudaGraphExec_t report = instantiated(stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    halve<<<1, 64, 0, stream>>>(data);
    decide<<<1, 1, 0, stream>>>(rounds, report);
    cudaGraphExec_t halving = instantiated(stream);
    cudaGraphLaunch(halving, stream);
    cudaStreamSynchronize(stream);
    cudaError_t error = cudaMemcpy(host, rounds, sizeof(host), cudaMemcpyDeviceToHost);
    printf("rounds: %d, reported: %d, expected: 7 (%s)\n", host[0], host[1], cudaGetErrorName(error));
    return host[0] == 7 && host[1] == 7 && error == cudaSuccess ? 0 : 1;
}
