// Two GPUs and pinned memory: what was measured of two H200s with CUDA 13.0 (measurements/peers.cu), or, called with "separate", what the
// CUDA Handbook tells of systems without unified addressing. Tells what differs, and ends with how many did.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <pthread.h>

static int wrong;
static void is(const char* what, long found, long expected) {
  if (found != expected) { printf("%s: %ld, expected %ld\n", what, found, expected); ++wrong; }
}
__global__ void increment(int* word) { ++*word; }

static void* threadOfItsOwn(void*) {
  int device = -1;
  cudaGetDevice(&device);
  is("device of a new thread", device, 0);
  is("error of a new thread", cudaPeekAtLastError(), cudaSuccess);
  cudaSetDevice(1);
  return NULL;
}

static void peers() {
  int can = -1, word = 0, *zero, *one;
  is("can 0 0", cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess), is("can 0 0", can, 0);
  is("can 0 1", cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess), is("can 0 1", can, 1);
  is("can 0 7", cudaDeviceCanAccessPeer(&can, 0, 7), cudaErrorInvalidDevice);
  is("set 7", cudaSetDevice(7), cudaErrorInvalidDevice);
  cudaSetDevice(1), cudaMalloc(&one, 4096), cudaMemset(one, 7, 4096), cudaSetDevice(0), cudaMalloc(&zero, 4096);
  is("disable not enabled", cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  is("disable itself", cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
  is("enable itself", cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
  is("enable 7", cudaDeviceEnablePeerAccess(7, 0), cudaErrorInvalidDevice);
  is("enable with flags", cudaDeviceEnablePeerAccess(1, 1), cudaErrorInvalidValue);
  is("copy between peers", cudaMemcpyPeer(zero, 0, one, 1, 1024), cudaSuccess);
  cudaMemcpy(&word, zero, 4, cudaMemcpyDeviceToHost), is("what was copied", word, 0x07070707);
  is("copy whose devices are changed over", cudaMemcpyPeer(zero, 1, one, 0, 1024), cudaSuccess);
  is("copy of device 7", cudaMemcpyPeer(zero, 0, one, 7, 1024), cudaErrorInvalidDevice);
  is("copy beyond the end", cudaMemcpyPeer(zero, 0, one, 1, 3 << 20), cudaErrorInvalidValue);
  is("enable", cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  is("enable again", cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  is("its last error", cudaGetLastError(), cudaErrorPeerAccessAlreadyEnabled);
  cudaMemset(zero, 1, 4096);
  is("direct copy", cudaMemcpyPeerAsync(one, 1, zero, 0, 1024, 0), cudaSuccess), cudaDeviceSynchronize();
  cudaMemcpy(&word, one, 4, cudaMemcpyDefault), is("what went direct", word, 0x01010101);
  is("disable", cudaDeviceDisablePeerAccess(1), cudaSuccess);
  is("disable 7", cudaDeviceDisablePeerAccess(7), cudaErrorInvalidDevice);
  cudaGetLastError();
}

static void streamsAndEvents() {
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1;
  float ms;
  int *one, word = 0;
  cudaSetDevice(1), cudaStreamCreate(&s1), cudaEventCreate(&e1), cudaMalloc(&one, 4), cudaMemset(one, 0, 4);
  cudaSetDevice(0), cudaStreamCreate(&s0), cudaEventCreate(&e0);
  increment<<<1, 1, 0, s1>>>(one);
  is("launch into another device's stream", cudaGetLastError(), cudaSuccess);
  is("waiting for that", cudaStreamSynchronize(s1), cudaSuccess);
  cudaMemcpy(&word, one, 4, cudaMemcpyDeviceToHost), is("what it did", word, 1);
  is("record in another device's stream", cudaEventRecord(e0, s1), cudaErrorInvalidResourceHandle);
  is("record another device's event", cudaEventRecord(e1, s0), cudaErrorInvalidResourceHandle);
  is("record there", cudaEventRecord(e1, s1), cudaSuccess), is("wait here", cudaStreamWaitEvent(s0, e1, 0), cudaSuccess);
  cudaEventRecord(e0, s0), cudaStreamSynchronize(s0), cudaStreamSynchronize(s1);
  is("time between devices", cudaEventElapsedTime(&ms, e0, e1), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

static void pinned(bool unified) {
  for (unsigned flags = 0; flags < 8; ++flags) {
    void *memory, *seen = NULL;
    unsigned told = 99;
    cudaPointerAttributes attributes;
    cudaSetDevice(0);
    is("cudaHostAlloc", cudaHostAlloc(&memory, 4096, flags), cudaSuccess);
    is("cudaHostGetFlags", cudaHostGetFlags(&told, memory), cudaSuccess);
    is("flags", told, unified ? flags | cudaHostAllocMapped : flags);
    bool mapped = unified || (flags & cudaHostAllocMapped), everywhere = unified || (flags & cudaHostAllocPortable);
    is("pointer", cudaHostGetDevicePointer(&seen, memory, 0), mapped ? cudaSuccess : cudaErrorInvalidValue);
    if (mapped) is("same address", seen == memory, 1);
    cudaSetDevice(1);
    is("pointer of the other", cudaHostGetDevicePointer(&seen, memory, 0), mapped && everywhere ? cudaSuccess : cudaErrorInvalidValue);
    is("attributes", cudaPointerGetAttributes(&attributes, memory), cudaSuccess);
    is("type", attributes.type, cudaMemoryTypeHost), is("device", attributes.device, 0);
    cudaFreeHost(memory);
  }
  cudaSetDevice(0);
  void *memory, *device, *seen;
  unsigned told;
  is("flag 8", cudaHostAlloc(&memory, 4096, 8), cudaErrorInvalidValue);
  cudaHostAlloc(&memory, 64, cudaHostAllocMapped), cudaMalloc(&device, 64);
  is("flags inside", cudaHostGetFlags(&told, (char*)memory + 8), cudaSuccess);
  is("flags of device memory", cudaHostGetFlags(&told, device), cudaErrorInvalidValue);
  is("pointer of device memory", cudaHostGetDevicePointer(&seen, device, 0), cudaErrorInvalidValue);
  is("pointer of the stack", cudaHostGetDevicePointer(&seen, &told, 0), cudaErrorInvalidValue);
  is("pointer with flags", cudaHostGetDevicePointer(&seen, memory, 1), cudaErrorInvalidValue);
  cudaGetLastError();
}

int main(int count, char** words) {
  bool unified = count < 2 || strcmp(words[1], "separate");
  int devices = 0, now = -1, attribute = -1;
  cudaGetDeviceCount(&devices), is("devices", devices, 2);
  cudaDeviceGetAttribute(&attribute, cudaDevAttrUnifiedAddressing, 0), is("unified addressing", attribute, unified);
  peers();
  streamsAndEvents();
  pinned(unified);
  cudaSetDevice(0);
  pthread_t thread;
  pthread_create(&thread, NULL, threadOfItsOwn, NULL), pthread_join(thread, NULL);
  cudaGetDevice(&now), is("device of the first thread", now, 0);
  return wrong;
}
