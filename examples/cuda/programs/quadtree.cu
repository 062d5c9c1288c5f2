// Points divided into quarters of a square, quarters of quarters and so on: each node is a block, which sorts its points into four and
// launches a grid of four blocks for its children. A template of the block's size, launched from itself.
// Run with: cdpsim run quadtree.cu [POINTS]
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Square {
    float left, bottom, side;
    __host__ __device__ Square quarter(int i) const {
        float half = 0.5f * side;
        return Square{left + (i & 1 ? half : 0.0f), bottom + (i & 2 ? half : 0.0f), half};
    }
    __host__ __device__ int quarterOf(float2 point) const {
        return (point.x >= left + 0.5f * side ? 1 : 0) | (point.y >= bottom + 0.5f * side ? 2 : 0);
    }
};

struct Node {
    Square square;
    int first, count;
    bool isLeaf;
};

/** The first node of a depth: after 1 + 4 + 16 + ... others. */
__host__ __device__ int firstOf(int depth) { return ((1 << 2 * depth) - 1) / 3; }

struct Limits {
    int deepest, fewest;
};

template <int THREADS>
__global__ void build(Node *tree, int first, float2 *points, float2 *sorted, int depth, Limits limits) {
    extern __shared__ int counts[];
    int own = first + blockIdx.x;
    Node &node = tree[firstOf(depth) + own];
    if (depth >= limits.deepest || node.count <= limits.fewest) {
        node.isLeaf = true;
        // Results of every depth are in the first array.
        if (depth % 2 == 1) {
            for (int i = threadIdx.x; i < node.count; i += THREADS) sorted[node.first + i] = points[node.first + i];
        }
        return;
    }
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    constexpr int WARPS = THREADS / 32;
    int share = (node.count + WARPS - 1) / WARPS, begin = node.first + warp * share;
    int end = min(begin + share, node.first + node.count);
    int found[4] = {0, 0, 0, 0};
    for (int i = begin; i < end; i += 32) {
        int quarter = i + lane < end ? node.square.quarterOf(points[i + lane]) : -1;
        for (int q = 0; q < 4; q++) found[q] += __popc(__ballot_sync(0xffffffffu, quarter == q));
    }
    if (lane == 0) {
        for (int q = 0; q < 4; q++) counts[q * WARPS + warp] = found[q];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0, sum = 0; i < 4 * WARPS; i++) {
            int count = counts[i];
            counts[i] = sum;
            sum += count;
        }
    }
    __syncthreads();
    int at[4];
    for (int q = 0; q < 4; q++) at[q] = node.first + counts[q * WARPS + warp];
    for (int i = begin; i < end; i += 32) {
        bool isThere = i + lane < end;
        float2 point = isThere ? points[i + lane] : make_float2(0, 0);
        int quarter = isThere ? node.square.quarterOf(point) : -1;
        for (int q = 0; q < 4; q++) {
            unsigned these = __ballot_sync(0xffffffffu, quarter == q);
            if (quarter == q) sorted[at[q] + __popc(these & ((1u << lane) - 1))] = point;
            at[q] += __popc(these);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        Node *children = tree + firstOf(depth + 1) + 4 * own;
        for (int q = 0; q < 4; q++) {
            int from = counts[q * WARPS], to = q < 3 ? counts[(q + 1) * WARPS] : node.count;
            children[q] = Node{node.square.quarter(q), node.first + from, to - from, false};
        }
        build<THREADS><<<4, THREADS, 4 * WARPS * sizeof(int)>>>(tree, 4 * own, sorted, points, depth + 1, limits);
    }
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 400;
    constexpr int THREADS = 64, DEEPEST = 4;
    std::vector<float2> points(count);
    srand(3);
    for (float2 &point : points) {
        point.x = rand() % 10000 / 10000.0f;
        point.y = rand() % 10000 / 10000.0f;
    }
    int most = firstOf(DEEPEST + 1);
    std::vector<Node> nodes(most, Node{});
    nodes[0] = Node{Square{0, 0, 1}, 0, count, false};
    Node *nodesOnDevice;
    float2 *a, *b;
    cudaMalloc(&nodesOnDevice, most * sizeof(Node));
    cudaMalloc(&a, count * sizeof(float2));
    cudaMalloc(&b, count * sizeof(float2));
    cudaMemcpy(nodesOnDevice, nodes.data(), most * sizeof(Node), cudaMemcpyHostToDevice);
    cudaMemcpy(a, points.data(), count * sizeof(float2), cudaMemcpyHostToDevice);
    build<THREADS><<<1, THREADS, 4 * (THREADS / 32) * sizeof(int)>>>(nodesOnDevice, 0, a, b, 0, Limits{DEEPEST, 8});
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(nodes.data(), nodesOnDevice, most * sizeof(Node), cudaMemcpyDeviceToHost);
    cudaMemcpy(points.data(), a, count * sizeof(float2), cudaMemcpyDeviceToHost);
    int inLeaves = 0, wrong = 0, leaves = 0;
    for (const Node &node : nodes) {
        if (!node.isLeaf) continue;
        leaves++;
        inLeaves += node.count;
        for (int i = node.first; i < node.first + node.count; i++) {
            const Square &s = node.square;
            wrong += !(points[i].x >= s.left && points[i].x < s.left + s.side && points[i].y >= s.bottom && points[i].y < s.bottom + s.side);
        }
    }
    printf("%d leaves hold %d of %d points, %d of them wrongly (%s)\n", leaves, inLeaves, count, wrong, cudaGetErrorName(error));
    return inLeaves == count && wrong == 0 && error == cudaSuccess ? 0 : 1;
}
