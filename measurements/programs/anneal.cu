// Simulated annealing of spin glasses of 8 x 8 spins by islands of 32 copies, a thread each, with numbers of sweeps that may differ among islands; after each generation every island's best copy replaces the next island's worst. Generations by the host, as a chain of tails, or by a control kernel that launches each island into a stream
// of its own or as fire and forget, with the exchange as its tail, which tail-launches control again.
#include "programs.cuh"
#define COPIES 32
#define GENERATIONS 4
#define LEVELS 40
struct A { const int *right, *down, *chance, *sweeps; ull *spins, *random; int *energy, islands; };
__host__ __device__ inline int fieldOf(const A& a, ull s, int i) {
  int x = i & 7, y = i >> 3, r = y * 8 + (x + 1 & 7), l = y * 8 + (x + 7 & 7), d = (y + 1 & 7) * 8 + x, u = (y + 7 & 7) * 8 + x;
  return a.right[i] * (s >> r & 1 ? 1 : -1) + a.right[l] * (s >> l & 1 ? 1 : -1) + a.down[i] * (s >> d & 1 ? 1 : -1) + a.down[u] * (s >> u & 1 ? 1 : -1);
}
__host__ __device__ inline void anneal(const A& a, int island, int generation, int copy) {
  ull s = a.spins[copy], q = a.random[copy]; int e = a.energy[copy], base = generation * LEVELS;
  for (int k = 0; k < a.sweeps[island]; ++k) for (int i = 0; i < 64; ++i) {
    int change = 2 * fieldOf(a, s, i) * (s >> i & 1 ? 1 : -1);
    q = q * 6364136223846793005ULL + 1442695040888963407ULL;
    if (change <= 0 || (int)(q >> 48) < a.chance[base + change]) { s ^= 1ull << i; e += change; }
  }
  a.spins[copy] = s; a.random[copy] = q; a.energy[copy] = e;
}
__global__ void islandsOf(A a, int generation) { anneal(a, blockIdx.x, generation, blockIdx.x * COPIES + threadIdx.x); }
__global__ void island(A a, int which, int generation) { anneal(a, which, generation, which * COPIES + threadIdx.x); }
__global__ void control(A a, int generation, int kind);
__global__ void chain(A a, int generation);
// After it, kind 1 starts the next generation of the chain and kinds 2 and 3 another control kernel.
__global__ void exchange(A a, int generation, int kind) {
  int i = threadIdx.x, best = i * COPIES, worst = (i + 1) % a.islands * COPIES;
  for (int k = 1; k < COPIES; ++k) { int b = i * COPIES + k, w = (i + 1) % a.islands * COPIES + k; if (a.energy[b] < a.energy[best]) best = b; if (a.energy[w] > a.energy[worst]) worst = w; }
  ull s = a.spins[best]; int e = a.energy[best]; __syncthreads();
  a.spins[worst] = s; a.energy[worst] = e;
  if (i == 0 && kind && generation + 1 < GENERATIONS) { if (kind == 1) chain<<<a.islands, COPIES, 0, cudaStreamTailLaunch>>>(a, generation + 1); else control<<<1, 1, 0, cudaStreamTailLaunch>>>(a, generation + 1, kind); }
}
__global__ void chain(A a, int generation) {
  anneal(a, blockIdx.x, generation, blockIdx.x * COPIES + threadIdx.x);
  if (blockIdx.x == 0 && threadIdx.x == 0) exchange<<<1, a.islands, 0, cudaStreamTailLaunch>>>(a, generation, 1);
}
__global__ void control(A a, int generation, int kind) {
  for (int i = 0; i < a.islands; ++i) {
    if (kind == 2) island<<<1, COPIES, 0, cudaStreamFireAndForget>>>(a, i, generation);
    else { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); island<<<1, COPIES, 0, s>>>(a, i, generation); cudaStreamDestroy(s); }
  }
  exchange<<<1, a.islands, 0, cudaStreamTailLaunch>>>(a, generation, kind);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int islands = which == 0 ? 4 : 12, n = islands * COPIES; Random r{37}; std::vector<int> right(64), down(64), chance(GENERATIONS * LEVELS), sweeps(islands);
    for (auto& x : right) x = (int)r.below(7) - 3;
    for (auto& x : down) x = (int)r.below(7) - 3;
    // 65536 times e^(-change / t) by repeated whole-number multiplication, so that it's the same everywhere.
    for (int g = 0; g < GENERATIONS; ++g) { int keep = 50000 - 9000 * g, c = 65536; for (int x = 0; x < LEVELS; ++x) { chance[g * LEVELS + x] = c; c = (int)((long long)c * keep >> 16); } }
    for (int i = 0; i < islands; ++i) sweeps[i] = which == 1 ? 2 : i % 6 == 0 ? 6 : 1 + i % 2;
    std::vector<ull> spins(n), random(n); std::vector<int> energy(n);
    for (auto& x : spins) x = (ull)r.next() << 40 ^ (ull)r.next() << 20 ^ r.next();
    for (auto& x : random) x = (ull)r.next() << 31 ^ r.next();
    auto s = spins, q = random; A host{right.data(), down.data(), chance.data(), sweeps.data(), s.data(), q.data(), energy.data(), islands};
    for (int c = 0; c < n; ++c) { int e = 0; for (int i = 0; i < 64; ++i) e -= fieldOf(host, s[c], i) * (s[c] >> i & 1 ? 1 : -1); energy[c] = e / 2; }
    auto e = energy; host.energy = e.data();
    for (int g = 0; g < GENERATIONS; ++g) {
      for (int c = 0; c < n; ++c) anneal(host, c / COPIES, g, c);
      auto s0 = s; auto e0 = e;
      for (int i = 0; i < islands; ++i) {
        int best = i * COPIES, to = (i + 1) % islands * COPIES, worst = to;
        for (int k = 1; k < COPIES; ++k) { if (e0[i * COPIES + k] < e0[best]) best = i * COPIES + k; if (e0[to + k] > e0[worst]) worst = to + k; }
        s[worst] = s0[best]; e[worst] = e0[best];
      }
    }
    A a{device(right), device(down), device(chance), device(sweeps), device<ull>(n), device<ull>(n), device<int>(n), islands}; char v[64]; const char* kinds[] = {"host", "chain", "forget", "streams"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], which == 1 ? "even" : "unequal");
      row("anneal", v, "islands", islands, [&] { cudaMemcpy(a.spins, spins.data(), 8 * n, cudaMemcpyHostToDevice); cudaMemcpy(a.random, random.data(), 8 * n, cudaMemcpyHostToDevice); cudaMemcpy(a.energy, energy.data(), 4 * n, cudaMemcpyHostToDevice); },
        [&] {
          if (k == 0) for (int g = 0; g < GENERATIONS; ++g) { islandsOf<<<islands, COPIES>>>(a, g); exchange<<<1, islands>>>(a, g, 0); }
          else if (k == 1) chain<<<islands, COPIES>>>(a, 0); else control<<<1, 1>>>(a, 0, k);
        },
        [&] {
          std::vector<int> got(n); std::vector<ull> copies(n); CHECK(cudaMemcpy(got.data(), a.energy, 4 * n, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(copies.data(), a.spins, 8 * n, cudaMemcpyDeviceToHost));
          if (got != e || copies != s) { fprintf(stderr, "FATAL,anneal %s %d: wrong energies\n", v, islands); exit(1); }
          return sumOf(a.spins, n);
        });
    }
    cudaFree((void*)a.right); cudaFree((void*)a.down); cudaFree((void*)a.chance); cudaFree((void*)a.sweeps); cudaFree(a.spins); cudaFree(a.random); cudaFree(a.energy);
  }
}
