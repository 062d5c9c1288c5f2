// N queens: a thread extends one board by one row; while the depth allows, a grid of a warp is launched for each extended board; below it a thread
// searches the rest by itself with bit masks. Solutions are counted with 64-bit atomics. Compared with prefixes made by the host.
#include "programs.cuh"
struct Board { unsigned columns, left, right; int row; };
__device__ ull solutions;
__device__ unsigned int nodes, failed;

__host__ __device__ inline unsigned freeOf(const Board& b, int n) { return ~(b.columns | b.left | b.right) & ((1u << n) - 1); }
__host__ __device__ inline Board place(const Board& b, unsigned bit) { return Board{b.columns | bit, (b.left | bit) << 1, (b.right | bit) >> 1, b.row + 1}; }
__host__ __device__ ull search(const Board& start, int n) {
  ull found = 0; unsigned open[16]; Board at[16]; int d = 0;
  at[0] = start; open[0] = freeOf(start, n);
  if (start.row == n) return 1;
  while (d >= 0) {
    if (!open[d]) { --d; continue; }
    unsigned bit = open[d] & -open[d]; open[d] ^= bit;
    Board next = place(at[d], bit);
    if (next.row == n) ++found; else { ++d; at[d] = next; open[d] = freeOf(next, n); }
  }
  return found;
}
__global__ void flat(const Board* boards, int many, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < many) { ull f = search(boards[i], n); if (f) atomicAdd(&solutions, f); }
}
__global__ void solve(Board b, int n, int depth, bool forget) {
  __shared__ ull found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (threadIdx.x < n && (freeOf(b, n) >> threadIdx.x & 1)) {
    Board next = place(b, 1u << threadIdx.x);
    if (next.row < depth) {
      if (forget) solve<<<1, 32, 0, cudaStreamFireAndForget>>>(next, n, depth, forget); else solve<<<1, 32>>>(next, n, depth, forget);
      if (cudaGetLastError() != cudaSuccess) atomicInc(&failed, 0xffffffffu);
    } else atomicAdd(&found, search(next, n));
    atomicInc(&nodes, 0xffffffffu);
  }
  __syncthreads();
  if (threadIdx.x == 0 && found) atomicAdd(&solutions, found);
  if (threadIdx.x == 0 && b.row == 0) printf("queens: %d rows, grids down to row %d\n", n, depth);
}
int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  size_t limit; CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  if (limit < 16384) { fprintf(stderr, "FATAL,queens: limit is %zu\n", limit); return 1; }
  for (int n : {8, 10, 11}) {
    const ull known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
    std::vector<Board> prefixes{Board{0, 0, 0, 0}};
    for (int row = 0; row < 3; ++row) { std::vector<Board> next; for (auto& b : prefixes) for (unsigned f = freeOf(b, n); f; f &= f - 1) next.push_back(place(b, f & -f)); prefixes.swap(next); }
    Board* boards = device(prefixes);
    for (int k = 0; k < 4; ++k) {
      if (n == 8 && k == 1) continue;
      const char* names[] = {"flat", "depth2_null", "depth3_null", "depth3_forget"};
      row("queens", names[k], "n", n, [&] { ull z = 0; CHECK(cudaMemcpyToSymbol(solutions, &z, sizeof z)); },
          [&] {
            if (k == 0) flat<<<((int)prefixes.size() + 63) / 64, 64>>>(boards, (int)prefixes.size(), n);
            else solve<<<1, 32>>>(Board{0, 0, 0, 0}, n, k == 1 ? 2 : 3, k == 3);
          },
          [&] {
            ull s; unsigned f; CHECK(cudaMemcpyFromSymbol(&s, solutions, sizeof s)); CHECK(cudaMemcpyFromSymbol(&f, failed, sizeof f));
            if (s != known[n] || f) { fprintf(stderr, "FATAL,queens %s %d: %llu solutions, %u launches failed\n", names[k], n, s, f); exit(1); }
            return s;
          });
    }
    cudaFree(boards);
  }
}
