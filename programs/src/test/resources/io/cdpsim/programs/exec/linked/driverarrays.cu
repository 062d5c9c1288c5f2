// Arrays, textures and surfaces of the driver, compared with plain arrays. Each line ends in the number of wrong values: 0.
#include <cstdio>
#include <cstring>
#include <cuda.h>

static void check(CUresult error, const char *what) {
    if (error != CUDA_SUCCESS) printf("%s: %d\n", what, error);
}
#define CHECK(call) check(call, #call)

__global__ void fetch(CUtexObject t, float *to) { to[threadIdx.y * 8 + threadIdx.x] = tex2D<float>(t, threadIdx.x + 1.0f, threadIdx.y + 0.5f); }
__global__ void fractions(CUtexObject t, float *to) { to[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void negate(CUsurfObject s) {
    float v;
    surf2Dread(&v, s, threadIdx.x * 4, threadIdx.y);
    surf2Dwrite(-v, s, threadIdx.x * 4, threadIdx.y);
}

int main() {
    float *seen, image[6][8], back[6][8] = {};
    unsigned char *bytes;
    cudaMallocManaged(&seen, 4096);
    cudaMallocManaged(&bytes, 64);
    for (int i = 0; i < 48; i++) image[i / 8][i % 8] = i / 8 * 100 + i % 8;
    CUDA_ARRAY_DESCRIPTOR description = {8, 6, CU_AD_FORMAT_FLOAT, 1}, got;
    CUarray array, box;
    CHECK(cuArrayCreate(&array, &description));
    CHECK(cuArrayGetDescriptor(&got, array));
    printf("descriptor %d\n", memcmp(&got, &description, sizeof got) != 0);

    CUDA_MEMCPY2D rows = {};
    rows.srcMemoryType = CU_MEMORYTYPE_HOST;
    rows.srcHost = image;
    rows.srcPitch = 32;
    rows.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    rows.dstArray = array;
    rows.WidthInBytes = 32;
    rows.Height = 6;
    CHECK(cuMemcpy2D(&rows));
    CUDA_MEMCPY2D part = {};
    part.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    part.srcArray = array;
    part.srcXInBytes = 8;
    part.srcY = 1;
    part.dstMemoryType = CU_MEMORYTYPE_HOST;
    part.dstHost = back;
    part.dstPitch = 32;
    part.WidthInBytes = 12;
    part.Height = 4;
    CHECK(cuMemcpy2DUnaligned(&part));
    int wrong = 0;
    for (int i = 0; i < 12; i++) wrong += back[i / 3][i % 3] != image[i / 3 + 1][i % 3 + 2];
    printf("rows %d\n", wrong);

    CUDA_RESOURCE_DESC resource = {}, same;
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC sampling = {}, sampled;
    sampling.addressMode[0] = sampling.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    sampling.filterMode = CU_TR_FILTER_MODE_LINEAR;
    CUtexObject texture;
    CHECK(cuTexObjectCreate(&texture, &resource, &sampling, nullptr));
    CHECK(cuTexObjectGetResourceDesc(&same, texture));
    CHECK(cuTexObjectGetTextureDesc(&sampled, texture));
    printf("descriptions %d\n", same.res.array.hArray != array || sampled.filterMode != sampling.filterMode || sampled.flags != 0);
    fetch<<<1, dim3(8, 6)>>>(texture, seen);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 48; i++) wrong += seen[i] != image[i / 8][i % 8] + (i % 8 < 7 ? 0.5f : 0);
    printf("texture %d\n", wrong);
    CHECK(cuTexObjectDestroy(texture));

    // Bytes are fractions unless the flag asks for integers.
    for (int i = 0; i < 64; i++) bytes[i] = i * 4;
    resource = {};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = (CUdeviceptr)bytes;
    resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 64;
    sampling = {};
    CHECK(cuTexObjectCreate(&texture, &resource, &sampling, nullptr));
    fractions<<<1, 64>>>(texture, seen);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 64; i++) wrong += seen[i] != bytes[i] / 255.0f;
    printf("fractions %d\n", wrong);

    CUDA_ARRAY3D_DESCRIPTOR deep = {8, 6, 4, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST}, gotDeep = {};
    CHECK(cuArray3DCreate(&box, &deep));
    CHECK(cuArray3DGetDescriptor(&gotDeep, box));
    printf("deep descriptor %d\n", gotDeep.Depth != 4 || gotDeep.Width != 8 || gotDeep.Height != 6 || gotDeep.Format != deep.Format || gotDeep.NumChannels != 1 || gotDeep.Flags != deep.Flags);
    CUDA_MEMCPY3D slices = {};
    slices.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    slices.srcArray = array;
    slices.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    slices.dstArray = box;
    slices.dstZ = 2;
    slices.WidthInBytes = 32;
    slices.Height = 6;
    slices.Depth = 1;
    CHECK(cuMemcpy3D(&slices));
    slices = {};
    slices.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    slices.srcArray = box;
    slices.srcZ = 2;
    slices.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    slices.dstDevice = (CUdeviceptr)seen;
    slices.dstPitch = 32;
    slices.WidthInBytes = 32;
    slices.Height = 6;
    slices.Depth = 1;
    CHECK(cuMemcpy3D(&slices));
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 48; i++) wrong += seen[i] != image[i / 8][i % 8];
    printf("box %d\n", wrong);

    // The slice again by a node of a graph, from its third texel on.
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    CUcontext context;
    CUDA_MEMCPY3D described;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuGraphCreate(&graph, 0));
    slices.srcXInBytes = 8;
    slices.WidthInBytes = 24;
    CHECK(cuGraphAddMemcpyNode(&node, graph, nullptr, 0, &slices, context));
    CHECK(cuGraphMemcpyNodeGetParams(node, &described));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, nullptr));
    CHECK(cuCtxSynchronize());
    wrong = described.srcArray != slices.srcArray || described.srcXInBytes != 8 || described.WidthInBytes != 24;
    for (int i = 0; i < 36; i++) wrong += seen[i / 6 * 8 + i % 6] != image[i / 6][i % 6 + 2];
    slices.srcXInBytes = 9;
    wrong += cuGraphMemcpyNodeSetParams(node, &slices) != CUDA_ERROR_INVALID_VALUE;
    printf("graph %d\n", wrong);

    CUmipmappedArray mipmap;
    CUarray level;
    CUDA_ARRAY3D_DESCRIPTOR levels = {16, 12, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
    CHECK(cuMipmappedArrayCreate(&mipmap, &levels, 3));
    CHECK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
    rows.dstArray = level;
    CHECK(cuMemcpy2D(&rows));
    resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = level;
    CUsurfObject surface;
    CHECK(cuSurfObjectCreate(&surface, &resource));
    negate<<<1, dim3(8, 6)>>>(surface);
    part.srcArray = level;
    CHECK(cuMemcpy2D(&part));
    wrong = 0;
    for (int i = 0; i < 12; i++) wrong += back[i / 3][i % 3] != -image[i / 3 + 1][i % 3 + 2];
    printf("surface of a level %d\n", wrong);
    CHECK(cuSurfObjectDestroy(surface));
    CHECK(cuMipmappedArrayDestroy(mipmap));
    CHECK(cuArrayDestroy(box));
    CHECK(cuArrayDestroy(array));
    rows.dstArray = level;
    printf("no handle %d\n", cuArrayDestroy(nullptr) != CUDA_ERROR_INVALID_HANDLE);
    description.Format = (CUarray_format)0xb0;
    printf("format of video %d\n", cuArrayCreate(&array, &description) != CUDA_ERROR_NOT_SUPPORTED);
}
