// Particles that repel each other within a cell's width, in whole numbers: each step puts them into cells, adds up forces and moves them. A thread for each particle; a thread for each cell, which launches a grid for the particles of a full one (NULL stream, fire and forget); or steps that a kernel launches before it tail-launches itself.
#include "programs.cuh"
#define SIDE 32
#define CELLS (SIDE * SIDE)
#define WIDTH 1024
#define BOX (SIDE * WIDTH)
#define HEAVY 4
#define STEPS 2
struct P { int2 *at, *speed, *force; int *count, *first, *cursor, *list, n; };
__host__ __device__ inline int cellOf(int2 p) { return p.y / WIDTH * SIDE + p.x / WIDTH; }
__host__ __device__ inline void repel(int2 a, int2 b, int2& f) { int dx = a.x - b.x, dy = a.y - b.y; if (dx > -WIDTH && dx < WIDTH && dy > -WIDTH && dy < WIDTH) { int d = dx * dx + dy * dy; if (d < WIDTH * WIDTH) { int w = (WIDTH * WIDTH - d) >> 12; f.x += dx * w / 16; f.y += dy * w / 16; } } }
__host__ __device__ inline int bounce(int x, int& v) { x += v; if (x < 0) { x = -x; v = -v; } if (x >= BOX) { x = 2 * BOX - 1 - x; v = -v; } return x; }
__host__ __device__ inline void move(int2& at, int2& speed, int2 f) {
  speed.x += f.x / 64; speed.y += f.y / 64; int most = WIDTH / 2;
  speed.x = speed.x > most ? most : speed.x < -most ? -most : speed.x; speed.y = speed.y > most ? most : speed.y < -most ? -most : speed.y;
  at.x = bounce(at.x, speed.x); at.y = bounce(at.y, speed.y);
}
__global__ void clearCells(P p) { p.count[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void countCells(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) atomicAdd(&p.count[cellOf(p.at[i])], 1); }
__global__ void scanCells(P p) {
  __shared__ int sums[CELLS]; int k = threadIdx.x, own = p.count[k]; sums[k] = own; __syncthreads();
  for (int d = 1; d < CELLS; d *= 2) { int x = k >= d ? sums[k - d] : 0; __syncthreads(); sums[k] += x; __syncthreads(); }
  p.first[k] = p.cursor[k] = sums[k] - own; if (k == CELLS - 1) p.first[CELLS] = sums[k];
}
__global__ void scatterParticles(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) p.list[atomicAdd(&p.cursor[cellOf(p.at[i])], 1)] = i; }
__device__ void particle(const P& p, int i) {
  int2 o = p.at[i], f = make_int2(0, 0); int cx = o.x / WIDTH, cy = o.y / WIDTH;
  for (int y = max(0, cy - 1); y <= min(SIDE - 1, cy + 1); ++y)
    for (int k = p.first[y * SIDE + max(0, cx - 1)], e = p.first[y * SIDE + min(SIDE - 1, cx + 1) + 1]; k < e; ++k) repel(o, p.at[p.list[k]], f);
  p.force[i] = f;
}
__global__ void forces(P p, int from, int to) { int k = from + blockIdx.x * blockDim.x + threadIdx.x; if (k < to) particle(p, p.list[k]); }
template <int KIND> __global__ void cellForces(P p) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, f = p.first[c], e = p.first[c + 1], m = e - f;
  if (m > HEAVY) { if (KIND == 1) forces<<<(m + 31) / 32, 32>>>(p, f, e); else forces<<<(m + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(p, f, e); return; }
  for (int k = f; k < e; ++k) particle(p, p.list[k]);
}
__global__ void advance(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) { int2 a = p.at[i], v = p.speed[i]; move(a, v, p.force[i]); p.at[i] = a; p.speed[i] = v; } }
__global__ void steps(P p, int left) {
  int g = (p.n + 127) / 128;
  clearCells<<<CELLS / 128, 128>>>(p); countCells<<<g, 128>>>(p); scanCells<<<1, CELLS>>>(p); scatterParticles<<<g, 128>>>(p); cellForces<2><<<CELLS / 32, 32>>>(p); advance<<<g, 128>>>(p);
  if (left > 1) steps<<<1, 1, 0, cudaStreamTailLaunch>>>(p, left - 1);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 2 ? 768 : 2048, clustered = which != 0; Random r{19}; std::vector<int2> at(n), speed(n);
    for (int i = 0; i < n; ++i) {
      unsigned g = r.below(n / 128); int c[2];
      for (int d = 0; d < 2; ++d) c[d] = clustered && i % 4 ? std::min(BOX - 1, std::max(0, (int)(((g + 1) * 2654435761u >> (10 * d + 3)) % BOX) + (int)(1800 * (r.real() + r.real() + r.real() - 1.5)))) : (int)r.below(BOX);
      at[i] = make_int2(c[0], c[1]); speed[i] = make_int2((int)r.below(201) - 100, (int)r.below(201) - 100);
    }
    auto a = at, s = speed;
    for (int t = 0; t < STEPS; ++t) { std::vector<int2> f(n, make_int2(0, 0)); for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) repel(a[i], a[j], f[i]); for (int i = 0; i < n; ++i) move(a[i], s[i], f[i]); }
    P p{device<int2>(n), device<int2>(n), device<int2>(n), device<int>(CELLS), device<int>(CELLS + 1), device<int>(CELLS), device<int>(n), n}; char v[64]; const char* kinds[] = {"flat", "null", "forget", "tail"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], clustered ? "clustered" : "uniform");
      row("particles", v, "particles", n, [&] { cudaMemcpy(p.at, at.data(), sizeof(int2) * n, cudaMemcpyHostToDevice); cudaMemcpy(p.speed, speed.data(), sizeof(int2) * n, cudaMemcpyHostToDevice); },
        [&] {
          if (k == 3) { steps<<<1, 1>>>(p, STEPS); return; }
          int g = (n + 127) / 128;
          for (int t = 0; t < STEPS; ++t) {
            clearCells<<<CELLS / 128, 128>>>(p); countCells<<<g, 128>>>(p); scanCells<<<1, CELLS>>>(p); scatterParticles<<<g, 128>>>(p);
            if (k == 0) forces<<<(n + 63) / 64, 64>>>(p, 0, n); else if (k == 1) cellForces<1><<<CELLS / 32, 32>>>(p); else cellForces<2><<<CELLS / 32, 32>>>(p);
            advance<<<g, 128>>>(p);
          }
        },
        [&] {
          std::vector<int2> got(n); CHECK(cudaMemcpy(got.data(), p.at, sizeof(int2) * n, cudaMemcpyDeviceToHost)); ull sum = 0;
          for (int i = 0; i < n; ++i) { if (got[i].x != a[i].x || got[i].y != a[i].y) { fprintf(stderr, "FATAL,particles %s %d: particle %d is elsewhere\n", v, n, i); exit(1); } sum += (ull)(got[i].x + 3 * got[i].y) * (i % 1009 + 1); }
          return sum;
        });
    }
    cudaFree(p.at); cudaFree(p.speed); cudaFree(p.force); cudaFree(p.count); cudaFree(p.first); cudaFree(p.cursor); cudaFree(p.list);
  }
}
