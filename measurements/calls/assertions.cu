// what runs on, and what is printed, when an assertion fails or a warp traps: pinned memory shows it
#include "calls.h"
__device__ unsigned long long now(){unsigned long long g;asm volatile("mov.u64 %0,%globaltimer;":"=l"(g));return g;}
__device__ void wait(unsigned us){unsigned long long a=now();while(now()-a<us*1000ull);}
// o[tid]: 1 at the start, 2 after the point of failure, 3 after a wait
__global__ void one(volatile int*o,int who,unsigned us,int kind){ int t=blockIdx.x*blockDim.x+threadIdx.x; o[t]=1; if(us)wait(t==who?20:us); if(kind==0)assert(t!=who); else if(t==who)__trap(); o[t]=2; wait(50); o[t]=3; wait(2000); o[t]=4; }
__global__ void warps(volatile int*o,int m,unsigned apart){ int t=blockIdx.x*blockDim.x+threadIdx.x; o[t]=1; wait((t/32)*apart); assert(t%m!=0); o[t]=2; }
__global__ void lanes(volatile int*o){ int t=threadIdx.x; o[t]=1; if(t<8){assert(t>=4&&"low");o[t]=2;} else if(t<16){assert(t<12&&"high");o[t]=3;} o[t]=4; }
__global__ void sync(volatile int*o){ int t=threadIdx.x; o[t]=1; if(t/32==1)wait(20); assert(t!=40); __syncthreads(); o[t]=2; }
__global__ void twice(volatile int*o){ int t=threadIdx.x; o[t]=1; assert(t!=3); o[t]=2; assert(t!=5); o[t]=3; assert(t==99); o[t]=4; }
__global__ void pr(int k){ printf("before %d\n",threadIdx.x); assert(threadIdx.x!=k); printf("after %d\n",threadIdx.x); }
__global__ void exits(volatile int*o){int t=threadIdx.x; o[t]=1; if(t>=16)return; assert(t!=3); o[t]=2;}
__global__ void stored(int*p){ if(threadIdx.x==33){wait(30); *(volatile int*)8=1;} p[threadIdx.x]=1; wait(100); }
template<class T> struct Tmpl{ __device__ static void f(T v){assert(v==0);} }; namespace ns{ __global__ void in(float*,const char*){Tmpl<double>::f(1);} static __device__ void h(int&x){assert(x<0 && "neg");} __global__ void st(int x){h(x);} }
static int*o; static void R(const char*n,int z){ int e=cudaDeviceSynchronize(); fflush(stderr); printf("%s: sync %d |",n,e); for(int i=0;i<z;){int j=i;while(j<z&&o[j]==o[i])j++;printf(" %d*%d",o[i],j-i);i=j;} puts(""); fflush(stdout);}
#define A(name,...) static void name(){ dup2(1,2); cudaHostAlloc(&o,1<<16,0); memset(o,0,1<<16); __VA_ARGS__ }
A(a1,(one<<<1,128>>>(o,5,0,0));R("one warp of four, at once",128);) A(a2,(one<<<1,128>>>(o,5,100,0));R("others 80 us later",128);) A(a3,(one<<<1,128>>>(o,5,5,0));R("others earlier",128);) A(a4,(one<<<4,64>>>(o,70,0,0));R("one block of four",256);) A(a5,(one<<<1,128>>>(o,5,0,1));R("trap, at once",128);) A(a6,(one<<<1,128>>>(o,5,5,1));R("trap, others earlier",128);) A(a7,(one<<<4,64>>>(o,70,5,1));R("trap in a block of four",256);)
A(a8,(warps<<<1,128>>>(o,16,0));R("every warp fails",128);) A(a9,(warps<<<2,64>>>(o,32,0));R("two blocks fail",128);) A(a10,(warps<<<1,96>>>(o,32,100));R("100 us apart",96);) A(a11,(lanes<<<1,32>>>(o));R("lanes of two branches",32);) A(a12,(sync<<<1,96>>>(o));R("barrier",96);) A(a13,(twice<<<1,32>>>(o));R("again",32);) A(a14,(pr<<<1,4>>>(2));R("printf",0);) A(a15,(exits<<<1,32>>>(o));R("exited lanes",32);) A(a16,(ns::in<<<1,1>>>(0,0));R("names",0);) A(a17,(ns::st<<<1,2>>>(5));R("names2",0);) A(a18,(warps<<<4,256>>>(o,1,0));R("all fail",1024);) A(a19,(stored<<<1,64>>>(o));R("fault of one warp",64);) A(a20,(pr<<<1,64>>>(40));R("printf 2",0);) A(a21,(pr<<<2,32>>>(-1),pr<<<1,32>>>(0));R("printf 3",0);)
MAIN({"a1",a1},{"a2",a2},{"a3",a3},{"a4",a4},{"a5",a5},{"a6",a6},{"a7",a7},{"a8",a8},{"a9",a9},{"a10",a10},{"a11",a11},{"a12",a12},{"a13",a13},{"a14",a14},{"a15",a15},{"a16",a16},{"a17",a17},{"a18",a18},{"a19",a19},{"a20",a20},{"a21",a21})
