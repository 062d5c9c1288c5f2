// Barriers, pipelines, groups, bulk copies and wide atomics as CUDA's headers spell them. Each line names how many values are wrong: 0.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
const int N = 1000;
__device__ int out[4096];
__device__ alignas(16) int in[4096];
static int host[4096];
static void report(const char *name, int (*expected)(int), int n) {
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(host, out, sizeof host);
    int wrong = 0, first = -1;
    for (int i = 0; i < n; i++) if (host[i] != expected(i)) { wrong++; if (first < 0) first = i; }
    printf("%s %d", name, wrong);
    if (wrong) printf(" at %d: %d not %d", first, host[first], expected(first));
    printf(" %s\n", cudaGetErrorName(e));
    static int zero[4096];
    cudaMemcpyToSymbol(out, zero, sizeof zero);
}
static int twice(int i) { return 2 * (3 * i + 1); }
// thread scope: each thread its own pipeline.
__global__ void threadScope() {
    __shared__ int staged[2][64];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, steps = (N + 63) / 64;
    auto load = [&](int s) {
        pipe.producer_acquire();
        if (s < steps && s * 64 + t < N) cuda::memcpy_async(&staged[s % 2][t], &in[s * 64 + t], sizeof(int), pipe);
        pipe.producer_commit();
    };
    load(0);
    for (int s = 0; s < steps; s++) {
        load(s + 1);
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        if (s * 64 + t < N) out[s * 64 + t] = 2 * staged[s % 2][t];
        pipe.consumer_release();
    }
}
// block scope, three stages, the last batch partial and of a size that is no multiple of 16.
template <int STAGES> __global__ void blockScope() {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ alignas(16) int staged[STAGES][128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int batches = (N + 127) / 128;
    for (int compute = 0, fetch = 0; compute < batches; compute++) {
        for (; fetch < batches && fetch < compute + STAGES; fetch++) {
            pipe.producer_acquire();
            int count = min(128, N - fetch * 128);
            cuda::memcpy_async(block, staged[fetch % STAGES], in + fetch * 128, count * sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        for (int i = block.thread_rank(); i < min(128, N - compute * 128); i += block.size()) out[compute * 128 + i] = 2 * staged[compute % STAGES][i];
        pipe.consumer_release();
    }
}
// one warp produces, the others consume
__global__ void partitioned() {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ alignas(16) int staged[2][128];
    auto block = cg::this_thread_block();
    bool producer = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    auto warp = cg::tiled_partition<32>(block);
    int batches = (N + 127) / 128;
    for (int b = 0; b < batches; b++) {
        int count = min(128, N - b * 128);
        if (producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, staged[b % 2], in + b * 128, cuda::aligned_size_t<16>(count * sizeof(int) / 16 * 16), pipe);
            if (count % 4) cuda::memcpy_async(warp, staged[b % 2] + count / 4 * 4, in + b * 128 + count / 4 * 4, count % 4 * 4, pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            for (int i = threadIdx.x - 32; i < count; i += blockDim.x - 32) out[b * 128 + i] = 2 * staged[b % 2][i];
            pipe.consumer_release();
        }
    }
    pipe.quit();
}
// producer count
__global__ void counted() {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ alignas(16) int staged[2][128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, 64);
    bool producer = threadIdx.x < 64;
    int batches = (N + 127) / 128;
    for (int b = 0; b < batches; b++) {
        int count = min(128, N - b * 128);
        if (producer) {
            pipe.producer_acquire();
            for (int i = threadIdx.x; i < count; i += 64) cuda::memcpy_async(&staged[b % 2][i], &in[b * 128 + i], 4, pipe);
            pipe.producer_commit();
        } else {
            while (!pipe.consumer_wait_for(cuda::std::chrono::nanoseconds(50))) {}
            for (int i = threadIdx.x - 64; i < count; i += blockDim.x - 64) out[b * 128 + i] = 2 * staged[b % 2][i];
            pipe.consumer_release();
        }
    }
}
struct Complete { int *p; __device__ void operator()() noexcept { *p += 1; } };
// barriers: arrive with a token, with counts, drop, completion function, parity waits, memcpy_async
__global__ void barriers() {
    __shared__ cuda::barrier<cuda::thread_scope_block> full, few;
    __shared__ int value[128];
    __shared__ alignas(16) int copied[128];
    int t = threadIdx.x;
    if (t == 0) { init(&full, 128); init(&few, 3); }
    __syncthreads();
    value[t] = t;
    auto token = full.arrive();
    int own = t * 3;
    full.wait(std::move(token));
    out[t] = value[127 - t] + own - 2 * t;            // 127
    // one thread arrives for all
    if (t == 5) value[0] = 1000, (void)few.arrive(3);
    few.wait_parity(false);
    out[128 + t] = value[0];                           // 1000
    full.arrive_and_wait();
    cuda::memcpy_async(cg::this_thread_block(), copied, in, sizeof copied, full);
    full.arrive_and_wait();
    out[256 + t] = copied[t ^ 1];                      // in[t^1]
    // half of the threads drop out
    if (t >= 64) full.arrive_and_drop();
    else {
        full.arrive_and_wait();
        value[t] = -t;
        full.arrive_and_wait();
        out[384 + t] = value[63 - t];
    }
}
static int barriersGive(int i) { return i < 128 ? 127 : i < 256 ? 1000 : i < 384 ? 3 * ((i - 256) ^ 1) + 1 : i < 448 ? -(63 - (i - 384)) : 0; }
__global__ void completion() {
    using Barrier = cuda::barrier<cuda::thread_scope_block, Complete>;
    __shared__ alignas(Barrier) char room[sizeof(Barrier)];
    __shared__ int count;
    auto *b = reinterpret_cast<Barrier *>(room);
    if (threadIdx.x == 0) { count = 0; new (b) Barrier(96, Complete{&count}); }
    __syncthreads();
    for (int i = 0; i < 5; i++) { b->arrive_and_wait(); out[i * 96 + threadIdx.x] = count; b->arrive_and_wait(); }
}
static int completionGives(int i) { return 2 * (i / 96) + 1; }
__device__ cuda::barrier<cuda::thread_scope_device> wide;
__global__ void make() { init(&wide, 256); }
__global__ void deviceScope() {
    out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x;
    wide.arrive_and_wait();
    out[256 + blockIdx.x * 64 + threadIdx.x] = ((volatile int *)out)[(3 - blockIdx.x) * 64 + threadIdx.x];
}
static int deviceScopeGives(int i) { return i < 256 ? i / 64 : 3 - (i - 256) / 64; }
// memcpy_async of cooperative groups
__global__ void groupCopies() {
    __shared__ alignas(16) int a[256], b[256];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, a, in, sizeof(int) * 200);
    cg::memcpy_async(block, b, cuda::aligned_size_t<4>(256), in + 256, cuda::aligned_size_t<4>(300));
    cg::wait_prior<1>(block);
    if (threadIdx.x < 200) out[threadIdx.x] = a[(threadIdx.x + 1) % 200];
    cg::wait(block);
    out[256 + threadIdx.x] = b[threadIdx.x];
    auto tile = cg::tiled_partition<16>(block);
    cg::memcpy_async(tile, a + 16 * tile.meta_group_rank(), in + 512 + 16 * tile.meta_group_rank(), sizeof(int) * 15);
    cg::wait(tile);
    if (tile.thread_rank() < 15) out[512 + threadIdx.x] = a[threadIdx.x];
}
static int groupCopiesGive(int i) { return i < 200 ? 3 * ((i + 1) % 200) + 1 : i < 256 ? 0 : i < 512 ? 3 * i + 1 : i % 16 == 15 ? 0 : 3 * i + 1; }
// reductions and scans
template <int SIZE> __global__ void collectives() {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<SIZE>(block);
    int v = threadIdx.x % 7 + 1, base = threadIdx.x;
    out[base] = cg::reduce(tile, v, cg::plus<int>());
    out[128 + base] = cg::reduce(tile, v, cg::greater<int>());
    out[256 + base] = cg::inclusive_scan(tile, v);
    out[384 + base] = cg::exclusive_scan(tile, v, cg::plus<int>());
    out[512 + base] = cg::reduce(tile, 1 << v, cg::bit_xor<int>());
    out[640 + base] = (int)cg::reduce(tile, (double)v, [](double a, double b) { return a > b ? a : b; });
    out[768 + base] = (int)cg::inclusive_scan(tile, (long long)v, cg::plus<long long>());
    if (threadIdx.x % 3 == 0) { auto some = cg::coalesced_threads(); out[896 + base] = cg::reduce(some, v, cg::plus<int>()) * 1000 + cg::exclusive_scan(some, v); }
    auto part = cg::binary_partition(cg::tiled_partition<32>(block), threadIdx.x % 5 < 2);
    out[1024 + base] = cg::reduce(part, v, cg::less<int>()) * 100 + part.size();
    auto labels = cg::labeled_partition(cg::tiled_partition<32>(block), threadIdx.x % 3);
    out[1152 + base] = cg::inclusive_scan(labels, v, cg::plus<int>()) * 100 + labels.thread_rank();
}
template <int SIZE> static int collectivesGive(int i) {
    int t = i % 128, at = t / SIZE * SIZE, sum = 0, most = 0, up = 0, bits = 0;
    auto v = [](int x) { return x % 7 + 1; };
    for (int k = at; k < at + SIZE; k++) { sum += v(k); most = most > v(k) ? most : v(k); bits ^= 1 << v(k); if (k <= t) up += v(k); }
    int warp = t / 32 * 32, third = 0, before = 0, same = 0, least = 99, inLabel = 0, rank = 0;
    for (int k = warp; k < warp + 32; k++) {
        if (k % 3 == 0) { third += v(k); if (k < t) before += v(k); }
        if ((k % 5 < 2) == (t % 5 < 2)) { same++; least = least < v(k) ? least : v(k); }
        if (k % 3 == t % 3) { if (k <= t) inLabel += v(k); if (k < t) rank++; }
    }
    switch (i / 128) {
        case 0: return sum;
        case 1: case 5: return most;
        case 2: case 6: return up;
        case 3: return up - v(t);
        case 4: return bits;
        case 7: return t % 3 ? 0 : third * 1000 + before;
        case 8: return least * 100 + same;
        default: return inLabel * 100 + rank;
    }
}
__global__ void tiles() {
    __shared__ cg::block_tile_memory<256> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    auto big = cg::tiled_partition<128>(block);
    int t = threadIdx.x;
    out[t] = cg::reduce(tile, t, cg::plus<int>());
    out[256 + t] = cg::reduce(big, t, cg::less<int>()) + big.meta_group_rank();
    out[512 + t] = cg::inclusive_scan(tile, 1);
    out[768 + t] = cg::exclusive_scan(big, 1);
    out[1024 + t] = tile.shfl(t, 3);
    out[1280 + t] = tile.any(t == 70) * 2 + big.all(t < 128);
    tile.sync();
    auto inner = cg::tiled_partition<8>(tile);
    out[1536 + t] = cg::reduce(inner, t, cg::plus<int>());
    out[1792 + t] = cg::reduce(tile, (long long)t * t, cg::plus<long long>()) & 0xFFFFF;
    cg::invoke_one(tile, [&] { out[2048 + tile.meta_group_rank()] = 7; });
}
static int tilesGive(int i) {
    int t = i % 256, at = t / 64 * 64;
    long long squares = 0;
    switch (i / 256) {
        case 0: return 64 * at + 2016;
        case 1: return t / 128 * 129;
        case 2: return t - at + 1;
        case 3: return t % 128;
        case 4: return at + 3;
        case 5: return (at == 64) * 2 + (t < 128);
        case 6: return 8 * (t / 8 * 8) + 28;
        case 7: for (int k = at; k < at + 64; k++) squares += (long long)k * k; return squares & 0xFFFFF;
        default: return t < 4 ? 7 : 0;
    }
}
__global__ void references() {
    __shared__ int s;
    __shared__ double d;
    if (threadIdx.x == 0) s = 0, d = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> a(s);
    cuda::atomic_ref<double, cuda::thread_scope_block> b(d);
    cuda::atomic_ref<int, cuda::thread_scope_device> c(out[0]);
    cuda::atomic_ref<unsigned long long> l(*(unsigned long long *)&out[2]);
    a.fetch_add(threadIdx.x);
    b.fetch_add(0.5);
    c.fetch_max(threadIdx.x, cuda::memory_order_relaxed);
    l.fetch_or(1ull << (threadIdx.x % 64));
    unsigned char *bytes = (unsigned char *)&out[8];
    cuda::atomic_ref<unsigned char, cuda::thread_scope_device> e(bytes[threadIdx.x % 4]);
    e.fetch_add(1);
    cuda::atomic_ref<short, cuda::thread_scope_device> h(*((short *)&out[9] + threadIdx.x % 2));
    h.fetch_sub(1);
    int seen = 0;
    cuda::atomic_ref<int, cuda::thread_scope_device> x(out[10]);
    while (!x.compare_exchange_weak(seen, seen + 2)) {}
    __syncthreads();
    if (threadIdx.x == 0) { out[4] = a.load(); out[5] = (int)b.load(); out[6] = a.exchange(9); out[7] = s; }
}
static int referencesGive(int i) {
    static const int v[] = {127, 0, -1, -1, 8128, 64, 8128, 9, 0x20202020, 0, 256};
    if (i == 9) return (int)0xFFC0FFC0;
    return v[i];
}
__global__ void primitives() {
    __shared__ alignas(16) int a[256];
    __pipeline_memcpy_async(&a[threadIdx.x * 4], &in[threadIdx.x * 4], 16, threadIdx.x == 63 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) out[i] = a[i];
}
static int primitivesGive(int i) { return i >= 254 ? 0 : 3 * i + 1; }
__global__ void primitiveBarrier() {
    __shared__ __mbarrier_t b;
    __shared__ alignas(16) int a[256];
    if (threadIdx.x == 0) __mbarrier_init(&b, 64);
    __syncthreads();
    __pipeline_memcpy_async(&a[threadIdx.x * 4], &in[threadIdx.x * 4], 16);
    __pipeline_arrive_on(&b);
    __mbarrier_token_t t = __mbarrier_arrive(&b);
    while (!__mbarrier_test_wait(&b, t)) {}
    for (int i = threadIdx.x; i < 256; i += 64) out[i] = a[255 - i];
    __syncthreads();
    if (threadIdx.x == 0) { out[256] = (int)__mbarrier_token_pending_count(t); __mbarrier_inval(&b); }
}
static int primitiveBarrierGives(int i) { return i < 256 ? 3 * (255 - i) + 1 : 0; }
__global__ void bulk() {
    __shared__ alignas(128) int a[1024];
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    if (threadIdx.x == 0) { init(&b, blockDim.x); cuda::device::experimental::fence_proxy_async_shared_cta(); }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token t;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(a, in, cuda::aligned_size_t<16>(sizeof a), b);
        t = cuda::device::barrier_arrive_tx(b, 1, sizeof a);
    } else t = b.arrive();
    b.wait(std::move(t));
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) a[i] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, a, sizeof a);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out + 1024, a, 512);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}
static int bulkGives(int i) { return i < 1024 ? 3 * i + 2 : i < 1152 ? 3 * (i - 1024) + 2 : 0; }
__global__ void __cluster_dims__(4, 1, 1) remote() {
    __shared__ alignas(16) int mine[64];
    __shared__ alignas(8) uint64_t bar;
    auto cluster = cg::this_cluster();
    int rank = cluster.block_rank(), next = (rank + 1) % 4;
    if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
    cluster.sync();
    if (threadIdx.x == 0) ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, 256);
    int *theirs = cluster.map_shared_rank(mine, next);
    uint64_t *theirBar = cluster.map_shared_rank(&bar, next);
    if (threadIdx.x < 64) ptx::st_async(theirs + threadIdx.x, 1000 * rank + (int)threadIdx.x, theirBar);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {}
    out[blockIdx.x * 64 + threadIdx.x] = mine[threadIdx.x];
    // a remote arrival
    cluster.sync();
    __shared__ alignas(8) uint64_t second;
    if (threadIdx.x == 0) { ptx::mbarrier_init(&second, 256); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
    cluster.sync();
    for (int r = 0; r < 4; r++) ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&second, r));
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &second, 0)) {}
    out[512 + blockIdx.x * 64 + threadIdx.x] = cluster.num_threads() + cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), 1, cg::plus<int>());
    cluster.sync();
}
static int remoteGives(int i) { return i < 256 ? ((i / 64 + 3) % 4) * 1000 + i % 64 : i < 512 ? 0 : 288; }
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 4> places{2};
__device__ alignas(cuda::latch<cuda::thread_scope_device>) char gateRoom[sizeof(cuda::latch<cuda::thread_scope_device>)];
#define gate (*(cuda::latch<cuda::thread_scope_device> *)gateRoom)
__global__ void makeGate() { new (&gate) cuda::latch<cuda::thread_scope_device>(8); }
__global__ void semaphores() {
    if (threadIdx.x == 0) {
        places.acquire();
        int now = atomicAdd(&out[1], 1) + 1;
        atomicMax(&out[2], now);
        __nanosleep(200);
        atomicSub(&out[1], 1);
        places.release();
        gate.arrive_and_wait();
        atomicAdd(&out[0], 1);
    }
}
static int semaphoresGive(int i) { return i == 0 ? 8 : i == 1 ? 0 : 2; }
__device__ alignas(16) unsigned __int128 word;
__device__ alignas(16) float4 sums;
__device__ alignas(16) float2 pairs;
__global__ void wides() {
    unsigned __int128 one = 1, seen = 0;
    for (;;) { auto was = atomicCAS(&word, seen, seen + (one << 70) + 1); if (was == seen) break; seen = was; }
    atomicAdd(&sums, make_float4(1, 2, 3, 0.5f));
    atomicAdd(&pairs, make_float2(1, 2));
    __syncthreads();
    if (threadIdx.x == 0) { out[0] = (int)word; out[1] = (int)(word >> 70); out[2] = sums.x; out[3] = sums.y; out[4] = sums.z; out[5] = sums.w; out[6] = pairs.x; out[7] = pairs.y; }
    unsigned v = threadIdx.x;
    if (threadIdx.x < 32) {
        out[16 + v] = __reduce_add_sync(~0u, v) + __reduce_max_sync(~0u, v) + (int)__reduce_xor_sync(~0u, v);
        out[48 + v] = __match_any_sync(~0u, v % 4);
    }
    out[80 + v] = __vabsdiffu4(v * 0x01020304, 0x10101010) ^ __vmaxs2(v * 0x12345, 0x7FFF8000) ^ __viaddmin_s32_relu(v, -5, 20) ^ max(v, 7u);
    auto p = cuda::annotated_ptr<int, cuda::access_property::persisting>(in);
    auto q = cuda::associate_access_property(in, cuda::access_property::streaming{});
    out[160 + v] = p[v] + q[v + 1] + __ldcs(&in[v]) + __ldcv(&in[v]) + __ldlu(&in[v]);
    cuda::discard_memory(in + 3072, 128);
    cuda::apply_access_property(in + 3072, 128, cuda::access_property::persisting{});
    __nv_atomic_fetch_add(&out[300], 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(&out[301], 4, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_max(&out[302], (int)v, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
}
static int widesGive(int i) {
    static const int first[8] = {64, 64, 64, 128, 192, 32, 64, 128};
    if (i < 8) return first[i];
    if (i < 16) return 0;
    if (i < 48) return 496 + 31 + 0;
    if (i < 80) return 0x11111111u << (i - 48) % 4;
    if (i < 144) {
        int v = i - 80; unsigned a = v * 0x01020304u, x = 0, y = 0, b = v * 0x12345;
        for (int k = 0; k < 32; k += 8) { int d = (int)(a >> k & 255) - 16; x |= (unsigned)(d < 0 ? -d : d) << k; }
        short h = b >> 16, l = b; short H = 0x7FFF, L = (short)0x8000;
        y = (unsigned)(unsigned short)(h > H ? h : H) << 16 | (unsigned short)(l > L ? l : L);
        int m = v - 5 < 20 ? v - 5 : 20; if (m < 0) m = 0;
        return x ^ y ^ m ^ (v > 7 ? v : 7);
    }
    if (i < 160) return 0;
    if (i < 224) { int v = i - 160; return 4 * (3 * v + 1) + 3 * (v + 1) + 1; }
    if (i < 300) return 0;
    return i == 300 ? 128 : i == 301 ? 4 : 63;
}
int main() {
    for (int i = 0; i < 4096; i++) host[i] = 3 * i + 1;
    cudaMemcpyToSymbol(in, host, sizeof host);
    threadScope<<<1, 64>>>(); report("thread scope", twice, N);
    blockScope<2><<<1, 64>>>(); report("two stages", twice, N);
    blockScope<3><<<1, 33>>>(); report("three stages", twice, N);
    partitioned<<<1, 160>>>(); report("a warp produces", twice, N);
    counted<<<1, 128>>>(); report("64 threads produce", twice, N);
    barriers<<<1, 128>>>(); report("barriers", barriersGive, 512);
    completion<<<1, 96>>>(); report("completion", completionGives, 480);
    make<<<1, 1>>>(); deviceScope<<<4, 64>>>(); report("device scope", deviceScopeGives, 512);
    groupCopies<<<1, 256>>>(); report("copies of groups", groupCopiesGive, 768);
    collectives<32><<<1, 128>>>(); report("warps", collectivesGive<32>, 1280);
    collectives<8><<<1, 128>>>(); report("tiles of 8", collectivesGive<8>, 1280);
    tiles<<<1, 256>>>(); report("tiles of 64", tilesGive, 2304);
    references<<<1, 128>>>(); report("references", referencesGive, 11);
    primitives<<<1, 64>>>(); report("primitives", primitivesGive, 256);
    primitiveBarrier<<<1, 64>>>(); report("primitive barrier", primitiveBarrierGives, 256);
    bulk<<<1, 128>>>(); report("bulk", bulkGives, 1200);
    remote<<<4, 64>>>(); report("remote", remoteGives, 768);
    makeGate<<<1, 1>>>(); semaphores<<<8, 32>>>(); report("semaphores", semaphoresGive, 3);
    wides<<<1, 64>>>(); report("wides", widesGive, 303);
}
