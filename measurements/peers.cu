// What calls about several GPUs, and about pinned memory, give: error codes, flags, pointers. Needs two GPUs. Prints lines: q,what,answer.
#include "common.cuh"
#include <thread>
#define Q(what, call) do { cudaError_t e = (call); printf("q,%s,%s\n", what, cudaGetErrorName(e)); } while (0)
#define L(what) printf("q,%s,last %s\n", what, cudaGetErrorName(cudaGetLastError()))
__global__ void read(int* p, int* out) { *out = *p + 1; }
int main() {
  int v, n; cudaGetDeviceCount(&n); printf("q,count,%d\n", n);
  Q("can 0 0", cudaDeviceCanAccessPeer(&v, 0, 0)); printf("q,can 0 0 value,%d\n", v);
  Q("can 0 1", cudaDeviceCanAccessPeer(&v, 0, 1)); printf("q,can 0 1 value,%d\n", v);
  Q("can 0 7", cudaDeviceCanAccessPeer(&v, 0, 7)); L("can 0 7");
  Q("set 7", cudaSetDevice(7)); L("set 7"); cudaGetDevice(&v); printf("q,device after set 7,%d\n", v);
  Q("set -1", cudaSetDevice(-1)); L("set -1");
  int *d0, *d1, *o0, *o1; cudaSetDevice(1); cudaMalloc(&d1, 1 << 20); cudaMalloc(&o1, 4); cudaMemset(d1, 7, 1 << 20); cudaSetDevice(0); cudaMalloc(&d0, 1 << 20); cudaMalloc(&o0, 4);
  Q("disable not enabled", cudaDeviceDisablePeerAccess(1)); L("disable not enabled");
  Q("enable self", cudaDeviceEnablePeerAccess(0, 0)); L("enable self");
  Q("enable 7", cudaDeviceEnablePeerAccess(7, 0)); L("enable 7");
  Q("enable -1", cudaDeviceEnablePeerAccess(-1, 0)); L("enable -1");
  Q("enable flags 1", cudaDeviceEnablePeerAccess(1, 1)); L("enable flags 1");
  Q("memcpyPeer staged", cudaMemcpyPeer(d0, 0, d1, 1, 1024));
  cudaMemcpy(&v, d0, 4, cudaMemcpyDeviceToHost); printf("q,memcpyPeer staged value,%d\n", v);
  Q("memcpyPeer wrong devices", cudaMemcpyPeer(d0, 1, d1, 0, 1024)); L("memcpyPeer wrong devices");
  Q("memcpyPeer device 7", cudaMemcpyPeer(d0, 0, d1, 7, 1024)); L("memcpyPeer device 7");
  Q("memcpyPeer beyond", cudaMemcpyPeer(d0, 0, d1, 1, 3 << 20)); L("memcpyPeer beyond");
  Q("memcpyPeer same device", cudaMemcpyPeer(d0, 0, o0, 0, 4));
  Q("memcpy default between", cudaMemcpy(d0, d1, 1024, cudaMemcpyDefault));
  Q("memcpy dtod between", cudaMemcpy(d0, d1, 1024, cudaMemcpyDeviceToDevice));
  cudaStream_t s1, s0; cudaSetDevice(1); cudaStreamCreate(&s1); cudaSetDevice(0); cudaStreamCreate(&s0);
  Q("memcpy on other's stream", cudaMemcpyAsync(d0, o0, 4, cudaMemcpyDeviceToDevice, s1)); cudaDeviceSynchronize();
  read<<<1, 1, 0, s1>>>(o1, o1); L("launch on other device stream"); Q("sync after it", cudaDeviceSynchronize()); Q("stream after it", cudaStreamSynchronize(s1));
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaSetDevice(1); cudaEventCreate(&e1); cudaSetDevice(0);
  Q("record own event on other's stream", cudaEventRecord(e0, s1)); L("record");
  Q("record other's event on own stream", cudaEventRecord(e1, s0)); L("record");
  Q("wait for other's event", cudaEventRecord(e1, s1)); Q("wait for other's event", cudaStreamWaitEvent(s0, e1, 0));
  Q("sync other's stream", cudaStreamSynchronize(s1)); Q("query other's stream", cudaStreamQuery(s1)); Q("destroy other's stream", cudaStreamDestroy(s1));
  float ms; cudaEventRecord(e0, s0); cudaDeviceSynchronize(); Q("elapsed between devices", cudaEventElapsedTime(&ms, e0, e1)); L("elapsed");
  Q("free other memory", cudaFree(o1)); cudaSetDevice(1); cudaMalloc(&o1, 4); cudaSetDevice(0);
  for (unsigned f : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u}) {
    void *h = 0, *dp = 0; unsigned g = 99; cudaError_t e = cudaHostAlloc(&h, 4096, f); printf("q,hostAlloc flags %u,%s\n", f, cudaGetErrorName(e)); cudaGetLastError(); if (e) continue;
    e = cudaHostGetFlags(&g, h); printf("q,hostGetFlags of %u,%s %u\n", f, cudaGetErrorName(e), g);
    e = cudaHostGetDevicePointer(&dp, h, 0); printf("q,devicePointer of %u,%s %s\n", f, cudaGetErrorName(e), dp == h ? "same" : "other"); cudaSetDevice(1);
    e = cudaHostGetDevicePointer(&dp, h, 0); printf("q,devicePointer on other of %u,%s %s\n", f, cudaGetErrorName(e), dp == h ? "same" : "other");
    cudaPointerAttributes a; e = cudaPointerGetAttributes(&a, h); printf("q,attributes of %u,%s type %d device %d\n", f, cudaGetErrorName(e), a.type, a.device); cudaSetDevice(0); cudaFreeHost(h);
  }
  { int x; unsigned g; void *dp, *h; Q("devicePointer of pageable", cudaHostGetDevicePointer(&dp, &x, 0)); L("dp"); cudaHostAlloc(&h, 64, 0); Q("devicePointer flags 1", cudaHostGetDevicePointer(&dp, h, 1)); L("dp");
    Q("hostGetFlags of pageable", cudaHostGetFlags(&g, &x)); L("f"); Q("hostGetFlags inside", cudaHostGetFlags(&g, (char*)h + 8)); L("f"); Q("hostGetFlags of device", cudaHostGetFlags(&g, d0)); L("f"); Q("devicePointer of device memory", cudaHostGetDevicePointer(&dp, d0, 0)); L("dp"); }
  cudaPointerAttributes a; cudaPointerGetAttributes(&a, d1); printf("q,attributes of d1 from 0,type %d device %d\n", a.type, a.device);
  Q("enable", cudaDeviceEnablePeerAccess(1, 0)); Q("enable again", cudaDeviceEnablePeerAccess(1, 0)); L("enable again");
  read<<<1, 1>>>(d1, o0); Q("kernel reads peer, enabled", cudaDeviceSynchronize()); cudaMemcpy(&v, o0, 4, cudaMemcpyDeviceToHost); printf("q,value,%d\n", v);
  std::thread([&] { int d; cudaGetDevice(&d); printf("q,device of a new thread,%d\n", d); cudaSetDevice(1); printf("q,new thread,last %s\n", cudaGetErrorName(cudaPeekAtLastError())); }).join(); cudaGetDevice(&v); printf("q,device of the first,%d\n", v);
  Q("disable", cudaDeviceDisablePeerAccess(1)); Q("disable again", cudaDeviceDisablePeerAccess(1)); L("disable again"); Q("disable 7", cudaDeviceDisablePeerAccess(7)); L("x"); Q("disable self", cudaDeviceDisablePeerAccess(0)); L("x");
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); printf("q,prop unified %d canMap %d asyncEngines %d\n", p.unifiedAddressing, p.canMapHostMemory, p.asyncEngineCount);
  cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrPerformanceRank, 0, 1); printf("q,p2p rank,%d\n", v); cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 1); printf("q,p2p access,%d\n", v);
  cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrNativeAtomicSupported, 0, 1); printf("q,p2p atomics,%d\n", v); Q("p2p self", cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 0)); L("p");
  read<<<1, 1>>>(d1, o0); Q("kernel reads peer, not enabled", cudaDeviceSynchronize()); cudaSetDevice(1); Q("other device after the fault", cudaDeviceSynchronize()); Q("malloc on the other", cudaMalloc(&o1, 4));
}
