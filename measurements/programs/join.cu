// An equi-join on an index: a thread for each tuple walks its bucket, or launches a grid for a long one.
#include "programs.cuh"
__global__ void bucket(int key, int payload, const int* row, const int* value, ull* sum) {
  int e = row[key] + blockIdx.x * blockDim.x + threadIdx.x; if (e >= row[key + 1]) return;
  atomicAdd(sum, (ull)(payload ^ value[e]));
}
__global__ void join(int n, const int* key, const int* payload, const int* row, const int* value, ull* sum, int threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int k = key[i], p = payload[i], count = row[k + 1] - row[k]; ull s = 0;
  if (count > threshold) { bucket<<<(count + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(k, p, row, value, sum); return; }
  for (int e = row[k]; e < row[k + 1]; ++e) s += (ull)(p ^ value[e]);
  if (s) atomicAdd(sum, s);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {1024, 4096, 16384, 65536}) {
    Random r{9}; int keys = n / 4; std::vector<int> key(n), payload(n), row0(keys + 1), value; std::vector<std::vector<int>> of(keys);
    for (int i = 0; i < n; ++i) { key[i] = r.below(keys); payload[i] = r.below(1 << 20); double u = r.real(); of[(int)(keys * u * u * u)].push_back(r.below(1 << 20)); }
    for (int k = 0; k < keys; ++k) { value.insert(value.end(), of[k].begin(), of[k].end()); row0[k + 1] = (int)value.size(); }
    int *dk = device(key), *dp = device(payload), *dr = device(row0), *dv = device(value); ull* sum = device<ull>(1);
    for (int t : {1 << 30, 128}) row("join", t == 128 ? "launches" : "loops", "tuples", n, [&] { cudaMemset(sum, 0, 8); }, [&] { join<<<(n + 127) / 128, 128>>>(n, dk, dp, dr, dv, sum, t); }, [&] { return sumOf(sum, 1); });
  }
}
