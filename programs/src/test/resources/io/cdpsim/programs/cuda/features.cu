// What programs use of the language and the runtime, a check each. The exit code is the number of the first that fails.
#include "features.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

int *onDevice;
int found[64];

static void fetch() { cudaMemcpy(found, onDevice, sizeof found, cudaMemcpyDeviceToHost); }
static bool isClear() {
    fetch();
    cudaMemset(onDevice, 0, sizeof found);
    return cudaGetLastError() == cudaSuccess;
}

// 1: arguments decide among kernels, by conversion, by deduction, by default
template <class T> __global__ void put(T *to, T value) { *to = value; }
template <class T, int N> __global__ void putMany(T *to) { to[threadIdx.x] = N; }
__global__ void over(int *to, int) { *to = 1; }
__global__ void over(int *to, double) { *to = 2; }
static void over(int *to) { *to = 3; }
__global__ void chooses(int *to) {
    put<<<1, 1>>>(to, 5);
    put<int><<<1, 1>>>(to + 1, (short)6);
    putMany<int, 7><<<1, 2>>>(to + 2);
    over<<<1, 1>>>(to + 4, 1);
    over<<<1, 1>>>(to + 5, 1.0f);
    LAUNCH(put, to + 6, 8);
}
static bool choosing() {
    int own = 0;
    over(&own);
    chooses<<<1, 1>>>(onDevice);
    LAUNCH(put<int>, onDevice + 7, 9);
    const int wanted[] = {5, 6, 7, 7, 1, 2, 8, 9};
    return isClear() && own == 3 && memcmp(found, wanted, sizeof wanted) == 0;
}

// 2: kernels of every linkage
static __global__ void internal(int *to) { *to = 1; }
namespace { __global__ void anonymous(int *to) { *to = 2; } }
namespace outer { namespace inner { __global__ void named(int *to) { *to = 3; } } }
template <int N> __global__ void numbered(int *to) { *to = N; }
extern "C" __global__ void plain(int *to) { *to = 5; }
__global__ void launchesAll(int *to) {
    internal<<<1, 1>>>(to);
    anonymous<<<1, 1>>>(to + 1);
    outer::inner::named<<<1, 1>>>(to + 2);
    numbered<4><<<1, 1>>>(to + 3);
    ::plain<<<1, 1>>>(to + 4);
    elsewhere<<<1, 1>>>(to + 5, 6);
}
static bool linkage() {
    launchesAll<<<1, 1>>>(onDevice);
    internal<<<1, 1>>>(onDevice + 6);
    elsewhere<<<1, 1>>>(onDevice + 7, 8);
    const int wanted[] = {1, 2, 3, 4, 5, 6, 1, 8};
    return isClear() && memcmp(found, wanted, sizeof wanted) == 0;
}

// 3: arguments of every size
struct Mixed { bool a; double b; char c[3]; short d; };
__global__ void takes(bool a, Mixed m, char b, bool c, float3 f, int *to) {
    *to = a + 2 * m.a + (int)m.b + m.c[2] + m.d + b + 4 * c + (int)(f.x + f.y + f.z);
}
__global__ void passes(int *to) {
    takes<<<1, 1>>>(true, Mixed{true, 100, {0, 0, 16}, 1000}, 32, true, make_float3(0.5f, 1.5f, 2), to);
}
static bool arguments() {
    passes<<<1, 1>>>(onDevice);
    takes<<<1, 1>>>(true, Mixed{true, 100, {0, 0, 16}, 1000}, 32, true, make_float3(0.5f, 1.5f, 2), onDevice + 1);
    return isClear() && found[0] == 1159 && found[1] == 1159;
}

// 4: variables and constants
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 3;
static __device__ int ownCounter = 4;
__device__ const char *const text = "text";
__global__ void counts(int *to) {
    to[0] = atomicAdd(&counter, 2) + ownCounter + (int)weights[threadIdx.x + 3];
    to[1] = text[1];
}
static bool variables() {
    float other[4] = {5, 6, 7, 8};
    int after = 0, own = 10;
    cudaMemcpyToSymbol(weights, other, sizeof other);
    cudaMemcpyToSymbol(ownCounter, &own, sizeof own);
    counts<<<1, 1>>>(onDevice);
    cudaMemcpyFromSymbol(&after, counter, sizeof after);
    void *address = nullptr;
    return isClear() && found[0] == 21 && found[1] == 'e' && after == 5 && cudaGetSymbolAddress(&address, counter) == cudaSuccess && address;
}

// 5: shared memory and barriers
__global__ void turns(int *to) {
    extern __shared__ int some[];
    __shared__ int tile[32];
    some[threadIdx.x] = threadIdx.x;
    tile[threadIdx.x] = 2 * threadIdx.x;
    int odd = __syncthreads_count(threadIdx.x & 1), any = __syncthreads_or(threadIdx.x == 5);
    to[threadIdx.x] = some[31 - threadIdx.x] + tile[31 - threadIdx.x] + 100 * odd + (any ? 10000 : 0);
}
static bool barriers() {
    turns<<<1, 32, 128>>>(onDevice);
    return isClear() && found[0] == 93 + 11600 && found[31] == 11600;
}

// 6: functions of a warp
__global__ void warp(int *to) {
    unsigned all = 0xffffffffu, lane = threadIdx.x;
    int ok = __shfl_sync(all, (int)lane, 3) == 3 && __shfl_xor_sync(all, 1.5 * lane, 1) == 1.5 * (lane ^ 1);
    ok &= __shfl_up_sync(all, (long long)lane << 40, 1) == (long long)(lane ? lane - 1 : 0) << 40;
    ok &= __shfl_down_sync(all, lane, 4, 8) == (lane % 8 < 4 ? lane + 4 : lane);
    ok &= __ballot_sync(all, lane < 4) == 15 && __any_sync(all, lane == 9) && !__all_sync(all, lane == 9);
    ok &= __match_any_sync(all, lane / 16) == (lane < 16 ? 0xffffu : 0xffff0000u);
    ok &= __popc(__activemask()) == 32 && __reduce_add_sync(all, lane) == 496 && __reduce_max_sync(all, (int)lane - 40) == -9;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    ok &= cg::reduce(tile, 1, cg::plus<int>()) == 8 && tile.thread_rank() == lane % 8 && tile.meta_group_rank() == lane / 8;
    ok &= tile.ballot(lane % 8 == 2) == 4 && cg::inclusive_scan(tile, 1) == (int)(lane % 8) + 1;
    if (lane % 3 == 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        ok &= some.size() == 11 && some.thread_rank() == lane / 3 && some.shfl(lane, 2) == 6;
    }
    to[lane] = ok;
}
static bool warps() {
    warp<<<1, 32>>>(onDevice);
    return isClear() && std::count(found, found + 32, 1) == 32;
}

// 7: atomics
struct Cells { int i; unsigned u; unsigned long long l; float f; double d; unsigned wrap; int least, most; unsigned bits; unsigned short half; };
__global__ void adds(Cells *c) {
    atomicAdd(&c->i, 1); atomicSub(&c->u, 1u); atomicAdd(&c->l, 1ull << 33); atomicAdd(&c->f, 0.5f); atomicAdd_block(&c->d, 0.25);
    atomicInc(&c->wrap, 4); atomicMin(&c->least, -(int)threadIdx.x); atomicMax(&c->most, (int)threadIdx.x); atomicOr(&c->bits, 1u << threadIdx.x);
    unsigned short seen = c->half, before;
    do { before = seen; seen = atomicCAS(&c->half, before, (unsigned short)(before + 1)); } while (seen != before);
}
static bool atomics() {
    Cells *cells, host{};
    cudaMallocManaged(&cells, sizeof *cells);
    host.u = 100;
    *cells = host;
    adds<<<1, 32>>>(cells);
    cudaDeviceSynchronize();
    host = *cells;
    return isClear() && host.i == 32 && host.u == 68 && host.l == 1ull << 38 && host.f == 16 && host.d == 8 && host.wrap == 2 && host.least == -31
        && host.most == 31 && host.bits == 0xffffffffu && host.half == 32;
}

// 8: the device's runtime
__global__ void useRuntime(int *to) {
    cudaStream_t stream;
    cudaEvent_t event;
    int errors = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) + cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    put<<<1, 1, 0, stream>>>(to, 3);
    errors += cudaEventRecord(event, stream) + cudaMemcpyAsync(to + 1, to, sizeof(int), cudaMemcpyDeviceToDevice, stream);
    errors += cudaStreamWaitEvent(stream, event) + cudaMemsetAsync(to + 2, 0, sizeof(int), stream);
    errors += cudaStreamDestroy(stream) + cudaEventDestroy(event) + cudaGetLastError();
    put<<<1, 2048>>>(to, 0);
    to[3] = errors;
    to[4] = cudaGetLastError();
    int blocks = 0;
    to[5] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, warp, 128, 0);
    to[6] = blocks;
}
static bool runtime() {
    useRuntime<<<1, 1>>>(onDevice);
    return isClear() && found[0] == 3 && found[1] == 3 && found[3] == 0 && found[4] == cudaErrorInvalidConfiguration
        && found[5] == 0 && found[6] > 0;
}

// 9: memory of the device's heap, classes, virtual functions, recursion
struct Shape { __device__ virtual ~Shape() {} __device__ virtual int corners() const { return 0; } };
struct Box : Shape { int n; __device__ Box(int n) : n(n) {} __device__ int corners() const override { return 4 * n; } };
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void allocates(int *to) {
    Shape *shape = new Box(3);
    int *numbers = (int *)malloc(10 * sizeof(int));
    for (int i = 0; i < 10; i++) numbers[i] = i;
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += numbers[i];
    to[0] = shape->corners();
    to[1] = sum;
    to[2] = fibonacci(10);
    delete shape;
    free(numbers);
}
static bool heap() {
    allocates<<<1, 1>>>(onDevice);
    return isClear() && found[0] == 12 && found[1] == 45 && found[2] == 55;
}

// 10: numbers
__global__ void numbers(int *to) {
    float3 v = make_float3(1, 2, 3);
    to[0] = __float2int_rn(2.5f) + __float2int_ru(2.1f) + (int)fmaxf(v.x, v.z) + max(3, 4) + min(2u, 3u);
    to[1] = __clz(1) + __ffs(8) + __popcll(255) + __mulhi(1 << 20, 1 << 20) + (int)__brev(1u << 31);
    to[2] = __fadd_ru(1, 1e-10f) > 1 && __fadd_rd(1, 1e-10f) == 1 && isnan(sqrtf(-1)) && std::isfinite(1.0) && __fdividef(6, 2) == 3;
    to[3] = __double2loint(__hiloint2double(1, 77)) + __float_as_int(1.0f) + (int)std::abs(-2.5f) + (int)std::pow(2.0, 3.0);
    to[4] = (int)max(2.0f, 3.0f) + (int)llround(2.5) + (int)__umul24(3, 4) + (int)__byte_perm(0x11223344, 0, 0x3) + min(1, 2);
}
static bool arithmetic() {
    numbers<<<1, 1>>>(onDevice);
    return isClear() && found[0] == 2 + 3 + 3 + 4 + 2 && found[1] == 31 + 4 + 8 + 256 + 1 && found[2] == 1 && found[3] == 77 + 0x3f800000 + 2 + 8
        && found[4] == 3 + 3 + 12 + 0x44444411 + 1;
}

// 11: the host's runtime
__global__ void __launch_bounds__(256) bounded(int *to, int value) { to[threadIdx.x] = value; }
static bool host() {
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    int size = 0, grid = 0, multiprocessors = 0;
    bool ok = cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024;
    ok &= cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && multiprocessors == properties.multiProcessorCount;
    ok &= cudaFuncGetAttributes(&attributes, bounded) == cudaSuccess && attributes.maxThreadsPerBlock == 256;
    ok &= cudaOccupancyMaxPotentialBlockSize(&grid, &size, bounded) == cudaSuccess && size == 256 && grid % multiprocessors == 0;
    int value = 7;
    void *these[] = {&onDevice, &value};
    ok &= cudaLaunchKernel(bounded, dim3(1), dim3(4), these) == cudaSuccess;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = configuration.blockDim = dim3(1);
    int *second = onDevice + 4;
    ok &= cudaLaunchKernelEx(&configuration, bounded, second, 8) == cudaSuccess;
    bounded<<<1, 512>>>(onDevice, 0);
    ok &= cudaGetLastError() == cudaErrorInvalidValue || true;
    void (*pointer)(int *, int) = bounded;
    pointer<<<1, 1>>>(onDevice + 5, 9);
    ok &= strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0;
    return isClear() && ok && found[0] == 7 && found[3] == 7 && found[4] == 8 && found[5] == 9;
}

// 12: what only one of the passes sees
#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif
__host__ __device__ int side() { return SIDE; }
__global__ void tellSide(int *to) {
    *to = side();
    asm volatile("mov.u32 %0, %laneid;" : "=r"(to[1]));
    auto twice = [](int x) { return 2 * x; };
    to[2] = twice(to[2] + 4);
}
static bool sides() {
    tellSide<<<1, 1>>>(onDevice);
    return isClear() && found[0] == 1 && side() == 2 && found[1] == 0 && found[2] == 8;
}

// 13: memory pools
static bool pools() {
    cudaMemPool_t first, own;
    unsigned long long threshold = ~0ULL, reserved = 1;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    bool ok = cudaDeviceGetDefaultMemPool(&first, 0) == cudaSuccess && cudaMemPoolCreate(&own, &properties) == cudaSuccess && own != first;
    ok &= cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess;
    int *value;
    ok &= cudaMallocAsync(&value, sizeof(int), own, 0) == cudaSuccess;
    put<<<1, 1>>>(value, 7);
    cudaMemcpyAsync(onDevice, value, sizeof(int), cudaMemcpyDeviceToDevice, 0);
    ok &= cudaFreeAsync(value, 0) == cudaSuccess && cudaStreamSynchronize(0) == cudaSuccess && cudaMemPoolTrimTo(own, 0) == cudaSuccess;
    ok &= cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess && reserved == 0;
    return cudaMemPoolDestroy(own) == cudaSuccess && isClear() && ok && found[0] == 7;
}

// 14: what sm_90 has and the architecture of older clangs has not
__global__ void leads(int *to) {
    cudaTriggerProgrammaticLaunchCompletion();
    to[0] = __dp4a(0x01fe03ff, 0x02020202, 5);
    to[1] = __dp4a(make_char4(1, -2, 3, 4), make_char4(5, 6, 7, 8), 1);
}
__global__ void follows(int *to) {
    cudaGridDependencySynchronize();
    to[2] = to[0] + to[1];
}
static bool dependents() {
    leads<<<1, 1>>>(onDevice);
    cudaLaunchAttribute early;
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = configuration.blockDim = dim3(1);
    configuration.attrs = &early;
    configuration.numAttrs = 1;
    bool ok = cudaLaunchKernelEx(&configuration, follows, onDevice) == cudaSuccess;
    return isClear() && ok && found[0] == 7 && found[1] == 47 && found[2] == 54;
}

int main() {
    cudaMalloc(&onDevice, sizeof found);
    cudaMemset(onDevice, 0, sizeof found);
    bool (*checks[])() = {choosing, linkage, arguments, variables, barriers, warps, atomics, runtime, heap, arithmetic, host, sides, pools, dependents};
    int number = 0;
    for (auto check : checks) {
        number++;
        if (!check()) {
            printf("check %d fails, with %d %d %d %d %d %d %d %d\n", number, found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7]);
            return number;
        }
    }
    printf("%d checks\n", number);
    return 0;
}
