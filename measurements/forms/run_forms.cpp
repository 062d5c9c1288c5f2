// The hash of what each form gives with 3,072 operands, or 64 a block: run_forms forms.ptx forms.txt [BLOCKS] > h100.txt
// forms.ptx and forms.txt are written by FormExport DIRECTORY hashes (test code of simulator-core); FormWords makes the same operands.
// nvcc -o run_forms run_forms.cpp -lcuda
#include <cuda.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
typedef uint64_t u64;
static const u64 START = 0xCBF29CE484222325ull, PRIME = 0x100000001B3ull;
static u64 mix(u64 seed) {
  u64 x = seed + 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
struct Type { int bits; char kind; int fraction, exponent; bool packed; };
static Type typeOf(const std::string &n) {
  if (n == "F16" || n == "F16X2") return {n == "F16" ? 16 : 32, 'f', 10, 5, n != "F16"};
  if (n == "BF16" || n == "BF16X2") return {n == "BF16" ? 16 : 32, 'f', 7, 8, n != "BF16"};
  if (n == "F32") return {32, 'f', 23, 8, false};
  if (n == "F64") return {64, 'f', 52, 11, false};
  if (n == "ANGLE") return {32, 'a', 0, 0, false};
  if (n == "COUNT") return {32, 'c', 0, 0, false};
  if (n == "TRUTH") return {32, 't', 0, 0, false};
  if (n.substr(0, 7) == "DIVISOR") return {atoi(n.c_str() + 7), 'n', 0, 0, false};
  return {atoi(n.c_str() + 1), 'w', 0, 0, false};
}
static u64 cut(int bits, u64 v) { return bits == 64 ? v : v & ((1ull << bits) - 1); }
static u64 whole(const Type &t, u64 r, u64 s) {
  u64 most = t.bits == 64 ? ~0ull : (1ull << t.bits) - 1, least = 1ull << (t.bits - 1);
  u64 edges[] = {0, 1, 2, most, most - 1, least, least - 1, least + 1, most >> (t.bits / 2), 0x55};
  switch (s % 5) {
    case 0: case 1: return cut(t.bits, edges[(s >> 8) % 10]);
    case 2: return cut(t.bits, (s >> 8) % 200 - 100);
    case 3: return cut(t.bits, r >> (s >> 8) % 64);
    default: return cut(t.bits, r);
  }
}
static u64 real(const Type &t, u64 r, u64 s, u64 nan) {
  u64 normal = 1ull << t.fraction, sign = 1ull << (t.fraction + t.exponent), infinity = ((1ull << t.exponent) - 1) << t.fraction;
  u64 one = ((1ull << (t.exponent - 1)) - 1) << t.fraction;
  u64 small[] = {0, 1, 2, normal - 1, normal, normal + 1, infinity, infinity - 1};
  u64 near[] = {one, one + 1, one - 1, one + normal / 2, one - normal, one + normal, nan, 0};
  u64 m;
  switch (s % 6) {
    case 0: m = small[(s >> 8) % 8]; break;
    case 1: m = near[(s >> 8) % 8]; break;
    case 2: m = r & (sign - 1); break;
    default: {
      int64_t x = (int64_t)one + ((int64_t)((s >> 8) % 22) - 10) * (int64_t)normal;
      m = (u64)(x < 0 ? 0 : x) | ((s >> 20) % 4 == 0 ? 0 : r & (normal - 1));
    }
  }
  return m | ((s >> 40 & 1) ? sign : 0);
}
static u64 operand(u64 seed, int thread, int j, const Type &t, u64 nan) {
  u64 r = mix(seed + 4ull * thread + j), s = mix(r);
  switch (t.kind) {
    case 'w': return whole(t, r, s);
    case 'n': { u64 v = whole(t, r, s); return v ? v : 7; }
    case 't': return s & 1;
    case 'a': { float f = (float)(((int64_t)((s >> 8) % 2000001) - 1000000) * 3.14159e-6); uint32_t b; memcpy(&b, &f, 4); return b; }
    case 'c': { u64 c[] = {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 0xFFFFFFFFull, 0x80000000ull}; return s % 3 == 0 ? c[(s >> 8) % 13] : (s >> 8) % 40; }
    default: return t.packed ? real(t, r, s, nan) << 16 | real(t, mix(s), mix(s + 1), nan) : real(t, r, s, nan);
  }
}
static void check(CUresult r, const std::string &what) { if (r) { const char *s; cuGetErrorName(r, &s); fprintf(stderr, "%s: %s\n", what.c_str(), s); exit(1); } }
int main(int argc, char **argv) {
  std::ifstream f(argv[1]); std::stringstream ss; ss << f.rdbuf(); std::string ptx = ss.str();
  std::ifstream names(argv[2]); std::string line;
  check(cuInit(0), "init"); CUdevice d; CUcontext c; cuDeviceGet(&d, 0); check(cuDevicePrimaryCtxRetain(&c, d), "ctx"); cuCtxSetCurrent(c);
  CUmodule m; check(cuModuleLoadData(&m, ptx.c_str()), "load");
  const int BLOCKS = argc > 3 ? atoi(argv[3]) : 48, N = BLOCKS * 64;
  CUdeviceptr a, b; check(cuMemAlloc(&a, N * 32), "a"); check(cuMemAlloc(&b, N * 8), "b");
  std::vector<u64> in(N * 4), out(N);
  for (int i = 0; std::getline(names, line); i++) {
    std::stringstream fields(line); std::string name, field; std::getline(fields, name, '\t'); std::getline(fields, field, '\t');
    int bits = atoi(field.c_str()); std::vector<std::string> types; while (std::getline(fields, field, '\t')) types.push_back(field);
    u64 seed = START; for (unsigned char ch : name) seed = (seed ^ ch) * PRIME;
    for (int t = 0; t < N; t++) for (size_t j = 0; j < types.size(); j++) {
      Type type = typeOf(types[j]);
      // What the tests take for NaN in each format.
      u64 nan = types[j][0] == 'B' ? 0x7FFF : type.fraction == 10 ? 0x7FFF : type.fraction == 23 ? 0x7FFFFFFF : 0x7FF8000000000000ull;
      in[t * 4 + j] = operand(seed, t, j, type, nan);
    }
    cuMemcpyHtoD(a, in.data(), N * 32); cuMemsetD8(b, 0, N * 8);
    CUfunction k; check(cuModuleGetFunction(&k, m, ("form" + std::to_string(i)).c_str()), name);
    void *args[] = {&a, &b};
    check(cuLaunchKernel(k, BLOCKS, 1, 1, 64, 1, 1, 0, 0, args, 0), name);
    CUresult r = cuCtxSynchronize();
    if (r) { printf("%s\terror %d\n", name.c_str(), r); return 1; }
    cuMemcpyDtoH(out.data(), b, N * 8);
    u64 hash = START;
    for (int t = 0; t < N; t++) { u64 v = cut(bits, out[t]); for (int q = 0; q < 8; q++) hash = (hash ^ (v >> 8 * q & 0xFF)) * PRIME; }
    printf("%s\t%016llx\n", name.c_str(), (unsigned long long)hash);
    if (getenv("VALUES")) { std::ofstream w(getenv("VALUES"), i ? std::ios::binary | std::ios::app : std::ios::binary); for (int t = 0; t < N; t++) { u64 v = cut(bits, out[t]); w.write((char *)&v, 8); } }
  }
}
