// how long other warps run on after a fault, and which failed assertions are printed
#include "calls.h"
__device__ unsigned long long now(){unsigned long long g;asm volatile("mov.u64 %0,%globaltimer;":"=l"(g));return g;}
__device__ unsigned long long start;
__global__ void set(){start=now()+20000;}
// warp w fails at w*step ns after the start; warp 31 writes how long it lives
__global__ void fail(volatile unsigned*o,unsigned step,int kind,unsigned n){ int w=threadIdx.x/32; while(now()<start); if(w<31){ if(w<n){while(now()<start+w*step); if(kind==0)assert(threadIdx.x%32); else if(kind==1)__trap(); else if(kind==2)*(volatile int*)8=1; else if(kind==3)*(volatile int*)((char*)o+1)=1; else if(kind==4)asm("brkpt;");}} else {unsigned long long t; while((t=now())<start+50000000){ if(threadIdx.x%32==0)o[0]=(unsigned)(t-start);} } }
__global__ void other(volatile unsigned*o){ unsigned long long t; while((t=now())<start+50000000)o[1]=(unsigned)(t-start); }
static void R(unsigned step,int kind,unsigned n){ for(int r=0;r<3;r++){fflush(stdout);pid_t p=fork();if(!p){ dup2(1,2); volatile unsigned*o; cudaHostAlloc((void**)&o,64,0); o[0]=o[1]=0; cudaStream_t s; cudaStreamCreateWithFlags(&s,cudaStreamNonBlocking); cudaDeviceSynchronize(); set<<<1,1>>>(); cudaDeviceSynchronize(); if(r==2)other<<<1,1,0,s>>>(o); fail<<<1,1024>>>(o,step,kind,n); int e=cudaDeviceSynchronize(); fflush(stderr); printf("step %u kind %d: sync %d lived %u other %u\n",step,kind,e,o[0],o[1]); fflush(stdout); _exit(0);} int s;waitpid(p,&s,0);} }
int main(){ R(0,0,1); R(1000,0,31); R(5000,0,31); R(20000,0,31); R(0,1,1); R(0,2,1); R(0,3,1); R(0,4,1); }
