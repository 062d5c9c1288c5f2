// Whether calls of the host take longer after other work of the host: durations of the calls and of what lies between two events, after nothing, after a pause, after the host has walked through memory, and after copies.
#include "common.cuh"
#include <cstring>
static double us() { return nowMs() * 1e3; }
__global__ void nothing(int) {}
struct Big { char b[512]; };
__global__ void big(Big) {}
__global__ void busy(int cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
static double med(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
static std::vector<char> memory(256 << 20), host(64 << 20);
static volatile long sink;
static void before(int kind, char* d) {
  switch (kind) {
    case 0: break;
    case 1: { double t = us(); while (us() - t < 1000) {} break; }
    case 2: { long s = 0; for (size_t i = 0; i < (1 << 20); i += 64) s += memory[i]++; sink = s; break; }
    case 3: { long s = 0; for (size_t i = 0; i < memory.size() / 8; i += 64) s += memory[i]++; sink = s; break; }
    case 4: { long s = 0; for (size_t i = 0; i < memory.size(); i += 64) s += memory[i]++; sink = s; break; }
    case 5: CHECK(cudaMemcpy(host.data(), d, 64 << 10, cudaMemcpyDeviceToHost)); break;
    case 6: CHECK(cudaMemcpy(host.data(), d, 1 << 20, cudaMemcpyDeviceToHost)); break;
    case 7: CHECK(cudaMemcpy(host.data(), d, 64 << 20, cudaMemcpyDeviceToHost)); break;
    case 8: { double t = us(); while (us() - t < 100000) {} break; }
    case 9: CHECK(cudaMemcpy(d, host.data(), 64 << 10, cudaMemcpyHostToDevice)); break;
    case 10: CHECK(cudaMemset(d, 0, 4096)); break;
  }
}
int main() {
  const char* names[] = {"nothing", "pause_1ms", "walk_1MiB", "walk_32MiB", "walk_256MiB", "to_host_64KiB", "to_host_1MiB", "to_host_64MiB", "pause_100ms", "to_device_64KiB", "memset"};
  char* d; CHECK(cudaMalloc(&d, 64 << 20)); cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); int n;
  printf("before,launches,record_us,first_us,rest_us,record2_us,between_min,median,max\n");
  for (int kind = 0; kind < 11; ++kind) for (int k : {0, 1, 2, 8, 16}) {
    std::vector<double> r1, f, rest, r2, el;
    for (int r = 0; r < 41; ++r) {
      before(kind, d); CHECK(cudaDeviceSynchronize());
      double t0 = us(); CHECK(cudaEventRecord(a)); double t1 = us(), t2 = t1, t3 = t1;
      for (int i = 0; i < k; ++i) { nothing<<<1, 32>>>(i); if (!i) t2 = us(); } t3 = us();
      CHECK(cudaEventRecord(b)); double t4 = us(); CHECK(cudaEventSynchronize(b)); CHECK(cudaDeviceSynchronize()); float ms; CHECK(cudaEventElapsedTime(&ms, a, b));
      if (r > 5) { r1.push_back(t1 - t0); f.push_back(k ? t2 - t1 : 0); rest.push_back(k > 1 ? (t3 - t2) / (k - 1) : 0); r2.push_back(t4 - t3); el.push_back(ms * 1e3); }
    }
    std::sort(el.begin(), el.end());
    printf("%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", names[kind], k, med(r1), med(f), med(rest), med(r2), el.front(), el[el.size() / 2], el.back());
  }
  // a level: a kernel, then a copy of four bytes, and again
  printf("level,before,busy_us,levels,between_median,per_level\n");
  for (int kind : {0, 3, 6}) for (int bz : {1, 4, 12}) for (int lv : {1, 2, 6}) {
    std::vector<double> el;
    for (int r = 0; r < 41; ++r) { before(kind, d); CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a));
      for (int i = 0; i < lv; ++i) { busy<<<32, 128>>>(bz * 1900); CHECK(cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost)); }
      CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaDeviceSynchronize()); float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (r > 5) el.push_back(ms * 1e3); }
    printf("level,%s,%d,%d,%.2f,%.2f\n", names[kind], bz, lv, med(el), med(el) / lv);
  }
  { std::vector<double> t; for (int r = 0; r < 100; ++r) { Big x; memset(&x, r, sizeof x); double t0 = us(); big<<<1, 32>>>(x); t.push_back(us() - t0); } printf("big_parameter,%.2f\n", med(t)); }
}
