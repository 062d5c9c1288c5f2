// Blocks that wait for each other at barriers: sums by halving, a scan, and a sort network in shared memory.
#include "programs.cuh"
__global__ void sums(const int* in, int* out, int rounds) {
  extern __shared__ int s[]; int t = threadIdx.x, total = 0;
  for (int r = 0; r < rounds; ++r) { s[t] = in[(t * 7 + r) % blockDim.x]; __syncthreads(); for (int d = blockDim.x / 2; d; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); } total += s[0]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = total;
}
__global__ void scan(const int* in, int* out, int rounds) {
  extern __shared__ int s[]; int t = threadIdx.x, x = in[t];
  for (int r = 0; r < rounds; ++r) { s[t] = x; __syncthreads(); for (int d = 1; d < blockDim.x; d *= 2) { int y = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += y; __syncthreads(); } x = s[t] & 1023; __syncthreads(); }
  out[blockIdx.x * blockDim.x + t] = x;
}
__global__ void network(const int* in, int* out) {
  extern __shared__ int s[]; int t = threadIdx.x, n = blockDim.x; s[t] = in[t] * 7919 % 10007; __syncthreads();
  for (int k = 2; k <= n; k *= 2) for (int j = k / 2; j; j /= 2) { int u = t ^ j; if (u > t) { int a = s[t], b = s[u]; if ((a > b) == ((t & k) == 0)) { s[t] = b; s[u] = a; } } __syncthreads(); }
  out[blockIdx.x * n + t] = s[t];
}
int main(int argc, char** argv) {
  start(argc, argv); char name[64]; std::vector<int> v(1024); Random r{23}; for (int& x : v) x = r.below(1000); int* in = device(v); int* out = device<int>(1024 * 264);
  for (int blocks : {1, 264}) for (int n : {32, 128, 256, 512, 1024}) {
    snprintf(name, 64, "sums_b%d", blocks); row("blocks", name, "threads", n, [] {}, [&] { sums<<<blocks, n, 4 * n>>>(in, out, 8); }, [&] { return sumOf(out, 1); });
    snprintf(name, 64, "scan_b%d", blocks); row("blocks", name, "threads", n, [] {}, [&] { scan<<<blocks, n, 4 * n>>>(in, out, 4); }, [&] { return sumOf(out, n); });
    snprintf(name, 64, "network_b%d", blocks); row("blocks", name, "threads", n, [] {}, [&] { network<<<blocks, n, 4 * n>>>(in, out); }, [&] { return sumOf(out, n); });
  }
}
