// Random forest grown from binned features: a block for a node counts classes in bins, takes the best of all splits and divides the node's samples. Levels of all trees by the host's launches, by recursion with a grid of two (NULL stream) or two grids of fitting size (fire and forget), or each level by the one before as a tail.
#include "programs.cuh"
#define FEATURES 8
#define BINS 16
#define NODES 128
#define DEEPEST 6
#define FEW 16
struct F { const unsigned char *bins, *label; int *index0, *index1, *begin, *end, *result; int n; };
__host__ __device__ inline bool used(int t, int h, int f) { unsigned x = (t * 131 + h) * 2654435761u + f * 40503u; x ^= x >> 15; x *= 0x85ebca6bu; x ^= x >> 13; return (x & 1) || f == h % FEATURES; }
__host__ __device__ inline ull scoreOf(ull l0, ull l1, ull r0, ull r1) { ull a = l0 + l1, b = r0 + r1; return a && b ? (((l0 * l0 + l1 * l1) * b + (r0 * r0 + r1 * r1) * a) << 16) / (a * b) : 0; }
// Makes tree t's node h a leaf (false) or divides it (true).
__device__ bool grow(const F& f, int t, int h) {
  __shared__ int hist[FEATURES * BINS * 2], classes[2], left, right; __shared__ ull best;
  int b = f.begin[t * NODES + h], e = f.end[t * NODES + h], m = e - b; if (m <= 0) return false;
  int depth = 31 - __clz(h); const int* from = depth & 1 ? f.index1 : f.index0; int* to = depth & 1 ? f.index0 : f.index1;
  for (int k = threadIdx.x; k < FEATURES * BINS * 2; k += blockDim.x) hist[k] = 0;
  if (threadIdx.x == 0) { best = 0; left = b; right = e; }
  __syncthreads();
  for (int i = b + threadIdx.x; i < e; i += blockDim.x) { int s = from[i], l = f.label[s]; for (int k = 0; k < FEATURES; ++k) if (used(t, h, k)) atomicAdd(&hist[(k * BINS + f.bins[k * f.n + s]) * 2 + l], 1); }
  __syncthreads();
  if (threadIdx.x < 2) { int own = h % FEATURES, c = 0; for (int k = 0; k < BINS; ++k) c += hist[(own * BINS + k) * 2 + threadIdx.x]; classes[threadIdx.x] = c; }
  __syncthreads();
  int n0 = classes[0], n1 = classes[1];
  bool leaf = depth == DEEPEST || m <= FEW || !n0 || !n1;
  if (!leaf) for (int k = threadIdx.x; k < FEATURES * BINS; k += blockDim.x) if (used(t, h, k / BINS)) {
    int l0 = 0, l1 = 0; for (int x = k / BINS * BINS; x <= k; ++x) { l0 += hist[2 * x]; l1 += hist[2 * x + 1]; }
    ull s = scoreOf(l0, l1, n0 - l0, n1 - l1); if (s) atomicMax(&best, s << 8 | (255 - k));
  }
  __syncthreads();
  if (leaf || !best) { if (threadIdx.x == 0) f.result[t * NODES + h] = 1 << 30 | n1 << 14 | n0; return false; }
  int k = 255 - (int)(best & 255);
  for (int i = b + threadIdx.x; i < e; i += blockDim.x) { int s = from[i]; if (f.bins[k / BINS * f.n + s] <= k % BINS) to[atomicAdd(&left, 1)] = s; else to[atomicSub(&right, 1) - 1] = s; }
  __syncthreads();
  if (threadIdx.x == 0) { f.result[t * NODES + h] = k + 1; int at = t * NODES + 2 * h; f.begin[at] = b; f.end[at] = f.begin[at + 1] = left; f.end[at + 1] = e; }
  __syncthreads();
  return true;
}
__global__ void pair(F f, int t, int h) {
  t += blockIdx.y; h += blockIdx.x;
  if (grow(f, t, h) && threadIdx.x == 0) pair<<<2, 128>>>(f, t, 2 * h);
}
__global__ void node(F f, int t, int h) {
  t += blockIdx.y;
  if (grow(f, t, h) && threadIdx.x < 2) { int c = 2 * h + threadIdx.x, m = f.end[t * NODES + c] - f.begin[t * NODES + c]; node<<<1, m > 256 ? 128 : m > 64 ? 64 : 32, 0, cudaStreamFireAndForget>>>(f, t, c); }
}
template <bool TAIL> __global__ void levelOf(F f, int depth) {
  if (TAIL && depth < DEEPEST && blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0) levelOf<TAIL><<<dim3(2 << depth, gridDim.y), 128, 0, cudaStreamTailLaunch>>>(f, depth + 1);
  grow(f, blockIdx.y, (1 << depth) + blockIdx.x);
}
static void expect(const std::vector<unsigned char>& bins, const std::vector<unsigned char>& label, int n, int t, int h, const std::vector<int>& s, int* result) {
  int m = (int)s.size(), n1 = 0, depth = 31 - __builtin_clz(h); if (!m) return;
  for (int x : s) n1 += label[x];
  int n0 = m - n1; ull best = 0;
  if (depth < DEEPEST && m > FEW && n0 && n1) for (int f = 0; f < FEATURES; ++f) if (used(t, h, f)) {
    int c[BINS][2] = {}, l[2] = {0, 0}; for (int x : s) ++c[bins[f * n + x]][label[x]];
    for (int b = 0; b < BINS; ++b) { l[0] += c[b][0]; l[1] += c[b][1]; ull v = scoreOf(l[0], l[1], n0 - l[0], n1 - l[1]); if (v) best = std::max(best, v << 8 | (255 - (f * BINS + b))); }
  }
  if (!best) { result[h] = 1 << 30 | n1 << 14 | n0; return; }
  int k = 255 - (int)(best & 255); std::vector<int> a, b; for (int x : s) (bins[k / BINS * n + x] <= k % BINS ? a : b).push_back(x);
  result[h] = k + 1; expect(bins, label, n, t, 2 * h, a, result); expect(bins, label, n, t, 2 * h + 1, b, result);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 0 ? 512 : 1280, trees = 4, skew = which == 2; Random r{13}; std::vector<unsigned char> bins(FEATURES * n), label(n);
    for (auto& b : bins) { double u = r.real(); b = (unsigned char)(BINS * (skew ? u * u * u : u)); }
    for (int i = 0; i < n; ++i) label[i] = r.below(10) == 0 ? r.below(2) : (bins[i] + bins[n + i] > (skew ? 4 : 16)) ^ (bins[2 * n + i] > (skew ? 9 : 12));
    std::vector<int> index(trees * n), begin(trees * NODES, 0), end(trees * NODES, 0), expected(trees * NODES, 0);
    for (int t = 0; t < trees; ++t) { for (int i = 0; i < n; ++i) index[t * n + i] = r.below(n); begin[t * NODES + 1] = t * n; end[t * NODES + 1] = t * n + n; expect(bins, label, n, t, 1, std::vector<int>(index.begin() + t * n, index.begin() + t * n + n), &expected[t * NODES]); }
    F f{device(bins), device(label), device<int>(trees * n), device<int>(trees * n), device<int>(trees * NODES), device<int>(trees * NODES), device<int>(trees * NODES), n}; char v[64]; const char* kinds[] = {"host", "null", "forget", "tail"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], skew ? "skewed" : "even");
      row("forest", v, "samples", n, [&] { cudaMemcpy(f.index0, index.data(), 4 * trees * n, cudaMemcpyHostToDevice); cudaMemcpy(f.begin, begin.data(), 4 * trees * NODES, cudaMemcpyHostToDevice); cudaMemcpy(f.end, end.data(), 4 * trees * NODES, cudaMemcpyHostToDevice); cudaMemset(f.result, 0, 4 * trees * NODES); },
        [&] {
          if (k == 0) for (int d = 0; d <= DEEPEST; ++d) levelOf<false><<<dim3(1 << d, trees), 128>>>(f, d);
          else if (k == 1) pair<<<dim3(1, trees), 128>>>(f, 0, 1); else if (k == 2) node<<<dim3(1, trees), 128>>>(f, 0, 1); else levelOf<true><<<dim3(1, trees), 128>>>(f, 0);
        },
        [&] {
          std::vector<int> got(trees * NODES); CHECK(cudaMemcpy(got.data(), f.result, 4 * trees * NODES, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,forest %s %d: wrong trees\n", v, n); exit(1); }
          return sumOf(f.result, trees * NODES);
        });
    }
    cudaFree((void*)f.bins); cudaFree((void*)f.label); cudaFree(f.index0); cudaFree(f.index1); cudaFree(f.begin); cudaFree(f.end); cudaFree(f.result);
  }
}
