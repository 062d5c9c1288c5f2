// Adaptive refinement of a 2D field: a block loads a patch with its halo, smooths it in shared memory, measures its steepest step and, where that
// is large, takes a place in the pool and launches the four patches of the next level.
#include "programs.cuh"
const int P = 16, LEVELS = 4;

struct Field {
  float cx, cy, sharp;
  __host__ __device__ float operator()(float x, float y) const { float dx = x - cx, dy = y - cy, r = dx * dx + dy * dy - 0.09f; return 1.0f / (1.0f + sharp * r * r); }
};
struct Patch { float x, y, size; int level; };
__device__ int used;
__device__ unsigned long long checksum;
__device__ unsigned perLevel[LEVELS];

template <class F> __device__ float smoothAndMeasure(const F& f, const Patch& p, float (*u)[P + 2], float* out) {
  __shared__ float steepest[P];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * P + tx;
  float h = p.size / P;
  for (int i = t; i < (P + 2) * (P + 2); i += P * P) { int y = i / (P + 2), x = i % (P + 2); u[y][x] = f(p.x + (x - 0.5f) * h, p.y + (y - 0.5f) * h); }
  __syncthreads();
  for (int it = 0; it < 4; ++it) {
    float v = 0.5f * u[ty + 1][tx + 1] + 0.125f * (u[ty][tx + 1] + u[ty + 2][tx + 1] + u[ty + 1][tx] + u[ty + 1][tx + 2]);
    __syncthreads();
    u[ty + 1][tx + 1] = v;
    __syncthreads();
  }
  out[t] = u[ty + 1][tx + 1];
  float s = fmaxf(fabsf(u[ty + 1][tx + 2] - u[ty + 1][tx]), fabsf(u[ty + 2][tx + 1] - u[ty][tx + 1]));
  for (int d = P / 2; d; d >>= 1) s = fmaxf(s, __shfl_xor_sync(0xffffffffu, s, d, P));
  if (tx == 0) steepest[ty] = s;
  __syncthreads();
  s = steepest[0]; for (int i = 1; i < P; ++i) s = fmaxf(s, steepest[i]);
  return s;
}
__device__ void account(const Patch& p, const float* out) {
  int t = threadIdx.y * P + threadIdx.x;
  unsigned q = (unsigned)(out[t] * 4096.0f);
  q = __reduce_add_sync(0xffffffffu, q);
  if ((t & 31) == 0) atomicAdd(&checksum, (unsigned long long)q * (p.level + 1));
  if (t == 0) atomicAdd(&perLevel[p.level], 1u);
}
__device__ Patch quarter(const Patch& p, int i) { float h = p.size / 2; return Patch{p.x + (i & 1) * h, p.y + (i >> 1) * h, h, p.level + 1}; }

// MODE 0: children in the NULL stream, one grid of four blocks; 1: fire and forget, likewise; 2: four grids in four streams.
template <class F, int MODE> __global__ void refine(F f, Patch parent, int split, float* pool, int capacity, float limit) {
  __shared__ float u[P + 2][P + 2]; __shared__ int place;
  Patch p = split ? quarter(parent, split > 1 ? split - 2 : blockIdx.x) : Patch{parent.x + blockIdx.x * parent.size, parent.y + blockIdx.y * parent.size, parent.size, 0};
  bool leader = threadIdx.x == 0 && threadIdx.y == 0;
  if (leader) place = atomicAdd(&used, 1);
  __syncthreads();
  if (place >= capacity) return;
  float* out = pool + (size_t)place * P * P;
  float s = smoothAndMeasure(f, p, u, out);
  account(p, out);
  if (leader && s > limit && p.level + 1 < LEVELS) {
    dim3 threads(P, P);
    if (MODE == 0) refine<F, MODE><<<4, threads>>>(f, p, 1, pool, capacity, limit);
    else if (MODE == 1) refine<F, MODE><<<4, threads, 0, cudaStreamFireAndForget>>>(f, p, 1, pool, capacity, limit);
    else for (int i = 0; i < 4; ++i) { cudaStream_t q; cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking); refine<F, MODE><<<1, threads, 0, q>>>(f, p, 2 + i, pool, capacity, limit); cudaStreamDestroy(q); }
  }
}
// Without device launches: a list of patches for each level; the host reads its length.
template <class F> __global__ void level(F f, const Patch* list, Patch* next, int* count, float* pool, float limit) {
  __shared__ float u[P + 2][P + 2]; __shared__ int place, at;
  Patch p = list[blockIdx.x];
  bool leader = threadIdx.x == 0 && threadIdx.y == 0;
  if (leader) place = atomicAdd(&used, 1);
  __syncthreads();
  float* out = pool + (size_t)place * P * P;
  float s = smoothAndMeasure(f, p, u, out);
  account(p, out);
  if (s > limit && p.level + 1 < LEVELS) {
    if (leader) at = atomicAdd(count, 4);
    __syncthreads();
    if (threadIdx.y == 0 && threadIdx.x < 4) next[at + threadIdx.x] = quarter(p, threadIdx.x);
  }
}
int main(int argc, char** argv) {
  start(argc, argv);
  const int capacity = 16384; float* pool = device<float>((size_t)capacity * P * P); Patch *list[2] = {device<Patch>(capacity), device<Patch>(capacity)}; int *count, *seen;
  CHECK(cudaMallocManaged(&count, sizeof(int))); CHECK(cudaHostAlloc(&seen, sizeof(int), cudaHostAllocDefault));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  for (int coarse : {4, 8, 16}) {
    Field f{0.45f, 0.55f, 400.0f}; Patch base{0, 0, 1.0f / coarse, 0}; float limit = 0.05f; ull expected = 0; unsigned counts[LEVELS];
    const char* names[] = {"levels", "null", "forget", "streams"};
    for (int k = 0; k < 4; ++k)
      row("amr", names[k], "coarse", coarse,
          [&] { int z = 0; ull zz = 0; unsigned zl[LEVELS] = {}; CHECK(cudaMemcpyToSymbol(used, &z, 4)); CHECK(cudaMemcpyToSymbol(checksum, &zz, 8)); CHECK(cudaMemcpyToSymbol(perLevel, zl, sizeof zl));
            std::vector<Patch> p; for (int i = 0; i < coarse * coarse; ++i) p.push_back(Patch{i % coarse * base.size, i / coarse * base.size, base.size, 0}); CHECK(cudaMemcpy(list[0], p.data(), p.size() * sizeof(Patch), cudaMemcpyHostToDevice)); },
          [&] {
            dim3 grid(coarse, coarse), block(P, P);
            if (k == 1) refine<Field, 0><<<grid, block>>>(f, base, 0, pool, capacity, limit); else if (k == 2) refine<Field, 1><<<grid, block>>>(f, base, 0, pool, capacity, limit); else if (k == 3) refine<Field, 2><<<grid, block>>>(f, base, 0, pool, capacity, limit);
            else for (int n = coarse * coarse, l = 0; n > 0; ++l) { CHECK(cudaMemset(count, 0, 4)); level<<<n, block>>>(f, list[l & 1], list[1 - (l & 1)], count, pool, limit); CHECK(cudaMemcpy(seen, count, 4, cudaMemcpyDefault)); n = *seen; }
          },
          [&] {
            ull s; unsigned l[LEVELS]; CHECK(cudaMemcpyFromSymbol(&s, checksum, 8)); CHECK(cudaMemcpyFromSymbol(l, perLevel, sizeof l));
            if (k == 0) { expected = s; memcpy(counts, l, sizeof l); if (l[0] != unsigned(coarse * coarse) || !l[1]) { fprintf(stderr, "FATAL,amr: nothing refined\n"); exit(1); } }
            else if (expected && (s != expected || memcmp(counts, l, sizeof l))) { fprintf(stderr, "FATAL,amr %s %d: sum %llu, not %llu\n", names[k], coarse, s, expected); exit(1); }
            return s * 31 + l[LEVELS - 1];
          });
  }
}
