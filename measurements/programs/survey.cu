// Messages between clauses and variables of a random formula of three literals a clause, as survey propagation has them: products over rows of unequal length.
#include "programs.cuh"
__global__ void init(float* a, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < m) a[i] = 0.3f + (i % 71) * 0.005f; }
// Of each variable: the product over the messages of both signs.
__global__ void gather(int n, const int* row, const int* at, const int* sign, const float* eta, float* yes, float* no) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  float y = 1, z = 1;
  for (int k = row[v]; k < row[v + 1]; ++k) { float f = 1 - eta[at[k]]; if (sign[at[k]]) y *= f; else z *= f; }
  yes[v] = y; no[v] = z;
}
__global__ void update(int m, const int* var, const int* sign, const float* yes, const float* no, const float* eta, float* out) {
  int c = blockIdx.x * blockDim.x + threadIdx.x; if (c >= m) return;
  float p[3];
  for (int i = 0; i < 3; ++i) {
    int l = 3 * c + i, v = var[l]; float own = 1 - eta[l]; float y = yes[v], z = no[v];
    if (sign[l]) y = own > 1e-6f ? y / own : y; else z = own > 1e-6f ? z / own : z;
    float u = (1 - y) * z, s = (1 - z) * y, free = y * z; float against = sign[l] ? u : s; p[i] = against / (u + s + free + 1e-9f);
  }
  out[3 * c] = p[1] * p[2]; out[3 * c + 1] = p[0] * p[2]; out[3 * c + 2] = p[0] * p[1];
}
struct Data { int n, m; const int *row, *at, *var, *sign; float *eta, *next, *yes, *no; };
__global__ void driver(Data d, int left) {
  gather<<<(d.n + 127) / 128, 128>>>(d.n, d.row, d.at, d.sign, d.eta, d.yes, d.no); update<<<(d.m + 127) / 128, 128>>>(d.m, d.var, d.sign, d.yes, d.no, d.eta, d.next);
  float* t = d.eta; d.eta = d.next; d.next = t; if (left > 1) driver<<<1, 1, 0, cudaStreamTailLaunch>>>(d, left - 1);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {1000, 4000, 16000, 64000}) {
    int m = n * 4; Random r{3}; std::vector<int> var(3 * m), sign(3 * m), row0(n + 1), at; std::vector<std::vector<int>> of(n);
    for (int l = 0; l < 3 * m; ++l) { var[l] = r.below(n); sign[l] = r.below(2); of[var[l]].push_back(l); }
    for (int v = 0; v < n; ++v) { at.insert(at.end(), of[v].begin(), of[v].end()); row0[v + 1] = (int)at.size(); }
    Data d{n, m, device(row0), device(at), device(var), device(sign), device<float>(3 * m), device<float>(3 * m), device<float>(n), device<float>(n)};
    for (int kind : {0, 1}) row("survey", kind ? "driver" : "host", "variables", n, [&] { init<<<(3 * m + 255) / 256, 256>>>(d.eta, 3 * m); }, [&] {
        if (kind) { driver<<<1, 1>>>(d, 10); return; }
        float *a = d.eta, *b = d.next;
        for (int i = 0; i < 10; ++i) { gather<<<(n + 127) / 128, 128>>>(n, d.row, d.at, d.sign, a, d.yes, d.no); update<<<(m + 127) / 128, 128>>>(m, d.var, d.sign, d.yes, d.no, a, b); std::swap(a, b); } },
        [&] { std::vector<float> v(3 * m); CHECK(cudaMemcpy(v.data(), d.eta, 12 * m, cudaMemcpyDeviceToHost)); double s = 0; for (float f : v) s += f; return (ull)(s * 100); });
  }
}
