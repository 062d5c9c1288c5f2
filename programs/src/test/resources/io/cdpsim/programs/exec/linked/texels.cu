// Textures of three dimensions, layers, cubes; every address mode, gathers, gradients, surfaces read through textures.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <vector>
static void check(cudaError_t error, const char *what) { if (error != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorName(error)); }
#define CHECK(call) check(call, #call)
static float *seen;
static cudaTextureDesc sampling(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized) {
    cudaTextureDesc made = {};
    for (int i = 0; i < 3; i++) made.addressMode[i] = mode;
    made.filterMode = made.mipmapFilterMode = filter;
    made.normalizedCoords = normalized;
    made.maxMipmapLevelClamp = 100;
    return made;
}
static cudaTextureObject_t texture(cudaArray_t array, cudaTextureDesc with) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t made = 0;
    CHECK(cudaCreateTextureObject(&made, &resource, &with, nullptr));
    return made;
}
template <class T> static cudaArray_t array(const T *from, int width, int height, int depth, unsigned flags) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t made;
    CHECK(cudaMalloc3DArray(&made, &format, make_cudaExtent(width, height, depth), flags));
    if (!from) return made;
    cudaMemcpy3DParms box = {};
    box.dstArray = made;
    box.srcPtr = make_cudaPitchedPtr((void *)from, width * sizeof(T), width, height ? height : 1);
    box.extent = make_cudaExtent(width, height ? height : 1, depth ? depth : 1);
    box.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&box));
    return made;
}
static int at(int i, int n, cudaTextureAddressMode mode) {
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : i >= n ? n - 1 : i;
    if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
    if (mode == cudaAddressModeMirror) { int j = ((i % (2 * n)) + 2 * n) % (2 * n); return j < n ? j : 2 * n - 1 - j; }
    return i < 0 || i >= n ? -1 : i;
}
const int W = 7, H = 5, D = 6;
static float volume[D][H][W];
static float texelAt(int x, int y, int z, cudaTextureAddressMode mode, float border) {
    x = at(x, W, mode); y = at(y, H, mode); z = at(z, D, mode);
    return x < 0 || y < 0 || z < 0 ? border : volume[z][y][x];
}
__global__ void sample3(cudaTextureObject_t from, float *to, float sx, float sy, float sz) {
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    to[(z * blockDim.y + y) * blockDim.x + x] = tex3D<float>(from, (x - 5.3f) * 0.75f * sx, (y - 4.1f) * 0.625f * sy, (z - 3.7f) * 0.875f * sz);
}
static void volumes() {
    for (int i = 0; i < W * H * D; i++) (&volume[0][0][0])[i] = i * 37 % 251;
    cudaArray_t texels = array(&volume[0][0][0], W, H, D, 0);
    cudaTextureAddressMode modes[] = {cudaAddressModeClamp, cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeBorder};
    for (auto mode : modes)
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
            for (bool normalized : {false, true}) {
                cudaTextureDesc with = sampling(filter, mode, normalized);
                with.borderColor[0] = 77;
                sample3<<<16, dim3(20, 16)>>>(texture(texels, with), seen, normalized ? 1.0f / W : 1, normalized ? 1.0f / H : 1, normalized ? 1.0f / D : 1);
                CHECK(cudaDeviceSynchronize());
                // Without normalized coordinates wrap and mirror are clamp.
                auto meant = normalized || mode == cudaAddressModeBorder ? mode : cudaAddressModeClamp;
                int wrong = 0;
                for (int z = 0; z < 16; z++) for (int y = 0; y < 16; y++) for (int x = 0; x < 20; x++) {
                    float fx = (x - 5.3f) * 0.75f, fy = (y - 4.1f) * 0.625f, fz = (z - 3.7f) * 0.875f, expected = 0;
                    if (filter == cudaFilterModePoint) expected = texelAt(floorf(fx), floorf(fy), floorf(fz), meant, 77);
                    else {
                        float i = floorf(fx - 0.5f), j = floorf(fy - 0.5f), k = floorf(fz - 0.5f);
                        float a = roundf((fx - 0.5f - i) * 256) / 256, b = roundf((fy - 0.5f - j) * 256) / 256, c = roundf((fz - 0.5f - k) * 256) / 256;
                        for (int n = 0; n < 8; n++)
                            expected += (n & 1 ? a : 1 - a) * (n & 2 ? b : 1 - b) * (n & 4 ? c : 1 - c) * texelAt(i + (n & 1), j + (n >> 1 & 1), k + (n >> 2), meant, 77);
                    }
                    float got = seen[(z * 16 + y) * 20 + x];
                    if (fabsf(got - expected) > (filter == cudaFilterModePoint ? 0 : 3)) wrong++;
                }
                printf("volume %d %d %d: %d\n", mode, filter, normalized, wrong);
            }
}
// Gathers: the four texels of a linear fetch, in the guide's order (0,1),(1,1),(1,0),(0,0).
__global__ void gathers(cudaTextureObject_t t, float4 *to) {
    float x = threadIdx.x * 0.5f - 1.25f, y = threadIdx.y * 0.5f - 1.25f;
    int i = (threadIdx.y * blockDim.x + threadIdx.x) * 4;
    to[i] = tex2Dgather<float4>(t, x, y, 0);
    to[i + 1] = tex2Dgather<float4>(t, x, y, 1);
    to[i + 2] = tex2Dgather<float4>(t, x, y, 2);
    to[i + 3] = tex2Dgather<float4>(t, x, y, 3);
}
static void gathering() {
    float4 image[H][W];
    for (int i = 0; i < W * H; i++) (&image[0][0])[i] = make_float4(i, i + 100, i + 200, i + 300);
    cudaArray_t texels = array(&image[0][0], W, H, 0, cudaArrayTextureGather);
    for (auto mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
        gathers<<<1, dim3(20, 16)>>>(texture(texels, sampling(cudaFilterModePoint, mode, false)), (float4 *)seen);
        CHECK(cudaDeviceSynchronize());
        int wrong = 0;
        for (int n = 0; n < 320; n++)
            for (int c = 0; c < 4; c++) {
                float x = n % 20 * 0.5f - 1.25f, y = n / 20 * 0.5f - 1.25f;
                int i = (int)floorf(x - 0.5f), j = (int)floorf(y - 0.5f);
                auto texel = [&](int p, int q) { p = at(p, W, mode); q = at(q, H, mode); return p < 0 || q < 0 ? 0.0f : (&image[q][p].x)[c]; };
                float expected[4] = {texel(i, j + 1), texel(i + 1, j + 1), texel(i + 1, j), texel(i, j)};
                for (int k = 0; k < 4; k++) wrong += seen[(n * 4 + c) * 4 + k] != expected[k];
            }
        printf("gather %d: %d\n", mode, wrong);
    }
}
// Surface writes, then fetches of all element types.
template <class T> __device__ T made(int i);
template <> __device__ uchar4 made(int i) { return make_uchar4(i, i + 1, i + 2, i + 3); }
template <> __device__ short2 made(int i) { return make_short2(-i, i * 3); }
template <> __device__ int made(int i) { return i * -7; }
template <> __device__ uint4 made(int i) { return make_uint4(i, ~i, i * i, i + 7); }
template <> __device__ float2 made(int i) { return make_float2(i * 0.5f, -i); }
template <> __device__ unsigned char made(int i) { return i * 5; }
template <> __device__ ushort4 made(int i) { return make_ushort4(i, i * 2, i * 3, i * 999); }
template <class T> __global__ void put(cudaSurfaceObject_t s) { surf2Dwrite(made<T>(threadIdx.y * 16 + threadIdx.x), s, threadIdx.x * sizeof(T), threadIdx.y, cudaBoundaryModeTrap); }
template <class T> __global__ void get(cudaTextureObject_t t, cudaSurfaceObject_t s, int *wrong) {
    T from = tex2D<T>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f), want = made<T>(threadIdx.y * 16 + threadIdx.x), load = surf2Dread<T>(s, threadIdx.x * sizeof(T), threadIdx.y);
    for (int i = 0; i < sizeof(T); i++) if (((char *)&from)[i] != ((char *)&want)[i] || ((char *)&load)[i] != ((char *)&want)[i]) { atomicAdd(wrong, 1); break; }
    T zero = surf2Dread<T>(s, (threadIdx.x + 16) * sizeof(T), threadIdx.y, cudaBoundaryModeZero), edge = surf2Dread<T>(s, (threadIdx.x + 16) * sizeof(T), threadIdx.y, cudaBoundaryModeClamp), last = made<T>(threadIdx.y * 16 + 15);
    for (int i = 0; i < sizeof(T); i++) if (((char *)&zero)[i] || ((char *)&edge)[i] != ((char *)&last)[i]) { atomicAdd(wrong, 1000); break; }
}
template <class T> static void through(const char *name) {
    cudaArray_t a = array<T>(nullptr, 16, 12, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    cudaSurfaceObject_t s;
    CHECK(cudaCreateSurfaceObject(&s, &resource));
    put<T><<<1, dim3(16, 12)>>>(s);
    *(int *)seen = 0;
    get<T><<<1, dim3(16, 12)>>>(texture(a, sampling(cudaFilterModePoint, cudaAddressModeClamp, false)), s, (int *)seen);
    CHECK(cudaDeviceSynchronize());
    printf("%s %d\n", name, *(int *)seen);
}
// Linear and pitched memory, integer textures, Lod without mipmaps, layered gradients.
__global__ void memory(cudaTextureObject_t line, cudaTextureObject_t pitched, cudaTextureObject_t half, int *wrong) {
    int i = threadIdx.x;
    uint2 v = tex1Dfetch<uint2>(line, i);
    if (v.x != i || v.y != 1000 - i) atomicAdd(wrong, 1);
    float f = tex2D<float>(pitched, i % 8 + 1, i / 8 + 0.5f);
    float want = i % 8 == 7 ? i / 8 * 10 + 7 : i / 8 * 10 + i % 8 + 0.5f;
    if (f != want) atomicAdd(wrong, 1000);
    if (tex2DLod<float>(pitched, i % 8 + 0.5f, i / 8 + 0.5f, 3.0f) != i / 8 * 10 + i % 8) atomicAdd(wrong, 1000000);
    if (tex2DGrad<float>(pitched, i % 8 + 0.5f, i / 8 + 0.5f, make_float2(3, 1), make_float2(0, 9)) != i / 8 * 10 + i % 8) atomicAdd(wrong, 1000000);
    if (tex1D<float>(half, i + 0.5f) != i * 0.25f) atomicAdd(wrong, 100000000);
}
static void memories() {
    uint2 *line; float *rows; size_t pitch;
    CHECK(cudaMallocManaged(&line, 64 * 8));
    CHECK(cudaMallocPitch(&rows, &pitch, 32, 8));
    float host[8][8];
    for (int i = 0; i < 64; i++) line[i] = make_uint2(i, 1000 - i), host[i / 8][i % 8] = i / 8 * 10 + i % 8;
    CHECK(cudaMemcpy2D(rows, pitch, host, 32, 32, 8, cudaMemcpyDefault));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = line;
    resource.res.linear.desc = cudaCreateChannelDesc<uint2>();
    resource.res.linear.sizeInBytes = 512;
    cudaTextureObject_t a, b;
    cudaTextureDesc with = {};
    CHECK(cudaCreateTextureObject(&a, &resource, &with, nullptr));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = rows;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = pitch;
    with = sampling(cudaFilterModeLinear, cudaAddressModeClamp, false);
    CHECK(cudaCreateTextureObject(&b, &resource, &with, nullptr));
    unsigned short halves[64];
    for (int i = 0; i < 64; i++) { half h = __float2half(i * 0.25f); memcpy(&halves[i], &h, 2); }
    cudaChannelFormatDesc format = cudaCreateChannelDescHalf();
    cudaArray_t made;
    CHECK(cudaMallocArray(&made, &format, 64));
    CHECK(cudaMemcpy2DToArray(made, 0, 0, halves, 128, 128, 1, cudaMemcpyHostToDevice));
    *(int *)seen = 0;
    memory<<<1, 64>>>(a, b, texture(made, sampling(cudaFilterModePoint, cudaAddressModeClamp, false)), (int *)seen);
    CHECK(cudaDeviceSynchronize());
    printf("memory %d\n", *(int *)seen);
}
__global__ void levelled(cudaTextureObject_t t, float *to) {
    int i = threadIdx.x;
    float lod = i * 0.125f - 0.5f;
    to[i] = tex2DLayeredLod<float>(t, 0.37f, 0.61f, i % 3, lod);
    float d = exp2f(lod) / 16;
    to[64 + i] = tex2DLayeredGrad<float>(t, 0.37f, 0.61f, i % 3, make_float2(d, 0), make_float2(0, d));
    to[128 + i] = tex2DLayered<float>(t, 0.37f, 0.61f, i % 3);
}
static void layeredLevels() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(16, 16, 3), 5, cudaArrayLayered));
    for (int l = 0; l < 5; l++) {
        std::vector<float> texels(3 * (16 >> l) * (16 >> l));
        for (size_t i = 0; i < texels.size(); i++) texels[i] = l + 100 * (i / ((16 >> l) * (16 >> l)));
        cudaArray_t level;
        CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, l));
        cudaMemcpy3DParms box = {};
        box.dstArray = level;
        box.srcPtr = make_cudaPitchedPtr(texels.data(), (16 >> l) * 4, 16 >> l, 16 >> l);
        box.extent = make_cudaExtent(16 >> l, 16 >> l, 3);
        box.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&box));
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureObject_t t;
    cudaTextureDesc with = sampling(cudaFilterModeLinear, cudaAddressModeClamp, true);
    CHECK(cudaCreateTextureObject(&t, &resource, &with, nullptr));
    levelled<<<1, 40>>>(t, seen);
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 40; i++) {
        float lod = fminf(fmaxf(i * 0.125f - 0.5f, 0), 4) + 100 * (i % 3);
        wrong += fabsf(seen[i] - lod) > 1e-4f;
        wrong += fabsf(seen[64 + i] - lod) > 1 / 128.0f;
        wrong += seen[128 + i] != 100 * (i % 3);
    }
    printf("levels of layers %d\n", wrong);
}
int main() {
    CHECK(cudaMallocManaged(&seen, 1 << 16));
    volumes();
    gathering();
    through<uchar4>("uchar4"); through<short2>("short2"); through<int>("int"); through<uint4>("uint4"); through<float2>("float2"); through<unsigned char>("byte"); through<ushort4>("ushort4");
    memories();
    layeredLevels();
}
