// Copies to arrays and from them, checked against what the program wrote.

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static const int WIDTH = 5, HEIGHT = 3, DEPTH = 2;

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int in[DEPTH][HEIGHT][WIDTH], out[DEPTH][HEIGHT][WIDTH];
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++) in[0][0][i] = 100 + i;

    cudaArray_t plane;
    cudaMallocArray(&plane, &format, WIDTH, HEIGHT);
    memset(out, 0, sizeof out);
    cudaMemcpy2DToArrayAsync(plane, 0, 0, in, WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice, stream);
    cudaMemcpy2DFromArrayAsync(out, WIDTH * 4, plane, 4, 1, 8, 2, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("rows %d %d, %d %d\n", out[0][0][0], out[0][0][1], out[0][1][0], out[0][1][1]);

    // Bytes that start within a row and end within another.
    int few[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    cudaMemcpyToArray(plane, 3 * 4, 0, few, sizeof few, cudaMemcpyHostToDevice);
    cudaMemcpyFromArray(out, plane, 0, 0, HEIGHT * WIDTH * 4, cudaMemcpyDeviceToHost);
    printf("bytes");
    for (int i = 0; i < HEIGHT * WIDTH; i++) printf(" %d", out[0][0][i]);
    printf("\n");
    cudaMemcpyToArrayAsync(plane, 0, 2, few, 8, cudaMemcpyHostToDevice, stream);
    cudaMemcpyFromArrayAsync(out, plane, 4, 2, 8, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("in a stream %d %d\n", out[0][0][0], out[0][0][1]);
    printf("too many %s\n", cudaGetErrorName(cudaMemcpyToArray(plane, 4, 2, few, WIDTH * 4, cudaMemcpyHostToDevice)));
    printf("too wide %s\n", cudaGetErrorName(cudaMemcpy2DToArray(plane, 4, 0, in, WIDTH * 4, WIDTH * 4, 1, cudaMemcpyHostToDevice)));

    // A box of an array counts texels.
    cudaArray_t box, copy;
    cudaMalloc3DArray(&box, &format, make_cudaExtent(WIDTH, HEIGHT, DEPTH));
    cudaMalloc3DArray(&copy, &format, make_cudaExtent(WIDTH, HEIGHT, DEPTH));
    cudaMemcpy3DParms with = {};
    with.srcPtr = make_cudaPitchedPtr(in, WIDTH * 4, WIDTH, HEIGHT);
    with.dstArray = box;
    with.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    with.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&with);
    cudaMemcpy3DParms across = {};
    across.srcArray = box;
    across.dstArray = copy;
    across.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    across.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3DAsync(&across, stream);
    memset(out, 0, sizeof out);
    cudaMemcpy3DParms back = {};
    back.srcArray = copy;
    back.srcPos = make_cudaPos(3, 1, 1);
    back.dstPtr = make_cudaPitchedPtr(out, WIDTH * 4, WIDTH, HEIGHT);
    back.dstPos = make_cudaPos(4, 0, 0);
    back.extent = make_cudaExtent(2, 2, 1);
    back.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3DAsync(&back, stream);
    cudaStreamSynchronize(stream);
    printf("box %d %d %d, %d %d\n", out[0][0][0], out[0][0][1], out[0][0][2], out[0][1][1], out[0][1][2]);
    back.srcPos = make_cudaPos(4, 1, 1);
    printf("outside %s\n", cudaGetErrorName(cudaMemcpy3D(&back)));

    // Rows of one array to another, and bytes across the ends of rows of different lengths.
    int flat[20], narrow[12];
    for (int i = 0; i < 20; i++) flat[i] = 200 + i;
    cudaArray_t wide, small;
    cudaMallocArray(&wide, &format, 5, 4);
    cudaMallocArray(&small, &format, 3, 4);
    cudaMemcpyToArray(wide, 0, 0, flat, sizeof flat, cudaMemcpyHostToDevice);
    cudaMemcpy2DArrayToArray(small, 4, 1, wide, 8, 2, 8, 2, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromArray(narrow, small, 0, 0, sizeof narrow, cudaMemcpyDeviceToHost);
    printf("between %d %d, %d %d\n", narrow[4], narrow[5], narrow[7], narrow[8]);
    cudaMemcpyArrayToArray(small, 4, 0, wide, 12, 0, 36, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromArray(narrow, small, 0, 0, sizeof narrow, cudaMemcpyDeviceToHost);
    printf("bytes between");
    for (int i = 1; i < 10; i++) printf(" %d", narrow[i]);
    printf("\nbeyond %s\n", cudaGetErrorName(cudaMemcpy2DArrayToArray(small, 4, 1, wide, 8, 2, 12, 2, cudaMemcpyDeviceToDevice)));

    // Nodes of a graph, and what a capture makes of copies: in, across, out.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, second, third;
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++) in[0][0][i] = 500 + i;
    memset(out, 0, sizeof out);
    cudaMemcpy3DParms all = {};
    all.srcArray = copy;
    all.dstPtr = make_cudaPitchedPtr(out, WIDTH * 4, WIDTH, HEIGHT);
    all.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    all.kind = cudaMemcpyDeviceToHost;
    printf("nodes %d", cudaGraphAddMemcpyNode(&first, graph, nullptr, 0, &with));
    printf(" %d", cudaGraphAddMemcpyNode(&second, graph, &first, 1, &across));
    printf(" %d", cudaGraphAddMemcpyNode(&third, graph, &second, 1, &all));
    printf(" %d", cudaGraphInstantiate(&exec, graph, 0));
    printf(" %d", cudaGraphLaunch(exec, stream));
    printf(" %d: ", cudaStreamSynchronize(stream));
    printf("%d\n", memcmp(in, out, sizeof in));
    cudaMemcpy3DParms got;
    cudaGraphMemcpyNodeGetParams(second, &got);
    printf("described %d\n", got.srcArray == box && got.dstArray == copy && got.extent.depth == DEPTH);
    across.srcPos = make_cudaPos(1, 0, 0);
    printf("a node outside %s\n", cudaGetErrorName(cudaGraphMemcpyNodeSetParams(second, &across)));
    across.srcPos = make_cudaPos(0, 0, 1);
    across.dstPos = make_cudaPos(0, 0, 0);
    across.extent.depth = 1;
    cudaGraphExecMemcpyNodeSetParams(exec, second, &across);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    printf("changed %d %d\n", memcmp(out[0], in[1], sizeof in[0]), memcmp(out[1], in[1], sizeof in[1]));
    int *pinned;
    cudaMallocHost(&pinned, 2 * WIDTH * HEIGHT * 4);
    for (int i = 0; i < WIDTH * HEIGHT; i++) pinned[i] = 700 + i;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpy2DToArrayAsync(plane, 0, 0, pinned, WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice, stream);
    cudaMemcpy3DParms captured = {};
    captured.srcArray = plane;
    captured.dstPtr = make_cudaPitchedPtr(pinned + WIDTH * HEIGHT, WIDTH * 4, WIDTH, HEIGHT);
    captured.extent = make_cudaExtent(WIDTH, HEIGHT, 1);
    captured.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3DAsync(&captured, stream);
    cudaStreamEndCapture(stream, &graph);
    size_t count = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphInstantiate(&exec, graph, 0);
    pinned[7] = 9;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    printf("captured %zu: %d %d\n", count, memcmp(pinned, pinned + WIDTH * HEIGHT, WIDTH * HEIGHT * 4), pinned[WIDTH * HEIGHT + 7]);
}
