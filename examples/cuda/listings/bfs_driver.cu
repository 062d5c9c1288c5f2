// A breadth-first search whose levels the device launches: a driver that puts itself in its own tail (TAIL-10, TAIL-13). Vertices of more
// edges than the threshold get a child grid.
__device__ void visit(int vertex, int depth, int *level, int *next, int *count) {
    if (atomicCAS(&level[vertex], -1, depth) == -1) {
        next[atomicAdd(count, 1)] = vertex;
    }
}

__global__ void neighbours(const int *edges, int degree, int depth, int *level, int *next, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < degree) {
        visit(edges[i], depth, level, next, count);
    }
}

__global__ void expand(const int *first, const int *edges, const int *frontier, int size, int threshold, int depth, int *level,
        int *next, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) {
        return;
    }
    int begin = first[frontier[i]];
    int degree = first[frontier[i] + 1] - begin;
    if (degree > threshold) {
        neighbours<<<(degree + 31) / 32, 32>>>(edges + begin, degree, depth, level, next, count);
    } else {
        for (int e = begin; e < begin + degree; e++) {
            visit(edges[e], depth, level, next, count);
        }
    }
}

__global__ void driver(const int *first, const int *edges, int *frontier, int *next, int *counts, int threshold, int depth, int *level) {
    int size = counts[depth & 1];
    if (size == 0) {
        return;
    }
    int *count = &counts[(depth + 1) & 1];
    *count = 0;
    expand<<<(size + 31) / 32, 32>>>(first, edges, frontier, size, threshold, depth + 1, level, next, count);
    driver<<<1, 1, 0, cudaStreamTailLaunch>>>(first, edges, next, frontier, counts, threshold, depth + 1, level);
}
