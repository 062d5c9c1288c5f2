// Each call that device code may make of the device runtime of CDP2 (API-1): all succeed.
__global__ void child(int *x) { *x = 1; }

__global__ void queries(int *errors, int *found) {
    int i = 0, version;
    size_t limit;
    cudaFuncCache cache;
    cudaFuncAttributes attributes;
    errors[i++] = cudaGetDevice(&found[0]);
    errors[i++] = cudaGetDeviceCount(&found[1]);
    errors[i++] = cudaDeviceGetAttribute(&found[2], cudaDevAttrMultiProcessorCount, 0);
    errors[i++] = cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount);
    errors[i++] = cudaDeviceGetCacheConfig(&cache);
    errors[i++] = cudaRuntimeGetVersion(&version);
    errors[i++] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&found[3], child, 128, 0);
    errors[i++] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&found[4], child, 128, 0, 0);
    errors[i++] = cudaFuncGetAttributes(&attributes, child);
    found[5] = limit;
    found[6] = attributes.sharedSizeBytes;
    found[7] = attributes.maxThreadsPerBlock;
}

__global__ void streams_and_events(int *errors) {
    int i = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    errors[i++] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    errors[i++] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    errors[i++] = cudaEventRecord(event, stream);
    errors[i++] = cudaEventRecordWithFlags(event, stream, 0);
    errors[i++] = cudaStreamWaitEvent(stream, event, 0);
    errors[i++] = cudaEventDestroy(event);
    errors[i++] = cudaStreamDestroy(stream);
    errors[i++] = cudaPeekAtLastError();
    errors[i++] = cudaGetLastError();
}

__global__ void copies(int *errors, char *to, const char *from) {
    int i = 0;
    errors[i++] = cudaMemcpyAsync(to, from, 8, cudaMemcpyDeviceToDevice, 0);
    // Two rows of 3 bytes, behind the first 8.
    errors[i++] = cudaMemcpy2DAsync(to + 8, 4, from, 8, 3, 2, cudaMemcpyDeviceToDevice, 0);
    // Two slices of two rows of 2 bytes, from byte 1 of row 1 of each slice of 4 rows of 8 bytes.
    cudaMemcpy3DParms box = {};
    box.srcPtr.ptr = (void *)from;
    box.srcPtr.pitch = 8;
    box.srcPtr.ysize = 4;
    box.srcPos.x = 1;
    box.srcPos.y = 1;
    box.dstPtr.ptr = to + 16;
    box.dstPtr.pitch = 2;
    box.dstPtr.ysize = 2;
    box.extent.width = 2;
    box.extent.height = 2;
    box.extent.depth = 2;
    box.kind = cudaMemcpyDeviceToDevice;
    errors[i++] = cudaMemcpy3DAsync(&box, 0);
}

__global__ void fills(int *errors, char *to) {
    int i = 0;
    errors[i++] = cudaMemsetAsync(to, 0, 8, 0);
    errors[i++] = cudaMemset2DAsync(to + 8, 4, 0, 3, 2, 0);
    cudaPitchedPtr box = {to + 16, 4, 4, 2};
    cudaExtent extent = {2, 2, 1};
    errors[i++] = cudaMemset3DAsync(box, 0, extent, 0);
}

__global__ void memory(int *errors) {
    int i = 0;
    void *block;
    errors[i++] = cudaMalloc(&block, 64);
    errors[i++] = cudaFree(block);
    char *bytes = (char *)malloc(64);
    memset(bytes, 3, 64);
    memcpy(bytes + 1, bytes, 1);
    errors[i++] = bytes[1] - 3;
    free(bytes);
    errors[i++] = cudaGetErrorName(cudaErrorInvalidValue)[9] - 'I';
    errors[i++] = cudaGetErrorString(cudaSuccess) == nullptr;
}
