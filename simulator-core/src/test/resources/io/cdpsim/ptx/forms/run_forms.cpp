#include <cuda.h>
#include <cstdio>
#include <vector>
#include <string>
#include <fstream>
#include <sstream>
static void check(CUresult r, const std::string& what) { if (r) { const char* s; cuGetErrorName(r, &s); printf("%s: %s\n", what.c_str(), s); if (what != "launch") exit(1);} }
int main(int argc, char** argv) {
  std::ifstream f(argv[1]); std::stringstream ss; ss << f.rdbuf(); std::string ptx = ss.str();
  std::ifstream o(argv[2], std::ios::binary); std::vector<char> in((std::istreambuf_iterator<char>(o)), {});
  size_t forms = in.size() / (64 * 32);
  check(cuInit(0), "init"); CUdevice d; CUcontext c; cuDeviceGet(&d, 0); check(cuDevicePrimaryCtxRetain(&c, d), "ctx"); cuCtxSetCurrent(c);
  CUmodule m; check(cuModuleLoadData(&m, ptx.c_str()), "load");
  CUdeviceptr a, b; check(cuMemAlloc(&a, in.size()), "a"); check(cuMemAlloc(&b, forms * 512), "b");
  check(cuMemcpyHtoD(a, in.data(), in.size()), "copy"); cuMemsetD8(b, 0, forms * 512);
  for (size_t i = 0; i < forms; i++) {
    CUfunction k; std::string name = "form" + std::to_string(i); check(cuModuleGetFunction(&k, m, name.c_str()), name);
    CUdeviceptr from = a + i * 2048, to = b + i * 512; void* args[] = {&from, &to};
    check(cuLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, 0, args, 0), "launch");
    CUresult r = cuCtxSynchronize(); check(r, name);
  }
  std::vector<char> out(forms * 512); check(cuMemcpyDtoH(out.data(), b, out.size()), "back");
  std::ofstream w(argv[3], std::ios::binary); w.write(out.data(), out.size()); printf("%zu forms ran\n", forms);
}
