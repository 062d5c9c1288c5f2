// What an instruction takes of its scheduler's issue time by the registers that it reads and by those that it writes. One kind of instruction, alone or one
// among 24 that read one register each, which hide what its pipe takes. Loads are among 24 only: some of these read what the load before has brought, or
// ptxas would leave it out. Of the multiply-adds that keep an operand (.reuse), nvcc 13.0 marks 11 of 12 where
// they are alone. One warp, 2, 4, 8 and 16 on each scheduler of all SMs.
#include "common.cuh"
#include <map>
typedef unsigned long long ull;
enum { FMA_ONE, FMA_TWO, FMA_THREE, FMA_KEPT, LDS32, LDS64, LDS128, LDG32, LDG64, LDG128, STS32, STS64, STS128, SHFL, MUFU };
static const char* const NAME[] = {"ffma_one", "ffma_two", "ffma_three", "ffma_three_kept", "lds32", "lds64", "lds128", "ldg32", "ldg64", "ldg128", "sts32", "sts64", "sts128", "shfl", "mufu"};
enum { WAYS = 4, GROUPS = 12, AMONG = 24 };
#define ONE(d) asm volatile("fma.rn.f32 %0, %0, %0, 0f3F800000;" : "+f"(d))
#define FMA(d, a, b) asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(d) : "f"(a), "f"(b))
// Registers that a load writes.
__host__ __device__ constexpr int loaded(int kind) { return kind < LDS32 || kind > LDG128 ? 0 : 1 << (kind - LDS32) % 3; }
template <int KIND, int FILL> __global__ void __launch_bounds__(1024, 2) rate(const float* p, int n, int lanesApart, int step, ull* begin, ull* end, unsigned* sm) {
  __shared__ float shared[4096];
  float d[WAYS], a[WAYS], b[WAYS], q[2][4] = {};
  #pragma unroll
  for (int i = 0; i < WAYS; ++i) { d[i] = threadIdx.x; a[i] = p[i + threadIdx.x % 32]; b[i] = p[WAYS + i]; }
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) shared[i] = i;
  unsigned lane = threadIdx.x % 32 * lanesApart;
  unsigned s = (unsigned)__cvta_generic_to_shared(shared) + lane; const char* g = (const char*)p + lane;
  __syncthreads();
  ull c = clock64();
  #pragma unroll 1
  for (int k = 0; k < n; ++k, s += step, g += step) {
    #pragma unroll
    for (int i = 0; i < GROUPS; ++i) {
      const int w = i % WAYS, now = i % 2, before = 1 - now;
      if (KIND == FMA_ONE) ONE(d[w]);
      if (KIND == FMA_TWO) FMA(d[w], a[w], a[w]);
      if (KIND == FMA_THREE) FMA(d[w], a[w], b[w]);
      if (KIND == FMA_KEPT) FMA(d[w], a[0], b[w]);
      if (KIND == LDS32) asm volatile("ld.shared.f32 %0, [%1];" : "=f"(q[now][0]) : "r"(s + 512 * i));
      if (KIND == LDS64) asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(q[now][0]), "=f"(q[now][1]) : "r"(s + 512 * i));
      if (KIND == LDS128) asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(q[now][0]), "=f"(q[now][1]), "=f"(q[now][2]), "=f"(q[now][3]) : "r"(s + 512 * i));
      if (KIND == LDG32) asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(q[now][0]) : "l"(g + 512 * i));
      if (KIND == LDG64) asm volatile("ld.global.ca.v2.f32 {%0, %1}, [%2];" : "=f"(q[now][0]), "=f"(q[now][1]) : "l"(g + 512 * i));
      if (KIND == LDG128) asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(q[now][0]), "=f"(q[now][1]), "=f"(q[now][2]), "=f"(q[now][3]) : "l"(g + 512 * i));
      if (KIND == STS32) asm volatile("st.shared.f32 [%0], %1;" :: "r"(s + 512 * i), "f"(a[0]));
      if (KIND == STS64) asm volatile("st.shared.v2.f32 [%0], {%1, %2};" :: "r"(s + 512 * i), "f"(a[0]), "f"(a[1]));
      if (KIND == STS128) asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" :: "r"(s + 512 * i), "f"(a[0]), "f"(a[1]), "f"(a[2]), "f"(a[3]));
      if (KIND == SHFL) asm volatile("shfl.sync.up.b32 %0, %0, 1, 0, -1;" : "+f"(a[w]));
      if (KIND == MUFU) asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(a[w]));
      #pragma unroll
      for (int f = 0; f < FILL; ++f) { if (f < loaded(KIND)) FMA(d[f % WAYS], q[before][f], q[before][f]); else ONE(d[f % WAYS]); }
    }
  }
  __syncthreads();
  ull e = clock64();
  float sum = 0;
  #pragma unroll
  for (int i = 0; i < WAYS; ++i) sum += d[i] + a[i] + b[i];
  #pragma unroll
  for (int i = 0; i < 8; ++i) sum += q[i / 4][i % 4];
  if (sum == 0.12345f) shared[0] = sum;
  if (threadIdx.x == 0) { unsigned id; asm("mov.u32 %0, %smid;" : "=r"(id)); begin[blockIdx.x] = c; end[blockIdx.x] = e; sm[blockIdx.x] = id; }
}
static ull *begin, *end; static unsigned* sm; static float* mem; static int sms;
template <int KIND, int FILL> static void measure(const char* how, int lanesApart, int warps) {
  int blocks = warps > 8 ? 2 * sms : sms, threads = 128 * (warps > 8 ? 8 : warps), n = FILL ? 64 : 1024; std::vector<double> d;
  for (int r = 0; r < 6; ++r) {
    rate<KIND, FILL><<<blocks, threads>>>(mem, n, lanesApart, 0, begin, end, sm); CHECK(cudaDeviceSynchronize());
    std::vector<ull> b(blocks), e(blocks); std::vector<unsigned> id(blocks);
    CHECK(cudaMemcpy(b.data(), begin, 8 * blocks, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(e.data(), end, 8 * blocks, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(id.data(), sm, 4 * blocks, cudaMemcpyDeviceToHost));
    std::map<unsigned, std::vector<int>> of; for (int i = 0; i < blocks; ++i) of[id[i]].push_back(i);
    std::vector<double> cycles;
    for (auto& one : of) {
      if ((int)one.second.size() != blocks / sms) continue;
      ull first = ~0ull, last = 0; for (int i : one.second) { first = std::min(first, b[i]); last = std::max(last, e[i]); }
      cycles.push_back((double)(last - first) / ((double)n * GROUPS * warps) - FILL);
    }
    if (cycles.empty()) { printf("note,operands,%s,%d,no SM had its share of blocks\n", NAME[KIND], warps); continue; }
    std::sort(cycles.begin(), cycles.end()); if (r) d.push_back(cycles[cycles.size() / 2]);
  }
  char v[64]; snprintf(v, sizeof v, "%s%s%s", NAME[KIND], how, FILL ? "_among24" : "");
  if (!d.empty()) row("operands", v, "warps_per_scheduler", warps, "issue", "cycles", d);
}
template <int KIND> static void sizes(const char* how = "", int lanesApart = 0) {
  for (int w : {1, 2, 4, 8, 16}) { if (!loaded(KIND)) measure<KIND, 0>(how, lanesApart, w); measure<KIND, AMONG>(how, lanesApart, w); }
}
template <int KIND> static void both(int bytes) { sizes<KIND>("_uniform", 0); sizes<KIND>("_row", bytes); }
int main() {
  cudaDeviceProp q; CHECK(cudaGetDeviceProperties(&q, 0)); sms = q.multiProcessorCount;
  CHECK(cudaMalloc(&begin, 16 * sms)); CHECK(cudaMalloc(&end, 16 * sms)); CHECK(cudaMalloc(&sm, 8 * sms)); CHECK(cudaMalloc(&mem, 8192)); CHECK(cudaMemset(mem, 0, 8192));
  sizes<FMA_ONE>(); sizes<FMA_TWO>(); sizes<FMA_THREE>(); sizes<FMA_KEPT>();
  both<LDS32>(4); both<LDS64>(8); both<LDS128>(16); both<LDG32>(4); both<LDG64>(8); both<LDG128>(16);
  both<STS32>(4); both<STS64>(8); both<STS128>(16); sizes<SHFL>(); sizes<MUFU>();
  printf("done\n");
}
