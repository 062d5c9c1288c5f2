// Copies and fills between two events: on the device, to and from pinned and pageable memory, behind nothing and behind a grid that runs.
#include "programs.cuh"
int main(int argc, char** argv) {
  start(argc, argv); char name[64]; size_t most = 4 << 20; char *a = device<char>(most), *b = device<char>(most), *h, *g = (char*)calloc(1, most); CHECK(cudaMallocHost(&h, most));
  for (int q : {1, 0}) { queued = q;
    for (long n : {4L, 4096L, 65536L, 1L << 20, 4L << 20}) for (int k : {1, 4}) for (int kind : {0, 1, 2, 3, 4}) {
      if (q && kind == 4) continue;
      if (kind == 4 && k == 4) continue;
      const char* kinds[] = {"on_device", "to_host", "to_device", "fill", "to_pageable"};
      snprintf(name, 64, "%s_x%d_%s", kinds[kind], k, q ? "queued" : "alone");
      row("copies", name, "bytes", n, [] {}, [&] { for (int i = 0; i < k; ++i) switch (kind) {
          case 0: cudaMemcpyAsync(a, b, n, cudaMemcpyDeviceToDevice); break; case 1: cudaMemcpyAsync(h, a, n, cudaMemcpyDeviceToHost); break; case 2: cudaMemcpyAsync(a, h, n, cudaMemcpyHostToDevice); break; case 3: cudaMemsetAsync(a, 0, n); break; default: cudaMemcpy(g, a, n, cudaMemcpyDeviceToHost); } }, [] { return 0ULL; });
    } }
}
