// What programs do on the host, a case for each word: 'plain CASE'. Exits with 0 if the case holds.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define EXPECT(condition) do { if (!(condition)) { printf("line %d: not %s\n", __LINE__, #condition); exit(9); } } while (0)
#define GIVES(error, call) do { cudaError_t e_ = (call); if (e_ != (error)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); exit(9); } } while (0)
#define OK(call) GIVES(cudaSuccess, call)

__device__ int counter = 5;
__constant__ int factors[4] = {1, 2, 3, 4};
__managed__ int shared_counter = 40;

__global__ void scale(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * factors[i % 4] + counter; }
__global__ void count() { atomicAdd(&shared_counter, 1); atomicAdd(&counter, 1); }
__global__ void fault(int* x) { *x = 1; }
__global__ void spin(long long cycles) { long long t = clock64(); while (clock64() - t < cycles) {} }
__global__ void touch(volatile int* x) { x[0] = x[1] + 1; }
__global__ void large(int* x) { extern __shared__ int s[]; s[threadIdx.x + 15000] = threadIdx.x; __syncthreads(); x[threadIdx.x] = s[31 - threadIdx.x + 15000]; }
__global__ void __launch_bounds__(64) bounded(int* x) { x[threadIdx.x] = 1; }
__global__ void serve(volatile int* mail) { for (int want = 1; want <= 3; want++) { while (mail[0] != want) {} mail[1] = want * 10; __threadfence_system(); mail[2] = want; } }
struct Pair { char c; double d; short s[3]; };
__global__ void structure(double* out, Pair p, char c, float f) { out[0] = p.c; out[1] = p.d; out[2] = p.s[2]; out[3] = c; out[4] = f; }
__global__ void hello() { printf("hello from %d\n", threadIdx.x); }

struct Early {
  int* x;
  Early() { OK(cudaMalloc(&x, 64)); OK(cudaMemset(x, 1, 64)); }
};
static bool wantsEarly() { return getenv("EARLY") != nullptr; }
static Early* early = wantsEarly() ? new Early : nullptr;
static void late() { int v = 0; OK(cudaMemcpy(&v, early->x, 4, cudaMemcpyDeviceToHost)); EXPECT(v == 0x01010101); printf("late %x\n", v); }

static void symbols() {
  int h[8] = {1, 1, 1, 1, 2, 2, 2, 2}, *x, read = 0, f[4] = {10, 20, 30, 40};
  OK(cudaMalloc(&x, sizeof h)); OK(cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice));
  scale<<<2, 4>>>(x, 8); OK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) EXPECT(h[i] == (i < 4 ? 1 : 2) * (i % 4 + 1) + 5);
  OK(cudaMemcpyToSymbol(factors, f + 2, 8, 8)); int seven = 7; OK(cudaMemcpyToSymbol(counter, &seven, 4));
  OK(cudaMemcpyFromSymbol(&read, factors, 4, 12)); EXPECT(read == 40);
  scale<<<1, 8>>>(x, 8); OK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost)); EXPECT(h[3] == 9 * 40 + 7);
  void* at; size_t bytes; OK(cudaGetSymbolAddress(&at, counter)); OK(cudaGetSymbolSize(&bytes, factors)); EXPECT(bytes == 16);
  OK(cudaMemcpy(&read, at, 4, cudaMemcpyDefault)); EXPECT(read == 7);
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(counter, f, 8)); GIVES(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(f, f, 4));
}
static void managed() {
  EXPECT(shared_counter == 40); shared_counter = 50; count<<<2, 32>>>(); OK(cudaDeviceSynchronize()); EXPECT(shared_counter == 114);
  int* m; OK(cudaMallocManaged(&m, 1 << 20)); m[1] = 6; m[200000] = 9; touch<<<1, 1>>>(m); touch<<<1, 1>>>(m + 199999); OK(cudaDeviceSynchronize());
  EXPECT(m[0] == 7 && m[199999] == 10); OK(cudaFree(m));
  int* h; OK(cudaMallocHost(&h, 8)); h[1] = 1; touch<<<1, 1>>>(h); OK(cudaDeviceSynchronize()); EXPECT(h[0] == 2); OK(cudaFreeHost(h));
  std::vector<int> own(10000, 3); OK(cudaHostRegister(own.data(), own.size() * 4, cudaHostRegisterMapped)); int* d;
  OK(cudaHostGetDevicePointer(&d, own.data(), 0)); EXPECT(own[9999] == 3); touch<<<1, 1>>>(d + 5000); OK(cudaDeviceSynchronize()); EXPECT(own[5000] == 4);
  GIVES(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(own.data(), 4, 0)); OK(cudaHostUnregister(own.data())); EXPECT(own[5000] == 4 && own[0] == 3);
  GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own.data()));
}
static void copies() {
  char a[64], b[64]; for (int i = 0; i < 64; i++) a[i] = i; char* d; size_t pitch; OK(cudaMallocPitch(&d, &pitch, 8, 8)); EXPECT(pitch >= 8);
  OK(cudaMemcpy2D(d, pitch, a, 8, 8, 8, cudaMemcpyHostToDevice)); OK(cudaMemset2D(d + pitch, pitch, 0x55, 4, 2)); memset(b, 0, 64);
  OK(cudaMemcpy2D(b, 8, d, pitch, 8, 8, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++) EXPECT(b[i] == (i / 8 >= 1 && i / 8 <= 2 && i % 8 < 4 ? 0x55 : a[i]));
  cudaExtent e = make_cudaExtent(8, 4, 2); cudaPitchedPtr p; OK(cudaMalloc3D(&p, e)); cudaMemcpy3DParms c = {};
  c.srcPtr = make_cudaPitchedPtr(a, 8, 8, 4); c.dstPtr = p; c.extent = e; c.kind = cudaMemcpyHostToDevice; OK(cudaMemcpy3D(&c)); memset(b, 0, 64);
  c.dstPtr = make_cudaPitchedPtr(b, 8, 8, 4); c.srcPtr = p; c.kind = cudaMemcpyDeviceToHost; OK(cudaMemcpy3D(&c)); EXPECT(memcmp(a, b, 64) == 0);
  std::vector<char> big(5 << 20); for (size_t i = 0; i < big.size(); i++) big[i] = i * 7; char* g; OK(cudaMalloc(&g, 2 * big.size()));
  OK(cudaMemcpy(g, big.data(), big.size(), cudaMemcpyHostToDevice)); OK(cudaMemcpy(g + big.size(), g, big.size(), cudaMemcpyDeviceToDevice));
  std::vector<char> back(big.size()); OK(cudaMemcpy(back.data(), g + big.size(), big.size(), cudaMemcpyDeviceToHost)); EXPECT(big == back);
  OK(cudaMemcpy(b, a, 64, cudaMemcpyHostToHost)); OK(cudaMemset(g, 0x7f, 3)); OK(cudaMemcpy(b, g, 4, cudaMemcpyDefault)); EXPECT(b[2] == 0x7f && b[3] == 21);
  GIVES(cudaErrorInvalidValue, cudaMemcpy(d, a, 64, cudaMemcpyDeviceToHost)); GIVES(cudaErrorInvalidValue, cudaMemcpy(g, a, 1ull << 40, cudaMemcpyDeviceToDevice));
  GIVES(cudaErrorInvalidPitchValue, cudaMemcpy2D(d, 4, a, 8, 8, 8, cudaMemcpyHostToDevice)); GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy(d, a, 8, (cudaMemcpyKind)9));
  OK(cudaFree(d)); OK(cudaFree(nullptr)); GIVES(cudaErrorInvalidValue, cudaFree(d)); size_t fr, total; OK(cudaMemGetInfo(&fr, &total)); EXPECT(fr < total && total > 1u << 30);
  GIVES(cudaErrorMemoryAllocation, cudaMalloc(&d, 1ull << 45)); GIVES(cudaErrorMemoryAllocation, cudaGetLastError()); OK(cudaGetLastError());
  cudaPointerAttributes at; OK(cudaPointerGetAttributes(&at, g + 5)); EXPECT(at.type == cudaMemoryTypeDevice && at.devicePointer == g + 5 && at.device == 0);
  OK(cudaPointerGetAttributes(&at, a)); EXPECT(at.type == cudaMemoryTypeUnregistered);
}
static void errors() {
  int* x; OK(cudaMalloc(&x, 4096)); scale<<<1, 2000>>>(x, 1); GIVES(cudaErrorInvalidValue, cudaPeekAtLastError()); GIVES(cudaErrorInvalidValue, cudaGetLastError());
  OK(cudaGetLastError()); scale<<<0, 1>>>(x, 1); GIVES(cudaErrorInvalidValue, cudaGetLastError()); bounded<<<1, 128>>>(x); EXPECT(cudaGetLastError() != cudaSuccess);
  GIVES(cudaErrorInvalidDevice, cudaSetDevice(7)); GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize((cudaStream_t)0x1234)); GIVES(cudaErrorInvalidValue, cudaMalloc(nullptr, 4));
  cudaEvent_t a, b; OK(cudaEventCreate(&a)); OK(cudaEventCreateWithFlags(&b, cudaEventDisableTiming)); float ms; GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, b));
  GIVES(cudaErrorInvalidValue, cudaDeviceSetLimit((cudaLimit)77, 1)); GIVES(cudaErrorInvalidResourceHandle, cudaLaunchKernel((void*)errors, 1, 1, nullptr, 0, 0));
  GIVES(cudaErrorNotSupported, cudaGraphicsUnmapResources(0, nullptr, 0)); GIVES(cudaErrorNotSupported, cudaGetLastError());
  EXPECT(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation")); EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
  std::thread([] { OK(cudaGetLastError()); }).join();
  fault<<<1, 1>>>((int*)16); GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize()); GIVES(cudaErrorIllegalAddress, cudaMalloc(&x, 4)); GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}
static void streams() {
  cudaStream_t s, t; OK(cudaStreamCreate(&s)); OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking)); cudaEvent_t a, b; OK(cudaEventCreate(&a)); OK(cudaEventCreate(&b));
  OK(cudaEventRecord(a, s)); spin<<<1, 1, 0, s>>>(1980000); OK(cudaEventRecord(b, s)); GIVES(cudaErrorNotReady, cudaEventQuery(b)); GIVES(cudaErrorNotReady, cudaStreamQuery(s));
  OK(cudaStreamWaitEvent(t, b, 0)); OK(cudaStreamSynchronize(t)); OK(cudaEventQuery(b)); float ms = 0; OK(cudaEventElapsedTime(&ms, a, b)); EXPECT(ms > 0.99 && ms < 1.1);
  while (cudaStreamQuery(s) == cudaErrorNotReady) {}
  cudaGetLastError(); int low, high; OK(cudaDeviceGetStreamPriorityRange(&low, &high)); EXPECT(low >= high); OK(cudaStreamDestroy(s)); GIVES(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
  int *x, h = 3; OK(cudaMallocAsync(&x, 4, t)); OK(cudaMemcpyAsync(x, &h, 4, cudaMemcpyHostToDevice, t)); OK(cudaMemsetAsync(x, 0, 1, t)); OK(cudaMemcpyAsync(&h, x, 4, cudaMemcpyDeviceToHost, t));
  OK(cudaFreeAsync(x, t)); OK(cudaStreamSynchronize(t)); EXPECT(h == 0);
}
static std::atomic<int> steps{0};
static void callbacks() {
  cudaStream_t s; OK(cudaStreamCreate(&s)); int *x, h = 0; OK(cudaMallocHost(&x, 8)); x[1] = 1; static int* seen; seen = x; static std::thread::id mine; mine = std::this_thread::get_id();
  OK(cudaLaunchHostFunc(s, [](void* p) { EXPECT(p == &steps); EXPECT(std::this_thread::get_id() != mine); EXPECT(cudaMalloc(&seen, 4) == cudaErrorNotPermitted); steps = 1; }, &steps));
  touch<<<1, 1, 0, s>>>(x); OK(cudaLaunchHostFunc(s, [](void*) { EXPECT(steps == 1 && seen[0] == 2); seen[1] = 10; steps = 2; }, nullptr)); touch<<<1, 1, 0, s>>>(x);
  OK(cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t e, void*) { EXPECT(e == cudaSuccess && steps == 2); steps = 3; }, nullptr, 0)); OK(cudaStreamSynchronize(s));
  EXPECT(steps == 3 && x[0] == 11); (void)h;
}
static void threads() {
  std::vector<std::thread> all; std::atomic<int> good{0};
  for (int i = 0; i < 6; i++) all.emplace_back([&, i] {
    cudaStream_t s; OK(cudaStreamCreate(&s)); int* x; OK(cudaMalloc(&x, 4000)); std::vector<int> h(1000, i);
    for (int k = 0; k < 5; k++) { OK(cudaMemcpyAsync(x, h.data(), 4000, cudaMemcpyHostToDevice, s)); scale<<<8, 128, 0, s>>>(x, 1000); OK(cudaMemcpyAsync(h.data(), x, 4000, cudaMemcpyDeviceToHost, s)); OK(cudaStreamSynchronize(s)); }
    int v = i; for (int k = 0; k < 5; k++) v += 5; if (h[0] == v) good++; GIVES(cudaErrorInvalidDevice, cudaSetDevice(99)); GIVES(cudaErrorInvalidDevice, cudaGetLastError()); });
  for (auto& each : all) each.join();
  EXPECT(good == 6); OK(cudaGetLastError());
}
static void mailbox() {
  volatile int* mail; OK(cudaHostAlloc((void**)&mail, 64, cudaHostAllocMapped)); mail[0] = mail[1] = mail[2] = 0; serve<<<1, 1>>>(mail); OK(cudaGetLastError());
  for (int want = 1; want <= 3; want++) { mail[0] = want; while (mail[2] != want) {} EXPECT(mail[1] == want * 10); }
  OK(cudaDeviceSynchronize()); puts("three answers");
}
static void questions() {
  struct { cudaDeviceProp p; unsigned char after[64]; } g; memset(&g, 0xAA, sizeof g); OK(cudaGetDeviceProperties(&g.p, 0)); for (unsigned char each : g.after) EXPECT(each == 0xAA);
  EXPECT(g.p.major == 9 && g.p.minor == 0 && g.p.multiProcessorCount == 132 && g.p.warpSize == 32 && g.p.maxThreadsPerBlock == 1024 && g.p.maxGridSize[1] == 65535);
  EXPECT(g.p.sharedMemPerBlock == 49152 && g.p.sharedMemPerBlockOptin == 232448 && g.p.maxThreadsPerMultiProcessor == 2048 && g.p.unifiedAddressing == 1 && g.p.regsPerMultiprocessor == 65536);
  EXPECT(g.p.reservedSharedMemPerBlock == 1024 && g.p.managedMemory == 1 && g.p.concurrentKernels == 1 && g.p.totalConstMem == 65536 && g.p.asyncEngineCount > 0 && g.p.maxBlocksPerMultiProcessor == 32);
  int v, n; OK(cudaGetDeviceCount(&n)); EXPECT(n == 1); OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0)); EXPECT(v == 132); OK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0)); EXPECT(v == 9);
  OK(cudaRuntimeGetVersion(&v)); EXPECT(v >= 13000); size_t limit; OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20)); OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize)); EXPECT(limit == 16 << 20);
  struct { cudaFuncAttributes a; unsigned char after[64]; } f; memset(&f, 0xAA, sizeof f); OK(cudaFuncGetAttributes(&f.a, bounded)); for (unsigned char each : f.after) EXPECT(each == 0xAA);
  EXPECT(f.a.maxThreadsPerBlock == 64 && f.a.numRegs > 0 && f.a.sharedSizeBytes == 0 && f.a.binaryVersion == 90 && f.a.maxDynamicSharedSizeBytes == 49152);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, scale, 256, 0)); EXPECT(v == 8); int grid, block; OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale)); EXPECT(block == 1024 && grid == 264);
  int *x, h[32]; OK(cudaMalloc(&x, 128)); large<<<1, 32, 65536>>>(x); GIVES(cudaErrorInvalidConfiguration, cudaGetLastError() == cudaSuccess ? cudaSuccess : cudaErrorInvalidConfiguration);
  OK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)); large<<<1, 32, 65536>>>(x); OK(cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost)); EXPECT(h[0] == 31 && h[31] == 0);
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  double out[5], *d; OK(cudaMalloc(&d, sizeof out)); Pair p = {3, 2.5, {7, 8, 9}}; structure<<<1, 1>>>(d, p, 11, 0.5f); OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT(out[0] == 3 && out[1] == 2.5 && out[2] == 9 && out[3] == 11 && out[4] == 0.5);
  cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = 1; OK(cudaLaunchKernelEx(&c, structure, d, p, (char)12, 1.5f)); OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost)); EXPECT(out[3] == 12);
}
static void forks() {
  int* x; OK(cudaMalloc(&x, 4)); fflush(stdout); pid_t child = fork(); if (child == 0) _exit(cudaMalloc(&x, 4) == cudaErrorInitializationError ? 0 : 1);
  int status; waitpid(child, &status, 0); EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0); OK(cudaMemset(x, 0, 4)); EXPECT(getenv("CDPSIM_EXEC_SOCKET") != nullptr);
  const char* path = getenv("LD_LIBRARY_PATH"); printf("path %s\n", path ? path : "none");
}

int main(int argc, char** argv) {
  std::string which = argc > 1 ? argv[1] : "";
  if (which == "symbols") symbols(); else if (which == "managed") managed(); else if (which == "copies") copies(); else if (which == "errors") errors();
  else if (which == "streams") streams(); else if (which == "callbacks") callbacks(); else if (which == "threads") threads(); else if (which == "mailbox") mailbox();
  else if (which == "questions") questions(); else if (which == "forks") forks();
  else if (which == "hello") { puts("before"); hello<<<1, 2>>>(); OK(cudaDeviceSynchronize()); puts("after"); }
  else if (which == "exit") return atoi(argv[2]);
  else if (which == "echo") { int c; while ((c = getchar()) != EOF) putchar(c); for (int i = 2; i < argc; i++) printf("[%s]", argv[i]); fprintf(stderr, "told\n"); }
  else if (which == "crash") { int* x; OK(cudaMalloc(&x, 4)); puts("reading"); fflush(stdout); return *(volatile int*)x; }
  else if (which == "killed") { int* x; OK(cudaMalloc(&x, 4)); kill(getpid(), 9); }
  else if (which == "early") { EXPECT(early != nullptr); atexit(late); }
  else if (which == "stuck") { int* x; OK(cudaMalloc(&x, 64)); OK(cudaMemset(x, 0, 64)); serve<<<1, 1>>>(x); cudaDeviceSynchronize(); }
  else if (which == "endless") { spin<<<1, 1>>>(1ll << 50); puts("launched"); fflush(stdout); cudaDeviceSynchronize(); }
  else return 2;
  return 0;
}
