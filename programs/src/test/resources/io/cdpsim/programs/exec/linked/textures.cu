/* Textures of every kind, compared with the formulas of the CUDA guide. A line that ends in a number names how many texels are wrong: 0. */
#include <cmath>
#include <cstdio>
#include <cstring>

static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorName(error));
}
#define CHECK(call) check(call, #call)
#define NAME(call) cudaGetErrorName(call)

static cudaTextureDesc sampling(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized) {
    cudaTextureDesc made = {};
    for (int i = 0; i < 3; i++) made.addressMode[i] = mode;
    made.filterMode = made.mipmapFilterMode = filter;
    made.normalizedCoords = normalized;
    made.maxMipmapLevelClamp = 100;
    return made;
}

static cudaTextureObject_t texture(cudaArray_t array, cudaTextureDesc with, const cudaResourceViewDesc *view = nullptr) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t made = 0;
    CHECK(cudaCreateTextureObject(&made, &resource, &with, view));
    return made;
}

template <class T> static void fill(cudaArray_t array, const T *from, int width, int height, int depth) {
    cudaMemcpy3DParms box = {};
    box.dstArray = array;
    box.srcPtr = make_cudaPitchedPtr((void *)from, width * sizeof(T), width, height);
    box.extent = make_cudaExtent(width, height, depth);
    box.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&box));
}

template <class T> static cudaArray_t array(const T *from, int width, int height, int depth, unsigned flags) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t made;
    CHECK(cudaMalloc3DArray(&made, &format, make_cudaExtent(width, height, depth), flags));
    fill(made, from, width, height ? height : 1, depth ? depth : 1);
    return made;
}

static float *seen;

/* ---- an image twice as large, filtered ---- */

const int WIDTH = 40, HEIGHT = 30;
static float image[HEIGHT][WIDTH];

__global__ void enlarge(cudaTextureObject_t from, float *to, float scaleX, float scaleY) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 * WIDTH && y < 2 * HEIGHT) to[y * 2 * WIDTH + x] = tex2D<float>(from, (x + 0.5f) * scaleX, (y + 0.5f) * scaleY);
}

static int at(int i, int n, cudaTextureAddressMode mode) {
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : i >= n ? n - 1 : i;
    if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
    if (mode == cudaAddressModeMirror) { int j = ((i % (2 * n)) + 2 * n) % (2 * n); return j < n ? j : 2 * n - 1 - j; }
    return i < 0 || i >= n ? -1 : i;
}

/* tex(x, y) = (1-a)(1-b)T[i,j] + a(1-b)T[i+1,j] + (1-a)bT[i,j+1] + abT[i+1,j+1]; a and b are in 256ths. */
static float filtered(float x, float y, cudaTextureAddressMode mode, float border) {
    float xb = x - 0.5f, yb = y - 0.5f, i = floorf(xb), j = floorf(yb);
    float a = roundf((xb - i) * 256) / 256, b = roundf((yb - j) * 256) / 256, sum = 0;
    for (int k = 0; k < 4; k++) {
        int column = at((int)i + (k & 1), WIDTH, mode), row = at((int)j + (k >> 1), HEIGHT, mode);
        float texel = column < 0 || row < 0 ? border : image[row][column];
        sum += (k & 1 ? a : 1 - a) * (k >> 1 ? b : 1 - b) * texel;
    }
    return sum;
}

static void images() {
    for (int i = 0; i < WIDTH * HEIGHT; i++) (&image[0][0])[i] = i * 37 % 251;
    cudaArray_t texels = array(&image[0][0], WIDTH, HEIGHT, 0, 0);
    cudaTextureAddressMode modes[] = {cudaAddressModeClamp, cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeBorder};
    for (cudaTextureAddressMode mode : modes) {
        cudaTextureDesc with = sampling(cudaFilterModeLinear, mode, true);
        with.borderColor[0] = 77;
        int wrong = 0;
        /* The first is the image itself, the second shows it and what is around it. */
        for (float scale : {0.5f, 1.25f}) {
            enlarge<<<dim3(5, 8), dim3(16, 8)>>>(texture(texels, with), seen, scale / WIDTH, scale / HEIGHT);
            CHECK(cudaDeviceSynchronize());
            for (int i = 0; i < 4 * WIDTH * HEIGHT; i++) {
                float x = (i % (2 * WIDTH) + 0.5f) * scale, y = (i / (2 * WIDTH) + 0.5f) * scale;
                /* The weight of two dimensions is in 256ths too. */
                wrong += fabsf(seen[i] - filtered(x, y, mode, 77)) > 4 * 251 / 512.0f;
            }
        }
        printf("image %d %d\n", mode, wrong);
    }
}

/* ---- layers ---- */

__global__ void layers(cudaTextureObject_t one, cudaTextureObject_t two, float *to) {
    float x = threadIdx.x + 0.75f;
    int layer = blockIdx.x - 1;
    to[blockIdx.x * 16 + threadIdx.x] = tex1DLayered<float>(one, x, layer);
    to[blockIdx.x * 16 + 8 + threadIdx.x] = tex2DLayered<float>(two, x, 1.25f, layer);
}

static void layeredTextures() {
    float one[3][8], two[3][4][8];
    for (int i = 0; i < 96; i++) {
        (&two[0][0][0])[i] = i % 8 + 10 * (i / 8 % 4) + 100 * (i / 32);
        (&one[0][0])[i % 24] = i % 8 + 100 * (i % 24 / 8);
    }
    cudaTextureDesc with = sampling(cudaFilterModeLinear, cudaAddressModeClamp, false);
    layers<<<5, 7>>>(texture(array(&one[0][0], 8, 0, 3, cudaArrayLayered), with), texture(array(&two[0][0][0], 8, 4, 3, cudaArrayLayered), with), seen);
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < 5; b++)
        for (int i = 0; i < 7; i++) {
            int layer = b < 1 || b > 3 ? 2 : b - 1;
            wrong += seen[b * 16 + i] != i + 0.25f + 100 * layer;
            wrong += seen[b * 16 + 8 + i] != i + 0.25f + 7.5f + 100 * layer;
        }
    printf("layers %d\n", wrong);
}

/* ---- mipmaps ---- */

const int SIDE = 32, LEVELS = 6;

/* Each texel is the mean of four of the level above it, written by a kernel, as programs make mipmaps. */
__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int side) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < side && y < side) surf2Dwrite(tex2D<float>(from, (x + 0.5f) / side, (y + 0.5f) / side), to, x * 4, y);
}

__global__ void levels(cudaTextureObject_t from, float *to) {
    float lod = threadIdx.x / 8.0f - 1;
    to[threadIdx.x] = tex2DLod<float>(from, 0.5f, 0.5f, lod);
    float apart = exp2f(lod) / SIDE;
    to[64 + threadIdx.x] = tex2DGrad<float>(from, 0.5f, 0.5f, make_float2(apart, 0), make_float2(0, apart / 2));
}

static float limited(float lod, float least, float most) { return fminf(fmaxf(lod, least), most); }

static void mipmaps() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(SIDE, SIDE, 0), LEVELS + 3, cudaArraySurfaceLoadStore));
    float texels[SIDE][SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) texels[i / SIDE][i % SIDE] = i * 13 % 64;
    cudaArray_t level, below;
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, 0));
    fill(level, &texels[0][0], SIDE, SIDE, 1);
    int wrong = 0;
    float host[SIDE][SIDE];
    memcpy(host, texels, sizeof host);
    for (int i = 1; i < LEVELS; i++) {
        int side = SIDE >> i;
        CHECK(cudaGetMipmappedArrayLevel(&below, mipmap, i));
        cudaExtent extent;
        CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, below));
        wrong += extent.width != side || extent.height != side || extent.depth != 0;
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = below;
        cudaSurfaceObject_t surface;
        CHECK(cudaCreateSurfaceObject(&surface, &resource));
        halve<<<1, dim3(16, 16)>>>(texture(level, sampling(cudaFilterModeLinear, cudaAddressModeClamp, true)), surface, side);
        float made[SIDE * SIDE];
        CHECK(cudaMemcpy2DFromArray(made, side * 4, below, 0, 0, side * 4, side, cudaMemcpyDeviceToHost));
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) {
                host[y][x] = (host[2 * y][2 * x] + host[2 * y][2 * x + 1] + host[2 * y + 1][2 * x] + host[2 * y + 1][2 * x + 1]) / 4;
                wrong += made[y * side + x] != host[y][x];
            }
        level = below;
    }
    printf("made %d\n", wrong);
    printf("beyond the last level %s\n", NAME(cudaGetMipmappedArrayLevel(&below, mipmap, LEVELS)));

    /* Levels of one value each, so that what is read is the level. */
    for (int i = 0; i < LEVELS; i++) {
        for (int k = 0; k < SIDE * SIDE; k++) (&texels[0][0])[k] = i;
        CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
        fill(level, &texels[0][0], SIDE >> i, SIDE >> i, 1);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    for (int i = 0; i < 4; i++) {
        cudaTextureDesc with = sampling(i & 1 ? cudaFilterModeLinear : cudaFilterModePoint, cudaAddressModeClamp, true);
        if (i & 2) {
            with.mipmapLevelBias = 0.75f;
            with.minMipmapLevelClamp = 1.25f;
            with.maxMipmapLevelClamp = 3.5f;
        }
        cudaTextureObject_t object;
        CHECK(cudaCreateTextureObject(&object, &resource, &with, nullptr));
        levels<<<1, 57>>>(object, seen);
        CHECK(cudaDeviceSynchronize());
        wrong = 0;
        for (int k = 0; k < 57; k++) {
            float lod = limited(limited(k / 8.0f - 1 + with.mipmapLevelBias, with.minMipmapLevelClamp, with.maxMipmapLevelClamp), 0, LEVELS - 1);
            if (i & 1) {
                wrong += fabsf(seen[k] - lod) > 1e-5f;
                wrong += fabsf(seen[64 + k] - lod) > 1 / 256.0f;
            } else {
                wrong += seen[k] != floorf(lod + 0.5f);
                wrong += fabsf(seen[64 + k] - lod) > 0.51f;
            }
        }
        printf("levels %d %d\n", i, wrong);
    }
    cudaResourceViewDesc view = {};
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = SIDE;
    view.firstMipmapLevel = 2;
    view.lastMipmapLevel = 3;
    cudaTextureDesc with = sampling(cudaFilterModeLinear, cudaAddressModeClamp, true);
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &with, &view));
    levels<<<1, 57>>>(object, seen);
    CHECK(cudaDeviceSynchronize());
    wrong = 0;
    for (int k = 0; k < 57; k++) wrong += seen[k] != 2 + limited(k / 8.0f - 1, 0, 1);
    printf("view of levels %d\n", wrong);
    CHECK(cudaFreeMipmappedArray(mipmap));
}

/* ---- cube maps ---- */

const int FACE = 8;

__host__ __device__ static float texel(int face, int x, int y) { return 100 * face + x + 10 * y; }

/* A direction to a texel's centre, by the guide's table of faces. */
__host__ __device__ static float3 direction(int face, float x, float y) {
    float s = 2 * x / FACE - 1, t = 2 * y / FACE - 1;
    switch (face) {
        case 0: return make_float3(1, -t, -s);
        case 1: return make_float3(-1, -t, s);
        case 2: return make_float3(s, 1, t);
        case 3: return make_float3(s, -1, -t);
        case 4: return make_float3(s, -t, 1);
        default: return make_float3(-s, -t, -1);
    }
}

__global__ void faces(cudaTextureObject_t one, cudaTextureObject_t many, float *to) {
    int face = blockIdx.x, x = threadIdx.x, y = threadIdx.y, i = (face * FACE + y) * FACE + x;
    float3 d = direction(face, x + 0.5f, y + 0.5f);
    to[i] = texCubemap<float>(one, 3 * d.x, 3 * d.y, 3 * d.z);
    to[6 * FACE * FACE + i] = texCubemapLayered<float>(many, d.x, d.y, d.z, 1);
}

/* From the middle of face 0 to that of face 4, across their edge. */
__global__ void across(cudaTextureObject_t cube, float *to) {
    float angle = threadIdx.x * 1.5707964f / 63;
    to[threadIdx.x] = texCubemap<float>(cube, cosf(angle), 0.01f, sinf(angle));
}

static void cubes() {
    float texels[2][6][FACE][FACE];
    for (int cube = 0; cube < 2; cube++)
        for (int i = 0; i < 6 * FACE * FACE; i++) (&texels[cube][0][0][0])[i] = 1000 * cube + texel(i / 64, i % 8, i / 8 % 8);
    cudaTextureDesc with = sampling(cudaFilterModeLinear, cudaAddressModeWrap, true);
    cudaArray_t one = array(&texels[0][0][0][0], FACE, FACE, 6, cudaArrayCubemap);
    cudaArray_t many = array(&texels[0][0][0][0], FACE, FACE, 12, cudaArrayCubemap | cudaArrayLayered);
    faces<<<6, dim3(FACE, FACE)>>>(texture(one, with), texture(many, with), seen);
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 6 * FACE * FACE; i++) {
        float expected = texel(i / 64, i % 8, i / 8 % 8);
        wrong += fabsf(seen[i] - expected) > 0.05f;
        wrong += fabsf(seen[6 * FACE * FACE + i] - 1000 - expected) > 0.05f;
    }
    printf("cubes %d\n", wrong);

    /* Faces of one value each: a seamless texture goes over from one to the other, one that is not jumps. */
    for (int i = 0; i < 6 * FACE * FACE; i++) (&texels[0][0][0][0])[i] = i / 64;
    fill(one, &texels[0][0][0][0], FACE, FACE, 6);
    with = sampling(cudaFilterModeLinear, cudaAddressModeClamp, true);
    for (int seamless = 0; seamless < 2; seamless++) {
        with.seamlessCubemap = seamless;
        across<<<1, 64>>>(texture(one, with), seen);
        CHECK(cudaDeviceSynchronize());
        int between = 0;
        wrong = seen[0] != 0 || seen[63] != 4;
        for (int i = 1; i < 64; i++) {
            wrong += seen[i] < seen[i - 1];
            between += seen[i] > 0 && seen[i] < 4;
        }
        printf("edge %d: %d between, %d\n", seamless, between > 0, wrong);
    }
}

/* ---- formats and views ---- */

__global__ void formats(cudaTextureObject_t bytes, cudaTextureObject_t colours, cudaTextureObject_t whole, cudaTextureObject_t signs, float *to) {
    float4 texel = tex2D<float4>(bytes, threadIdx.x, 0), colour = tex2D<float4>(colours, threadIdx.x, 0);
    uchar4 plain = tex2D<uchar4>(whole, threadIdx.x, 0);
    float4 sign = tex2D<float4>(signs, threadIdx.x, 0);
    float all[16] = {texel.x, texel.y, texel.z, texel.w, colour.x, colour.y, colour.z, colour.w, (float)plain.x, (float)plain.y,
                     (float)plain.z, (float)plain.w, sign.x, sign.y, sign.z, sign.w};
    for (int i = 0; i < 16; i++) to[threadIdx.x * 16 + i] = all[i];
}

static float linear(float c) { return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f); }

static void formatsAndViews() {
    uchar4 texels[64];
    for (int i = 0; i < 64; i++) texels[i] = make_uchar4(i * 4, 255 - i * 4, i + 100, i * 3);
    cudaArray_t made = array(texels, 64, 1, 0, 0);
    cudaTextureDesc with = sampling(cudaFilterModePoint, cudaAddressModeClamp, false), floats = with;
    floats.readMode = cudaReadModeNormalizedFloat;
    cudaTextureDesc colours = floats;
    colours.sRGB = 1;
    cudaResourceViewDesc view = {};
    view.format = cudaResViewFormatSignedChar4;
    view.width = 64;
    view.height = 1;
    formats<<<1, 64>>>(texture(made, floats), texture(made, colours), texture(made, with), texture(made, floats, &view), seen);
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        unsigned char parts[4] = {texels[i].x, texels[i].y, texels[i].z, texels[i].w};
        for (int c = 0; c < 4; c++) {
            float value = parts[c] / 255.0f;
            wrong += seen[i * 16 + c] != value;
            wrong += fabsf(seen[i * 16 + 4 + c] - (c < 3 ? linear(value) : value)) > 1e-5f;
            wrong += seen[i * 16 + 8 + c] != parts[c];
            wrong += fabsf(seen[i * 16 + 12 + c] - fmaxf(-1, (signed char)parts[c] / 127.0f)) > 1e-6f;
        }
    }
    printf("formats %d\n", wrong);
    cudaResourceDesc resource = {};
    cudaTextureDesc got = {};
    cudaResourceViewDesc gotView = {};
    cudaTextureObject_t object = texture(made, floats, &view);
    CHECK(cudaGetTextureObjectResourceDesc(&resource, object));
    CHECK(cudaGetTextureObjectTextureDesc(&got, object));
    CHECK(cudaGetTextureObjectResourceViewDesc(&gotView, object));
    printf("descriptions %d %d %d\n", resource.res.array.array == made, memcmp(&got, &floats, sizeof got) == 0, gotView.format == view.format);
    printf("no view %s\n", NAME(cudaGetTextureObjectResourceViewDesc(&gotView, texture(made, floats))));
    view.format = cudaResViewFormatFloat1;
    resource.res.array.array = made;
    printf("view of other channels %s\n", NAME(cudaCreateTextureObject(&object, &resource, &with, &view)));
    view.format = cudaResViewFormatUnsignedBlockCompressed1;
    printf("compressed view %s\n", NAME(cudaCreateTextureObject(&object, &resource, &with, &view)));
    with.filterMode = cudaFilterModeLinear;
    printf("filtered integers %s\n", NAME(cudaCreateTextureObject(&object, &resource, &with, nullptr)));
    cudaChannelFormatDesc channels = {};
    CHECK(cudaGetChannelDesc(&channels, made));
    printf("channels %d %d %d %d %d\n", channels.x, channels.y, channels.z, channels.w, channels.f);
}

static void allocations() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    cudaArray_t made;
    const cudaExtent cube = make_cudaExtent(8, 8, 6);
    printf("three channels %s\n", NAME(cudaMallocArray(&made, &three, 8, 8)));
    printf("layered 2D call %s\n", NAME(cudaMallocArray(&made, &format, 8, 8, cudaArrayLayered)));
    printf("no rows %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 0, 4))));
    printf("no layers %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 8, 0), cudaArrayLayered)));
    printf("five faces %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 8, 5), cudaArrayCubemap)));
    printf("oblong faces %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 9, 6), cudaArrayCubemap)));
    printf("seven faces in layers %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 8, 7), cudaArrayCubemap | cudaArrayLayered)));
    printf("gather in 3D %s\n", NAME(cudaMalloc3DArray(&made, &format, cube, cudaArrayTextureGather)));
    printf("too wide %s\n", NAME(cudaMallocArray(&made, &format, 131073, 1)));
    printf("too many layers %s\n", NAME(cudaMalloc3DArray(&made, &format, make_cudaExtent(8, 8, 2049), cudaArrayLayered)));
    CHECK(cudaMalloc3DArray(&made, &format, cube, cudaArrayCubemap));
    CHECK(cudaFreeArray(made));
    printf("freed twice %s\n", NAME(cudaFreeArray(made)));
    float *memory;
    CHECK(cudaMalloc(&memory, 4096));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory + 1;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = 1024;
    cudaTextureDesc with = sampling(cudaFilterModePoint, cudaAddressModeClamp, false);
    cudaTextureObject_t object;
    printf("misaligned %s\n", NAME(cudaCreateTextureObject(&object, &resource, &with, nullptr)));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.width = resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = 20;
    printf("odd pitch %s\n", NAME(cudaCreateTextureObject(&object, &resource, &with, nullptr)));
}

int main() {
    CHECK(cudaMallocManaged(&seen, 4 * 4 * WIDTH * HEIGHT));
    images();
    layeredTextures();
    mipmaps();
    cubes();
    formatsAndViews();
    allocations();
    cudaTextureDesc anisotropic = sampling(cudaFilterModeLinear, cudaAddressModeClamp, true);
    anisotropic.maxAnisotropy = 8;
    for (int i = 0; i < 2; i++) texture(array(&image[0][0], WIDTH, HEIGHT, 0, 0), anisotropic);
}
