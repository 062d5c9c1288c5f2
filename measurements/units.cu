// Times of matrix instructions, mbarrier objects, bulk copies, textures, surfaces and video instructions. Each kernel takes (out, times, argument),
// makes so many steps and leaves the cycles of all in out[blockIdx.x]. Build: nvcc -O3 -std=c++17 -arch=sm_90 units.cu -o units; ./units
#include "common.cuh"
#include <cstring>
#include <string>
typedef uint32_t u32;
typedef uint64_t u64;

// Cycles from the first thread's start to the end of the block's last warp.
#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name(u64 *out, u32 times, u64 argument)
#define START __syncthreads(); u64 start = clock64();
#define END(used) u64 own = clock64() - start; __syncthreads(); u64 all = clock64() - start; \
    if (threadIdx.x == 0) out[blockIdx.x] = blockDim.x > 32 ? all : own; if ((used) == 0x12345) out[1000] = used;
#define STEPS _Pragma("unroll 1") for (u32 i = 0; i < times; i++)

#define A442(op, c0, c1, c2, c3) asm volatile("mma.sync.aligned." op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
#define A214(op, c0, c1, c2, c3) asm volatile("mma.sync.aligned." op " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3) : "r"(a0), "r"(a1), "r"(b0));
#define A112(op, c0, c1, c2, c3) asm volatile("mma.sync.aligned." op " {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(c0), "+r"(c1) : "r"(a0), "r"(b0));
#define D112(op, c0, c1, c2, c3) asm volatile("mma.sync.aligned." op " {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(z##c0), "+d"(z##c1) : "d"(x0), "d"(x1));
#define D16(op, c0, c1, c2, c3) asm volatile("mma.sync.aligned." op " {%0,%1,%2,%3}, {%4,%4,%5,%5,%4,%4,%5,%5}, {%5,%5,%4,%4}, {%0,%1,%2,%3};" : "+d"(z##c0), "+d"(z##c1), "+d"(z##c2), "+d"(z##c3) : "d"(x0), "d"(x1));
#define MATRICES(name, form, op) KERNEL(name) { \
    u32 a0 = times, a1 = times + 1, a2 = times + 2, a3 = times + 3, b0 = times + 4, b1 = times + 5; double x0 = times, x1 = times + 1; \
    u32 c0 = threadIdx.x, c1 = 0, c2 = 0, c3 = 0, e0 = threadIdx.x, e1 = 0, e2 = 0, e3 = 0; double zc0 = 0, zc1 = 0, zc2 = 0, zc3 = 0, ze0 = 0, ze1 = 0, ze2 = 0, ze3 = 0; \
    START if (argument) { STEPS { form(op, c0, c1, c2, c3) form(op, c0, c1, c2, c3) form(op, c0, c1, c2, c3) form(op, c0, c1, c2, c3) } } \
    else { STEPS { form(op, c0, c1, c2, c3) form(op, e0, e1, e2, e3) form(op, c0, c1, c2, c3) form(op, e0, e1, e2, e3) } } \
    END(c0 ^ c1 ^ c2 ^ c3 ^ e0 ^ e1 ^ e2 ^ e3 ^ (u32)(zc0 + zc1 + zc2 + zc3 + ze0 + ze1 + ze2 + ze3)) }
MATRICES(mma_m16n8k16_f16, A442, "m16n8k16.row.col.f32.f16.f16.f32")
MATRICES(mma_m16n8k8_f16, A214, "m16n8k8.row.col.f32.f16.f16.f32")
MATRICES(mma_m16n8k16_bf16, A442, "m16n8k16.row.col.f32.bf16.bf16.f32")
MATRICES(mma_m16n8k8_tf32, A442, "m16n8k8.row.col.f32.tf32.tf32.f32")
MATRICES(mma_m16n8k4_tf32, A214, "m16n8k4.row.col.f32.tf32.tf32.f32")
MATRICES(mma_m16n8k32_s8, A442, "m16n8k32.row.col.s32.s8.s8.s32")
MATRICES(mma_m16n8k16_s8, A214, "m16n8k16.row.col.s32.s8.s8.s32")
MATRICES(mma_m8n8k16_s8, A112, "m8n8k16.row.col.s32.s8.s8.s32")
MATRICES(mma_m16n8k32_e4m3, A442, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
MATRICES(mma_m8n8k4_f64, D112, "m8n8k4.row.col.f64.f64.f64.f64")
MATRICES(mma_m16n8k16_f64, D16, "m16n8k16.row.col.f64.f64.f64.f64")

#define ROOM __shared__ alignas(1024) u32 room[4096]; for (u32 i = threadIdx.x; i < 4096; i += blockDim.x) room[i] = 0; \
    u32 at = (u32)__cvta_generic_to_shared(room) + (threadIdx.x & 31) * 16, c0 = 0, c1 = 0, c2 = 0, c3 = 0;
KERNEL(ldmatrix_x1) { ROOM START STEPS { asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(c0) : "r"(at)); if (argument) at += c0; } END(c0 ^ at) }
KERNEL(ldmatrix_x2) { ROOM START STEPS { asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(c0), "=r"(c1) : "r"(at)); if (argument) at += c0; } END(c0 ^ c1 ^ at) }
KERNEL(ldmatrix_x4) { ROOM START STEPS { asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(c0), "=r"(c1), "=r"(c2), "=r"(c3) : "r"(at)); if (argument) at += c0; } END(c0 ^ c1 ^ c2 ^ c3 ^ at) }
KERNEL(stmatrix_x4) { ROOM START STEPS { asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};" :: "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(at) : "memory"); } END(room[threadIdx.x]) }
KERNEL(movmatrix) { u32 c = threadIdx.x; START STEPS { asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(c)); } END(c) }

// mbarrier objects: b is one of a single arrival, w one of all threads.
#define OBJECTS __shared__ alignas(8) u64 objects[4]; u32 b = (u32)__cvta_generic_to_shared(objects), w = b + 8, p = b + 16, q = b + 24; \
    if (threadIdx.x == 0) { asm volatile("mbarrier.init.shared.b64 [%0], 1; mbarrier.init.shared.b64 [%1], %2; mbarrier.init.shared.b64 [%3], 1; mbarrier.init.shared.b64 [%4], 1;" :: "r"(b), "r"(w), "r"(blockDim.x), "r"(p), "r"(q) : "memory"); }
#define WAIT(object, parity) asm volatile("{ .reg .pred t; W: mbarrier.try_wait.parity.shared.b64 t, [%0], %1; @!t bra W; }" :: "r"(object), "r"(parity) : "memory")
KERNEL(mbarrier_arrive) { OBJECTS START u64 s = 0; if (threadIdx.x == 0) STEPS asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(s) : "r"(b + ((u32)s & 0)) : "memory"); END((u32)s) }
KERNEL(mbarrier_arrive_test) { OBJECTS START u32 d = 0; if (threadIdx.x == 0) STEPS asm volatile("{ .reg .b64 s; .reg .pred t; mbarrier.arrive.shared.b64 s, [%1]; mbarrier.test_wait.shared.b64 t, [%1], s; selp.u32 %0, 1, 0, t; }" : "=r"(d) : "r"(b) : "memory"); END(d) }
KERNEL(mbarrier_test) { OBJECTS START u32 d = 0; STEPS asm volatile("{ .reg .pred t; mbarrier.test_wait.parity.shared.b64 t, [%1], 1; selp.u32 %0, 0, 1, t; }" : "=r"(d) : "r"(b + d) : "memory"); END(d) }
KERNEL(mbarrier_arrive_wait) { OBJECTS START STEPS { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(w) : "memory"); WAIT(w, i & 1); } END(w) }
// Two warps in turn.
KERNEL(mbarrier_handover) { OBJECTS START if (threadIdx.x % 32 == 0) { bool first = threadIdx.x == 0; STEPS { if (!first) WAIT(p, i & 1); asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(first ? p : q) : "memory"); if (first) WAIT(q, i & 1); } } END(w) }

extern __shared__ __align__(128) unsigned char buffer[];
// argument: global memory; the number of bytes is in its first word.
KERNEL(bulk_load) { OBJECTS u32 bytes = *(u32 *)argument; u64 from = argument + 128 + (u64)blockIdx.x * bytes; u32 to = (u32)__cvta_generic_to_shared(buffer); START
    if (threadIdx.x == 0) STEPS { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%3], %1, [%0];" :: "r"(b), "r"(bytes), "r"(to), "l"(from) : "memory"); WAIT(b, i & 1); } END(to) }
KERNEL(bulk_store) { u32 bytes = *(u32 *)argument; u64 to = argument + 128 + (u64)blockIdx.x * bytes; u32 from = (u32)__cvta_generic_to_shared(buffer); START
    if (threadIdx.x == 0) STEPS { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" :: "l"(to), "r"(from), "r"(bytes) : "memory"); } END(from) }

// Textures and surfaces. Texels of 64-bit arrays name the next place; those of float arrays are their column.
KERNEL(tex1d_chain) { int at = 0; START STEPS at = tex1Dfetch<int>(argument, at); END(at) }
KERNEL(tex2d_chain) { float2 at = {0.5f, 0.5f}; START STEPS at = tex2D<float2>(argument, at.x, at.y); END((u32)at.x) }
KERNEL(tex2d_column_chain) { float at = threadIdx.x % 32; START STEPS at = tex2D<float>(argument, at + 0.5f, 3.5f); END((u32)at) }
KERNEL(surf2d_chain) { float at = threadIdx.x % 32; START STEPS surf2Dread(&at, argument, (int)at * 4, 3); END((u32)at) }
KERNEL(surf2d_write) { int x = threadIdx.x % 8 * 4, y = threadIdx.x % 32 / 8; START STEPS { surf2Dwrite(1.0f, argument, x, y); surf2Dwrite(1.0f, argument, x + 32, y); surf2Dwrite(1.0f, argument, x, y + 4); surf2Dwrite(1.0f, argument, x + 32, y + 4); } END(x) }

#define VIDEO(name, op) KERNEL(name) { u32 v = threadIdx.x, b = times, c = times + 5; START STEPS { asm volatile(op " %0, %0, %1, %2;" : "+r"(v) : "r"(b), "r"(c)); asm volatile(op " %0, %0, %1, %2;" : "+r"(v) : "r"(b), "r"(c)); asm volatile(op " %0, %0, %1, %2;" : "+r"(v) : "r"(b), "r"(c)); asm volatile(op " %0, %0, %1, %2;" : "+r"(v) : "r"(b), "r"(c)); } END(v) }
VIDEO(vadd_add, "vadd.s32.s32.s32.add") VIDEO(vadd_sat_add, "vadd.s32.s32.s32.sat.add") VIDEO(vabsdiff_add, "vabsdiff.u32.u32.u32.add") VIDEO(vmax_min, "vmax.s32.s32.s32.min") VIDEO(vmad, "vmad.s32.s32.s32")
VIDEO(vmad_sat, "vmad.s32.s32.s32.sat") VIDEO(vset_add, "vset.s32.s32.lt.add") VIDEO(vshl_add, "vshl.u32.u32.u32.clamp.add") VIDEO(vadd2_sat, "vadd2.s32.s32.s32.sat") VIDEO(vabsdiff4_add, "vabsdiff4.u32.u32.u32.add")
VIDEO(vadd4, "vadd4.u32.u32.u32") VIDEO(vmax4, "vmax4.s32.s32.s32") VIDEO(vset4, "vset4.u32.u32.ge") VIDEO(vavrg4, "vavrg4.u32.u32.u32")

static u64 *out;
template <class K> static void measure(const char *name, K kernel, const char *parameter, double value, int blocks, int threads, size_t shared, u32 times, int each, u64 argument) {
    std::vector<double> all;
    if (shared > 48 << 10) CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    for (int r = 0; r < 5; r++) {
        kernel<<<blocks, threads, shared>>>(out, times, argument);
        CHECK(cudaDeviceSynchronize());
        u64 most = 0;
        for (int i = 0; i < blocks; i++) most = std::max(most, out[i]);
        if (r > 1) all.push_back((double)most / times / each);
    }
    row("units", name, parameter, value, "each", "cycles", all);
}
#define RATES(kernel, each, argument) for (int warps : {1, 4, 8, 16, 32}) measure(#kernel, kernel, "warps", warps, 1, 32 * warps, 0, 64, each, argument);
#define CHAIN(kernel, each, argument) measure(#kernel, kernel, "chain", 1, 1, 32, 0, 64, each, argument);
template <class T> static cudaArray_t image(int width, int height, T (*texel)(int, int)) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t made;
    CHECK(cudaMallocArray(&made, &format, width, height, cudaArraySurfaceLoadStore));
    std::vector<T> texels((size_t)width * height);
    for (int y = 0; y < height; y++) for (int x = 0; x < width; x++) texels[(size_t)y * width + x] = texel(x, y);
    CHECK(cudaMemcpy2DToArray(made, 0, 0, texels.data(), width * sizeof(T), width * sizeof(T), height, cudaMemcpyHostToDevice));
    return made;
}
static u64 texture(cudaArray_t array, cudaTextureFilterMode filter) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc sampling = {};
    sampling.filterMode = filter;
    sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t made;
    CHECK(cudaCreateTextureObject(&made, &resource, &sampling, nullptr));
    return made;
}
static u64 surface(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t made;
    CHECK(cudaCreateSurfaceObject(&made, &resource));
    return made;
}
// Indices, each of which names the next, a line and a sector further; a walk of all lines of so many bytes.
static u64 line(size_t bytes) {
    std::vector<int> next(bytes / 4);
    size_t lines = bytes / 128, stride = 1;
    while (stride * stride < lines) stride *= 2;
    stride = stride * 2 + 1;
    for (size_t i = 0; i < lines; i++) next[i * 32] = (int)((i + stride) % lines * 32);
    int *memory;
    CHECK(cudaMalloc(&memory, bytes));
    CHECK(cudaMemcpy(memory, next.data(), bytes, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc sampling = {};
    cudaTextureObject_t made;
    CHECK(cudaCreateTextureObject(&made, &resource, &sampling, nullptr));
    return made;
}
static int side;
static float2 hop(int x, int y) { u32 i = y * side + x, n = (i + 40503u * 7) * 2654435761u; n ^= n >> 15; return make_float2(n % side + 0.5f, n / side % side + 0.5f); }
static float column(int x, int y) { return x; }
int main() {
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    printf("device,%s,%d SMs\n", p.name, p.multiProcessorCount);
    CHECK(cudaMallocManaged(&out, 16384));
#define MATRIX(kernel) CHAIN(kernel, 4, 1) RATES(kernel, 4, 0)
    MATRIX(mma_m16n8k16_f16) MATRIX(mma_m16n8k8_f16) MATRIX(mma_m16n8k16_bf16) MATRIX(mma_m16n8k8_tf32) MATRIX(mma_m16n8k4_tf32) MATRIX(mma_m16n8k32_s8) MATRIX(mma_m16n8k16_s8)
    MATRIX(mma_m8n8k16_s8) MATRIX(mma_m16n8k32_e4m3) MATRIX(mma_m8n8k4_f64) MATRIX(mma_m16n8k16_f64)
    CHAIN(ldmatrix_x1, 1, 1) CHAIN(ldmatrix_x2, 1, 1) CHAIN(ldmatrix_x4, 1, 1) RATES(ldmatrix_x1, 1, 0) RATES(ldmatrix_x2, 1, 0) RATES(ldmatrix_x4, 1, 0) RATES(stmatrix_x4, 1, 0) CHAIN(movmatrix, 1, 0) RATES(movmatrix, 1, 0)
    CHAIN(mbarrier_arrive, 1, 0) CHAIN(mbarrier_arrive_test, 1, 0) CHAIN(mbarrier_test, 1, 0) RATES(mbarrier_arrive_wait, 1, 0)
    measure("mbarrier_handover", mbarrier_handover, "warps", 2, 1, 64, 0, 64, 2, 0);
    unsigned char *memory;
    CHECK(cudaMalloc(&memory, 64 << 20));
    for (int blocks : {1, 132})
        for (u32 bytes : {16u, 256u, 1024u, 4096u, 16384u, 65536u, 131072u}) {
            CHECK(cudaMemcpy(memory, &bytes, 4, cudaMemcpyHostToDevice));
            measure(blocks == 1 ? "bulk_load" : "bulk_load_132", bulk_load, "bytes", bytes, blocks, 32, bytes, 32, 1, (u64)memory);
            measure(blocks == 1 ? "bulk_store" : "bulk_store_132", bulk_store, "bytes", bytes, blocks, 32, bytes, 32, 1, (u64)memory);
        }
    for (size_t kib : {8, 16, 128, 1024, 8192, 524288}) measure("tex1d_chain", tex1d_chain, "KiB", kib, 1, 1, 0, kib < 1024 ? 512 : 2048, 1, line(kib << 10));
    for (int s : {16, 32, 128, 1024, 8192}) { side = s; cudaArray_t a = image<float2>(s, s, hop); measure("tex2d_chain", tex2d_chain, "KiB", s * s * 8 >> 10, 1, 1, 0, 512, 1, texture(a, cudaFilterModePoint)); }
    cudaArray_t small = image<float>(64, 64, column);
    u64 point = texture(small, cudaFilterModePoint), linear = texture(small, cudaFilterModeLinear), written = surface(small);
    measure("tex2d_point", tex2d_column_chain, "chain", 1, 1, 32, 0, 64, 1, point);
    measure("tex2d_linear", tex2d_column_chain, "chain", 1, 1, 32, 0, 64, 1, linear);
    measure("surf2d", surf2d_chain, "chain", 1, 1, 32, 0, 64, 1, written);
    for (int warps : {1, 4, 8, 16, 32}) {
        measure("surf2d_write", surf2d_write, "warps", warps, 1, 32 * warps, 0, 64, 4, written);
    }
#define V(kernel) CHAIN(kernel, 4, 0) measure(#kernel, kernel, "warps", 32, 1, 1024, 0, 64, 4, 0);
    V(vadd_add) V(vadd_sat_add) V(vabsdiff_add) V(vmax_min) V(vmad) V(vmad_sat) V(vset_add) V(vshl_add) V(vadd2_sat) V(vabsdiff4_add) V(vadd4) V(vmax4) V(vset4) V(vavrg4)
}
