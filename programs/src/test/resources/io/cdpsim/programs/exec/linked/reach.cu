/* Memory that kernels reach besides their device's own: a group for each first argument; exits with 0 if all values are right. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int wrong;

static void expect(const char *what, long long got, long long expected) {
    if (got != expected) {
        printf("%s: %lld, expected %lld\n", what, got, expected);
        wrong = 1;
    }
}

#define GIVES(error, call) expect(#call, (int)(call), error)
#define OK(call) GIVES(0, call)

__global__ void twice(const int *in, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[i] = 2 * in[i] + 1;
    }
}

__global__ void count(int *at) {
    atomicAdd(at, 1);
}

__global__ void await(volatile int *flag, int *out) {
    while (*flag == 0) {
    }
    *out = *flag;
}

__global__ void set(volatile int *flag, int value) {
    *flag = value;
}

__global__ void say(const char *text) {
    printf("%s\n", text);
}

enum { COUNT = 1000 };

static int first(const int *at) {
    int value = -1;
    OK(cudaMemcpy(&value, at, sizeof value, cudaMemcpyDefault));
    return value;
}

/* Two devices with peer access. */
static void peers() {
    int h[COUNT], *own, *other, *flag;
    for (int i = 0; i < COUNT; i++) {
        h[i] = i;
    }
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&other, sizeof h));
    OK(cudaMalloc(&flag, sizeof(int)));
    OK(cudaMemset(flag, 0, sizeof(int)));
    OK(cudaMemcpy(other, h, sizeof h, cudaMemcpyDefault));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&own, sizeof h));
    OK(cudaDeviceEnablePeerAccess(1, 0));

    twice<<<4, 256>>>(other, own, COUNT);
    OK(cudaMemcpy(h, own, sizeof h, cudaMemcpyDefault));
    expect("a value read of the peer", h[COUNT - 1], 2 * (COUNT - 1) + 1);
    twice<<<4, 256>>>(own, other, COUNT);
    OK(cudaDeviceSynchronize());
    expect("a value written to the peer", first(other + COUNT - 1), 4 * (COUNT - 1) + 3);
    count<<<3, 100>>>(other);
    OK(cudaDeviceSynchronize());
    expect("atomics on the peer", first(other), 303);
    OK(cudaMemcpyPeer(own, 0, other, 1, sizeof h));
    expect("a copy of the peer", first(own), 303);

    /* One device waits for a word in the other's memory, and for one in its own that the other stores. */
    await<<<1, 1>>>(flag, own);
    OK(cudaSetDevice(1));
    set<<<1, 1>>>(flag, 42);
    OK(cudaSetDevice(0));
    OK(cudaDeviceSynchronize());
    expect("a word of the peer", first(own), 42);
    OK(cudaMemset(own, 0, sizeof(int)));
    await<<<1, 1>>>(own, own + 1);
    OK(cudaSetDevice(1));
    set<<<1, 1>>>(own, 43);
    OK(cudaSetDevice(0));
    OK(cudaDeviceSynchronize());
    expect("a word that the peer has stored", first(own + 1), 43);
}

/* Managed memory is all devices', whatever is enabled; a pool decides on its own. */
static void allocations() {
    int *managed, *pooled, *own;
    cudaMemPool_t pool;
    cudaMemAccessDesc access = {};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = 0;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    OK(cudaMalloc(&own, sizeof(int)));
    OK(cudaMallocManaged(&managed, sizeof(int)));
    *managed = 4;
    OK(cudaSetDevice(1));
    twice<<<1, 1>>>(managed, managed, 1);
    OK(cudaDeviceSynchronize());
    expect("managed memory of the peer", *managed, 9);
    OK(cudaDeviceGetDefaultMemPool(&pool, 1));
    OK(cudaMallocAsync(&pooled, sizeof(int), 0));
    OK(cudaMemset(pooled, 0, sizeof(int)));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolSetAccess(pool, &access, 1));
    OK(cudaSetDevice(0));
    twice<<<1, 1>>>(pooled, own, 1);
    OK(cudaDeviceSynchronize());
    expect("memory of a pool of the peer", first(own), 1);
    access.flags = cudaMemAccessFlagsProtNone;
    OK(cudaMemPoolSetAccess(pool, &access, 1));
    OK(cudaDeviceEnablePeerAccess(1, 0));
    twice<<<1, 1>>>(pooled, own, 1);
    GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

/* Access that ends, with the call or with the device's context. */
static void refused() {
    int *own, *other;
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&other, sizeof(int)));
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&own, sizeof(int)));
    OK(cudaDeviceEnablePeerAccess(1, 0));
    OK(cudaDeviceDisablePeerAccess(1));
    GIVES(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
    OK(cudaDeviceEnablePeerAccess(1, 0));
    OK(cudaDeviceReset());
    OK(cudaMalloc(&own, sizeof(int)));
    twice<<<1, 1>>>(other, own, 1);
    GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

__managed__ int shared = 5;
__device__ int variable = 7;
__constant__ int constant = 9;

__global__ void change() {
    shared++;
    variable++;
}

__global__ void read(int *into) {
    into[0] = shared;
    into[1] = variable;
    into[2] = constant;
}

/* Variables of a module: by their addresses, on two devices, and after a reset. */
static void variables() {
    int *device, values[3] = {}, other = 11, value = 0;
    void *at;
    change<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    expect("managed", shared, 6);
    OK(cudaGetSymbolAddress(&at, shared));
    expect("address of a managed variable", at == &shared, 1);
    OK(cudaGetSymbolAddress(&at, constant));
    OK(cudaMemcpy(&value, at, sizeof value, cudaMemcpyDeviceToHost));
    expect("constant by its address", value, 9);
    OK(cudaMemcpy(at, &other, sizeof other, cudaMemcpyHostToDevice));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&device, sizeof values));
    change<<<1, 1>>>();
    read<<<1, 1>>>(device);
    OK(cudaMemcpy(values, device, sizeof values, cudaMemcpyDefault));
    expect("managed on the other device", values[0], 7);
    expect("managed on the host", shared, 7);
    expect("variable of the other device", values[1], 8);
    expect("constant of the other device", values[2], 9);
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&device, sizeof values));
    read<<<1, 1>>>(device);
    OK(cudaMemcpy(values, device, sizeof values, cudaMemcpyDefault));
    expect("constant", values[2], 11);
    OK(cudaDeviceReset());
    OK(cudaMalloc(&device, sizeof values));
    read<<<1, 1>>>(device);
    OK(cudaMemcpy(values, device, sizeof values, cudaMemcpyDefault));
    expect("managed after a reset", values[0], 5);
    expect("managed after a reset, on the host", shared, 5);
    expect("variable after a reset", values[1], 7);
    expect("constant after a reset", values[2], 9);
}

__global__ void countMany(int *managed, unsigned long long *pinned, int times) {
    for (int i = 0; i < times; i++) {
        atomicAdd_system(managed, 1);
        atomicAdd_system(pinned, 1ull);
    }
}

/* Atomics of the program and of a kernel on the same words. */
static void together() {
    int *managed, added = 0;
    unsigned long long *pinned;
    OK(cudaMallocManaged(&managed, sizeof *managed));
    OK(cudaMallocHost(&pinned, sizeof *pinned));
    *managed = 0;
    *pinned = 0;
    countMany<<<4, 64>>>(managed, pinned, 40);
    do {
        for (int i = 0; i < 1000; i++) {
            __sync_fetch_and_add(managed, 1);
            __sync_fetch_and_add(pinned, 1ull);
        }
        added += 1000;
    } while (cudaStreamQuery(0) == cudaErrorNotReady);
    expect("managed", *managed, added + 4 * 64 * 40);
    expect("pinned", *pinned, added + 4 * 64 * 40);
}

/* Memory of the program, on its heap and on its stack. */
static void registered() {
    enum { MANY = 5000 };
    int *heap = (int *)malloc(MANY * sizeof(int)), *device, *plain, stack[64], can = 0;
    unsigned flags = 0;
    cudaPointerAttributes kind;
    cudaStream_t stream;
    for (int i = 0; i < MANY; i++) {
        heap[i] = i;
    }
    stack[63] = 63;
    OK(cudaHostRegister(heap, MANY * sizeof(int), cudaHostRegisterMapped));
    OK(cudaDeviceGetAttribute(&can, cudaDevAttrCanUseHostPointerForRegisteredMem, 0));
    expect("host pointers on the device", can, 1);
    OK(cudaHostGetDevicePointer(&device, heap, 0));
    expect("one pointer for both", device == heap, 1);
    OK(cudaPointerGetAttributes(&kind, heap));
    expect("type", kind.type, cudaMemoryTypeHost);
    expect("pointers", kind.devicePointer == heap && kind.hostPointer == heap, 1);
    OK(cudaHostGetFlags(&flags, heap));
    expect("flags", flags & cudaHostRegisterMapped, cudaHostRegisterMapped);
    twice<<<20, 256>>>(heap, heap, MANY);
    OK(cudaDeviceSynchronize());
    expect("heap", heap[MANY - 1], 2 * (MANY - 1) + 1);

    OK(cudaMalloc(&plain, MANY * sizeof(int)));
    OK(cudaStreamCreate(&stream));
    OK(cudaMemcpyAsync(plain, heap, MANY * sizeof(int), cudaMemcpyHostToDevice, stream));
    twice<<<20, 256, 0, stream>>>(plain, plain, MANY);
    OK(cudaMemcpyAsync(heap, plain, MANY * sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    expect("copied", heap[MANY - 1], 4 * (MANY - 1) + 3);
    OK(cudaMemcpy2D(heap, 40, plain + 10, 40, 40, 2, cudaMemcpyDeviceToHost));
    expect("copied rows", heap[19], 4 * 29 + 3);
    OK(cudaMemcpy(heap, stack + 63, sizeof(int), cudaMemcpyDefault));
    expect("copied within the program", heap[0], 63);

    OK(cudaHostRegister(stack, sizeof stack, 0));
    twice<<<1, 64>>>(stack, stack, 64);
    OK(cudaDeviceSynchronize());
    expect("stack", stack[63], 127);
    strcpy((char *)stack, "a text on the stack");
    say<<<1, 1>>>((char *)stack);
    OK(cudaDeviceSynchronize());
    OK(cudaHostUnregister(stack));
    OK(cudaHostUnregister(heap));
    expect("heap after all", heap[0], 63);
    twice<<<1, 1>>>(heap, heap, 1);
    GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "peers") == 0) {
        peers();
    } else if (count == 2 && strcmp(arguments[1], "allocations") == 0) {
        allocations();
    } else if (count == 2 && strcmp(arguments[1], "refused") == 0) {
        refused();
    } else if (count == 2 && strcmp(arguments[1], "variables") == 0) {
        variables();
    } else if (count == 2 && strcmp(arguments[1], "together") == 0) {
        together();
    } else {
        registered();
    }
    return wrong;
}
