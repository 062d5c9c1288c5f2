/*
 * The interface of the CUDA driver (libcuda.so.1) that programs see under CDPSim. It carries each call to CDPSim's libcudart: what a call does is
 * decided in the simulator. Kept here are the contexts of threads and the texts that a linker collects, nothing else.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t word;
typedef word pointer; /* CUdeviceptr */
typedef struct { unsigned x, y, z; } dim;

enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, INVALID_DEVICE = 101, INVALID_CONTEXT = 201, FILE_NOT_FOUND = 301,
       INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_SUPPORTED = 801 };

/* ---- what CDPSim's libcudart offers -------------------------------------------------------------------------------------------------- */

extern int __cudaCdpsimCall(const char *name, const char *format, va_list values);
extern int __cudaCdpsimLoad(const void *image, word *module);
extern int __cudaCdpsimLaunch(const char *name, word function, dim grid, dim block, void **arguments, const void *packed, size_t packed_bytes,
                              size_t shared, void *stream, const void *attributes, size_t attribute_bytes);
extern int __cudaCdpsimRuntimeIsUsed(void);
extern void __cudaCdpsimInDriver(int enter);

extern int cudaGetDeviceCount(int *), cudaSetDevice(int), cudaGetDevice(int *), cudaDeviceGetAttribute(int *, int, int), cudaDeviceSynchronize(void),
    cudaDeviceReset(void), cudaDeviceGetPCIBusId(char *, int, int), cudaDeviceGetByPCIBusId(int *, const char *), cudaDeviceCanAccessPeer(int *, int, int),
    cudaDeviceEnablePeerAccess(int, unsigned), cudaDeviceDisablePeerAccess(int), cudaDeviceGetP2PAttribute(int *, int, int, int),
    cudaDriverGetVersion(int *), cudaDeviceGetLimit(size_t *, int), cudaDeviceSetLimit(int, size_t), cudaDeviceGetStreamPriorityRange(int *, int *),
    cudaDeviceGetCacheConfig(int *), cudaDeviceSetCacheConfig(int), cudaDeviceGetDefaultMemPool(void **, int), cudaGetDeviceProperties(void *, int);
extern int cudaMalloc(void **, size_t), cudaFree(void *), cudaMallocPitch(void **, size_t *, size_t, size_t), cudaMallocHost(void **, size_t),
    cudaHostAlloc(void **, size_t, unsigned), cudaFreeHost(void *), cudaMallocManaged(void **, size_t, unsigned), cudaMemGetInfo(size_t *, size_t *),
    cudaHostGetDevicePointer(void **, void *, unsigned), cudaHostGetFlags(unsigned *, void *), cudaHostRegister(void *, size_t, unsigned),
    cudaHostUnregister(void *), cudaPointerGetAttributes(void *, const void *), cudaMallocAsync(void **, size_t, void *), cudaFreeAsync(void *, void *),
    cudaMallocFromPoolAsync(void **, size_t, void *, void *);
extern int cudaMemcpy(void *, const void *, size_t, int), cudaMemcpyAsync(void *, const void *, size_t, int, void *),
    cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int), cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, int, void *),
    cudaMemset(void *, int, size_t), cudaMemsetAsync(void *, int, size_t, void *), cudaMemset2D(void *, size_t, int, size_t, size_t),
    cudaMemset2DAsync(void *, size_t, int, size_t, size_t, void *),
    cudaMemPrefetchAsync(const void *, size_t, word, unsigned, void *);
extern int cudaStreamCreateWithPriority(void **, unsigned, int), cudaStreamDestroy(void *), cudaStreamSynchronize(void *), cudaStreamQuery(void *),
    cudaStreamWaitEvent(void *, void *, unsigned), cudaStreamGetPriority(void *, int *), cudaStreamGetFlags(void *, unsigned *),
    cudaStreamGetId(void *, word *), cudaStreamGetDevice(void *, int *), cudaStreamIsCapturing(void *, int *),
    cudaStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned), cudaLaunchHostFunc(void *, void (*)(void *), void *),
    cudaEventCreateWithFlags(void **, unsigned), cudaEventRecord(void *, void *), cudaEventRecordWithFlags(void *, void *, unsigned), cudaEventQuery(void *), cudaEventSynchronize(void *),
    cudaEventElapsedTime(float *, void *, void *), cudaEventDestroy(void *);
extern int cudaFuncGetAttributes(void *, const void *), cudaFuncSetAttribute(const void *, int, int), cudaFuncSetCacheConfig(const void *, int),
    cudaFuncGetParamInfo(const void *, size_t, size_t *, size_t *), cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t),
    cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
extern const char *cudaGetErrorString(int);

static int call(const char *name, const char *format, ...) {
    va_list values;
    int error;
    va_start(values, format);
    error = __cudaCdpsimCall(name, format, values);
    va_end(values);
    return error;
}

#define POINTER(address) ((void *)(uintptr_t)(address))
#define ADDRESS(pointer) ((word)(uintptr_t)(pointer))

/* The driver has no numbers for some errors of the runtime. */
static int of_driver(int error) {
    switch (error) {
    case 9: case 12: case 20: case 21: case 26: case 27: case 1003:
        return INVALID_VALUE;
    case 13: case 98:
        return NOT_FOUND;
    case 35: case 52:
        return NOT_INITIALIZED;
    default:
        return error;
    }
}

/* ---- contexts ------------------------------------------------------------------------------------------------------------------------ */

enum { MOST_DEVICES = 64, MOST_CONTEXTS = 64 };

struct context {
    int device, is_primary, references;
    unsigned flags;
};

static struct context primary[MOST_DEVICES];
static int called_init;
static __thread struct context *stack[MOST_CONTEXTS];
static __thread int depth;

/* The runtime initializes the driver at its first call. */
static int is_initialized(void) {
    return called_init || __cudaCdpsimRuntimeIsUsed();
}

static int device_count(void) {
    int count = 0;
    __cudaCdpsimInDriver(1);
    cudaGetDeviceCount(&count);
    __cudaCdpsimInDriver(0);
    return count;
}

static int is_device(int device) {
    return device >= 0 && device < device_count() && device < MOST_DEVICES;
}

static struct context *primary_of(int device) {
    primary[device].device = device;
    primary[device].is_primary = 1;
    return &primary[device];
}

/* The context of the thread; where there is none, the one that the runtime uses, if the program uses the runtime. */
static struct context *current(void) {
    int device = 0;
    if (depth > 0) {
        return stack[depth - 1];
    }
    if (!__cudaCdpsimRuntimeIsUsed()) {
        return NULL;
    }
    cudaGetDevice(&device);
    return primary_of(device);
}

static void choose(void) {
    if (depth > 0 && stack[depth - 1] != NULL) {
        __cudaCdpsimInDriver(1);
        cudaSetDevice(stack[depth - 1]->device);
        __cudaCdpsimInDriver(0);
    }
}

static int ready(void) {
    return !is_initialized() ? NOT_INITIALIZED : current() == NULL ? INVALID_CONTEXT : SUCCESS;
}

/* The runtime's last error is none of the driver's. */
static int left(int error) {
    if (error != SUCCESS) {
        call("@restoreError", "");
    }
    __cudaCdpsimInDriver(0);
    return of_driver(error);
}

/* A call that needs the driver to be initialized, and one that needs a context. */
#define INITIALIZED(value) (!is_initialized() ? NOT_INITIALIZED : (__cudaCdpsimInDriver(1), left(value)))
#define IN_CONTEXT(value) (ready() != SUCCESS ? ready() : (__cudaCdpsimInDriver(1), left(value)))
/* Each call that names a stream is there twice: the second takes no stream for the thread's own one. */
#define STREAM_FORMS(name, suffix, parameters, value) \
    EXPORT int name parameters { enum { PER_THREAD = 0 }; return IN_CONTEXT(value); } \
    EXPORT int name##suffix parameters { enum { PER_THREAD = 1 }; return IN_CONTEXT(value); }
#define STREAM (PER_THREAD && stream == NULL ? POINTER(2) : stream)
#define DEFAULT_STREAM (PER_THREAD ? POINTER(2) : NULL)

EXPORT int cuInit(unsigned flags) {
    if (flags != 0) {
        return INVALID_VALUE;
    }
    if (device_count() == 0) {
        return 100;
    }
    called_init = 1;
    return SUCCESS;
}

EXPORT int cuDriverGetVersion(int *version) {
    if (version == NULL) {
        return INVALID_VALUE;
    }
    __cudaCdpsimInDriver(1);
    return left(cudaDriverGetVersion(version));
}

EXPORT int cuDeviceGetCount(int *count) {
    return count == NULL ? INVALID_VALUE : INITIALIZED(cudaGetDeviceCount(count));
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (device == NULL) {
        return INVALID_VALUE;
    }
    if (!is_device(ordinal)) {
        return INVALID_DEVICE;
    }
    *device = ordinal;
    return SUCCESS;
}

enum { PROPERTY_BYTES = 8192, NAME_BYTES = 256, UUID_AT = 256, MEMORY_AT = 288 };

static int properties(char *into, int device) {
    return !is_initialized() ? NOT_INITIALIZED : !is_device(device) ? INVALID_DEVICE : INITIALIZED(cudaGetDeviceProperties(into, device));
}

EXPORT int cuDeviceGetName(char *name, int length, int device) {
    char all[PROPERTY_BYTES];
    int error = name == NULL || length < 1 ? INVALID_VALUE : properties(all, device);
    if (error == SUCCESS) {
        snprintf(name, (size_t)length, "%.*s", NAME_BYTES, all);
    }
    return error;
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    char all[PROPERTY_BYTES];
    int error = bytes == NULL ? INVALID_VALUE : properties(all, device);
    if (error == SUCCESS) {
        memcpy(bytes, all + MEMORY_AT, sizeof *bytes);
    }
    return error;
}

EXPORT int cuDeviceGetUuid_v2(void *uuid, int device) {
    char all[PROPERTY_BYTES];
    int error = uuid == NULL ? INVALID_VALUE : properties(all, device);
    if (error == SUCCESS) {
        memcpy(uuid, all + UUID_AT, 16);
    }
    return error;
}

EXPORT int cuDeviceGetUuid(void *uuid, int device) {
    return cuDeviceGetUuid_v2(uuid, device);
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
    return value == NULL ? INVALID_VALUE : INITIALIZED(cudaDeviceGetAttribute(value, attribute, device));
}

EXPORT int cuDeviceComputeCapability(int *major, int *minor, int device) {
    int error = cuDeviceGetAttribute(major, 75, device);
    return error == SUCCESS ? cuDeviceGetAttribute(minor, 76, device) : error;
}

EXPORT int cuDeviceGetPCIBusId(char *id, int length, int device) {
    return INITIALIZED(cudaDeviceGetPCIBusId(id, length, device));
}

EXPORT int cuDeviceGetByPCIBusId(int *device, const char *id) {
    return INITIALIZED(cudaDeviceGetByPCIBusId(device, id));
}

EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer) {
    return INITIALIZED(cudaDeviceCanAccessPeer(can, device, peer));
}

EXPORT int cuDeviceGetP2PAttribute(int *value, int attribute, int from, int to) {
    return INITIALIZED(cudaDeviceGetP2PAttribute(value, attribute, from, to));
}

EXPORT int cuDeviceGetDefaultMemPool(void **pool, int device) {
    return INITIALIZED(cudaDeviceGetDefaultMemPool(pool, device));
}

EXPORT int cuDevicePrimaryCtxRetain(struct context **context, int device) {
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (context == NULL) {
        return INVALID_VALUE;
    }
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    *context = primary_of(device);
    (*context)->references++;
    return SUCCESS;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    if (primary[device].references == 0) {
        return INVALID_CONTEXT;
    }
    primary[device].references--;
    return SUCCESS;
}

EXPORT int cuDevicePrimaryCtxReset_v2(int device) {
    int before = 0, error;
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    __cudaCdpsimInDriver(1);
    cudaGetDevice(&before);
    cudaSetDevice(device);
    error = cudaDeviceReset();
    cudaSetDevice(before);
    return left(error);
}

EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    primary_of(device)->flags = flags;
    return SUCCESS;
}

EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    *flags = primary_of(device)->flags;
    *active = primary[device].references > 0 || __cudaCdpsimRuntimeIsUsed();
    return SUCCESS;
}

static struct context *created[MOST_CONTEXTS];
static int created_count;

/* Callers of the interface before CUDA 13 leave the second argument of the names with a version out: what is no context is the current one. */
static struct context *known(struct context *given) {
    int i;
    if (given >= primary && given < primary + MOST_DEVICES) {
        return given;
    }
    for (i = 0; i < created_count; i++) {
        if (created[i] == given) {
            return given;
        }
    }
    return current();
}

static int push(struct context *context) {
    if (depth == MOST_CONTEXTS) {
        return OUT_OF_MEMORY;
    }
    stack[depth++] = context;
    choose();
    return SUCCESS;
}

/* How to wait, mapped memory, local memory, and what CUDA 12 added. */
enum { CONTEXT_FLAGS = 0xff };

EXPORT int cuCtxCreate_v2(struct context **context, unsigned flags, int device) {
    struct context *fresh;
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (context == NULL) {
        return INVALID_VALUE;
    }
    if (!is_device(device)) {
        return INVALID_DEVICE;
    }
    if ((flags & ~(unsigned)CONTEXT_FLAGS) != 0) {
        return INVALID_VALUE;
    }
    fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return OUT_OF_MEMORY;
    }
    fresh->device = device;
    fresh->flags = flags;
    *context = fresh;
    if (created_count < MOST_CONTEXTS) {
        created[created_count++] = fresh;
    }
    return push(fresh);
}

EXPORT int cuCtxCreate_v3(struct context **context, void *affinity, int count, unsigned flags, int device) {
    (void)affinity, (void)count;
    return cuCtxCreate_v2(context, flags, device);
}

EXPORT int cuCtxCreate_v4(struct context **context, void *parameters, unsigned flags, int device) {
    (void)parameters;
    return cuCtxCreate_v2(context, flags, device);
}

/* A context that other threads may still name is not given back. Its device ends its work and writes what was printed (PRNT-2). */
EXPORT int cuCtxDestroy_v2(struct context *context) {
    int before = 0;
    if (context == NULL || context->is_primary) {
        return INVALID_CONTEXT;
    }
    __cudaCdpsimInDriver(1);
    cudaGetDevice(&before);
    cudaSetDevice(context->device);
    cudaDeviceSynchronize();
    cudaSetDevice(before);
    __cudaCdpsimInDriver(0);
    if (depth > 0 && stack[depth - 1] == context) {
        depth--;
        choose();
    }
    return SUCCESS;
}

EXPORT int cuCtxPushCurrent_v2(struct context *context) {
    return !is_initialized() ? NOT_INITIALIZED : context == NULL ? INVALID_CONTEXT : push(context);
}

EXPORT int cuCtxPopCurrent_v2(struct context **context) {
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (depth == 0) {
        return INVALID_CONTEXT;
    }
    depth--;
    if (context != NULL) {
        *context = stack[depth];
    }
    choose();
    return SUCCESS;
}

EXPORT int cuCtxSetCurrent(struct context *context) {
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (depth > 0) {
        depth--;
    }
    return context == NULL ? SUCCESS : push(context);
}

EXPORT int cuCtxGetCurrent(struct context **context) {
    if (!is_initialized()) {
        return NOT_INITIALIZED;
    }
    if (context == NULL) {
        return INVALID_VALUE;
    }
    *context = current();
    return SUCCESS;
}

EXPORT int cuCtxGetDevice(int *device) {
    int error = ready();
    if (error == SUCCESS) {
        *device = current()->device;
    }
    return error;
}

EXPORT int cuCtxGetDevice_v2(int *device, struct context *context) {
    struct context *of = is_initialized() ? known(context) : NULL;
    if (of == NULL) {
        return is_initialized() ? INVALID_CONTEXT : NOT_INITIALIZED;
    }
    *device = of->device;
    return SUCCESS;
}

EXPORT int cuCtxGetFlags(unsigned *flags) {
    int error = ready();
    if (error == SUCCESS) {
        *flags = current()->flags;
    }
    return error;
}

EXPORT int cuCtxGetApiVersion(struct context *context, unsigned *version) {
    (void)context;
    *version = 3020;
    return SUCCESS;
}

EXPORT int cuCtxGetId(struct context *context, unsigned long long *id) {
    struct context *of = context == NULL ? current() : context;
    if (of == NULL) {
        return INVALID_CONTEXT;
    }
    *id = ADDRESS(of);
    return SUCCESS;
}

EXPORT int cuCtxSynchronize(void) {
    return IN_CONTEXT(cudaDeviceSynchronize());
}

EXPORT int cuCtxSynchronize_v2(struct context *context) {
    int before = 0, error;
    struct context *of = is_initialized() ? known(context) : NULL;
    if (of == NULL) {
        return is_initialized() ? INVALID_CONTEXT : NOT_INITIALIZED;
    }
    __cudaCdpsimInDriver(1);
    cudaGetDevice(&before);
    cudaSetDevice(of->device);
    error = cudaDeviceSynchronize();
    cudaSetDevice(before);
    return left(error);
}

EXPORT int cuCtxGetLimit(size_t *value, int limit) {
    return IN_CONTEXT(cudaDeviceGetLimit(value, limit));
}

EXPORT int cuCtxSetLimit(int limit, size_t value) {
    return IN_CONTEXT(cudaDeviceSetLimit(limit, value));
}

EXPORT int cuCtxGetCacheConfig(int *preference) {
    return IN_CONTEXT(cudaDeviceGetCacheConfig(preference));
}

EXPORT int cuCtxSetCacheConfig(int preference) {
    return IN_CONTEXT(cudaDeviceSetCacheConfig(preference));
}

EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    return IN_CONTEXT(cudaDeviceGetStreamPriorityRange(least, greatest));
}

EXPORT int cuCtxEnablePeerAccess(struct context *peer, unsigned flags) {
    return peer == NULL ? INVALID_CONTEXT : IN_CONTEXT(cudaDeviceEnablePeerAccess(peer->device, flags));
}

EXPORT int cuCtxDisablePeerAccess(struct context *peer) {
    return peer == NULL ? INVALID_CONTEXT : IN_CONTEXT(cudaDeviceDisablePeerAccess(peer->device));
}

/* ---- modules and libraries ----------------------------------------------------------------------------------------------------------- */

static int load(const void *image, word *module) {
    int error = ready();
    if (error == SUCCESS) {
        __cudaCdpsimInDriver(1);
        error = left(image == NULL || module == NULL ? INVALID_VALUE : __cudaCdpsimLoad(image, module));
    }
    return error;
}

static char *contents(const char *path) {
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    char *all = NULL;
    long size;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0
        && (all = calloc(1, (size_t)size + 16)) != NULL && fread(all, 1, (size_t)size, file) != (size_t)size) {
        free(all);
        all = NULL;
    }
    fclose(file);
    return all;
}

EXPORT int cuModuleLoadData(word *module, const void *image) {
    return load(image, module);
}

enum { ERROR_LOG = 5, ERROR_LOG_BYTES = 6 };

/* Puts why an image was refused into the program's buffer, as far as it fits, and how much that is in place of the buffer's size. */
static void report_refusal(unsigned count, int *options, void **values) {
    char *log = NULL, *text = NULL;
    void **bytes = NULL;
    word size = 0;
    unsigned i;
    for (i = 0; options != NULL && values != NULL && i < count; i++) {
        log = options[i] == ERROR_LOG ? values[i] : log;
        bytes = options[i] == ERROR_LOG_BYTES ? &values[i] : bytes;
    }
    if (log == NULL || bytes == NULL || (word)(uintptr_t)*bytes == 0 || call("@imageLog", ">T", &text, &size) != SUCCESS || text == NULL) {
        return;
    }
    size = size < (word)(uintptr_t)*bytes ? size : (word)(uintptr_t)*bytes - 1;
    memcpy(log, text, size);
    log[size] = 0;
    *bytes = (void *)(uintptr_t)size;
    free(text);
}

EXPORT int cuModuleLoadDataEx(word *module, const void *image, unsigned count, int *options, void **values) {
    enum { INVALID_IMAGE = 200, NO_BINARY = 209, INVALID_PTX = 218, UNSUPPORTED_VERSION = 222 };
    int error = load(image, module);
    if (error == INVALID_IMAGE || error == NO_BINARY || error == INVALID_PTX || error == UNSUPPORTED_VERSION) {
        report_refusal(count, options, values);
    }
    return error;
}

EXPORT int cuModuleLoadFatBinary(word *module, const void *image) {
    return load(image, module);
}

EXPORT int cuModuleLoad(word *module, const char *path) {
    char *image;
    int error = ready();
    if (error != SUCCESS) {
        return error;
    }
    image = contents(path);
    if (image == NULL) {
        return FILE_NOT_FOUND;
    }
    error = load(image, module);
    free(image);
    return error;
}

EXPORT int cuModuleUnload(word module) {
    return IN_CONTEXT(call("@unload", "q", module));
}

EXPORT int cuModuleGetFunction(word *function, word module, const char *name) {
    return function == NULL || name == NULL ? INVALID_VALUE : module == 0 ? INVALID_HANDLE : IN_CONTEXT(call("@kernel", "qs>Q", module, name, function));
}

EXPORT int cuModuleGetGlobal_v2(pointer *address, size_t *bytes, word module, const char *name) {
    word at = 0, size = 0;
    int error = name == NULL ? INVALID_VALUE : IN_CONTEXT(call("@global", "qs>QQ", module, name, &at, &size));
    if (error == SUCCESS && address != NULL) {
        *address = at;
    }
    if (error == SUCCESS && bytes != NULL) {
        *bytes = size;
    }
    return error;
}

EXPORT int cuModuleGetLoadingMode(int *mode) {
    *mode = 2;
    return SUCCESS;
}

EXPORT int cuLibraryLoadData(word *library, const void *image, int *options, void **values, unsigned count, int *library_options,
                             void **library_values, unsigned library_count) {
    (void)options, (void)values, (void)count, (void)library_options, (void)library_values, (void)library_count;
    return load(image, library);
}

EXPORT int cuLibraryLoadFromFile(word *library, const char *path, int *options, void **values, unsigned count, int *library_options,
                                 void **library_values, unsigned library_count) {
    (void)options, (void)values, (void)count, (void)library_options, (void)library_values, (void)library_count;
    return cuModuleLoad(library, path);
}

EXPORT int cuLibraryUnload(word library) {
    return cuModuleUnload(library);
}

EXPORT int cuLibraryGetKernel(word *kernel, word library, const char *name) {
    return cuModuleGetFunction(kernel, library, name);
}

EXPORT int cuLibraryGetModule(word *module, word library) {
    *module = library;
    return SUCCESS;
}

EXPORT int cuLibraryGetGlobal(pointer *address, size_t *bytes, word library, const char *name) {
    return cuModuleGetGlobal_v2(address, bytes, library, name);
}

EXPORT int cuKernelGetFunction(word *function, word kernel) {
    *function = kernel;
    return SUCCESS;
}

/* What a linker has collected: a mark, the size of all, then each text behind its size. CDPSim's loader knows it. */
struct linker {
    char *image;
    word bytes;
};

static const char LINKED[8] = "CDPSIMLK";

EXPORT int cuLinkCreate_v2(unsigned count, int *options, void **values, struct linker **linker) {
    (void)count, (void)options, (void)values;
    if (ready() != SUCCESS) {
        return ready();
    }
    *linker = calloc(1, sizeof **linker);
    if (*linker == NULL || ((*linker)->image = calloc(1, 16)) == NULL) {
        return OUT_OF_MEMORY;
    }
    (*linker)->bytes = 16;
    return SUCCESS;
}

enum { OF_PTX = 1, OF_LIBRARY = 4 };

EXPORT int cuLinkAddData_v2(struct linker *linker, int kind, void *data, size_t size, const char *name, unsigned count, int *options,
                            void **values) {
    char *larger;
    word bytes = size;
    (void)name, (void)count, (void)options, (void)values;
    /* The library of device launches is the simulator's own. */
    if (kind == OF_LIBRARY) {
        return SUCCESS;
    }
    if (linker == NULL || data == NULL) {
        return INVALID_VALUE;
    }
    if (kind != OF_PTX) {
        return NOT_SUPPORTED;
    }
    larger = realloc(linker->image, linker->bytes + 8 + size);
    if (larger == NULL) {
        return OUT_OF_MEMORY;
    }
    memcpy(larger + linker->bytes, &bytes, 8);
    memcpy(larger + linker->bytes + 8, data, size);
    linker->image = larger;
    linker->bytes += 8 + size;
    return SUCCESS;
}

EXPORT int cuLinkAddFile_v2(struct linker *linker, int kind, const char *path, unsigned count, int *options, void **values) {
    char *text;
    int error;
    if (kind == OF_LIBRARY) {
        return SUCCESS;
    }
    text = contents(path);
    if (text == NULL) {
        return FILE_NOT_FOUND;
    }
    error = cuLinkAddData_v2(linker, kind, text, strlen(text) + 1, path, count, options, values);
    free(text);
    return error;
}

EXPORT int cuLinkComplete(struct linker *linker, void **image, size_t *bytes) {
    word module = 0;
    int error;
    if (linker == NULL || image == NULL) {
        return INVALID_VALUE;
    }
    memcpy(linker->image, LINKED, 8);
    memcpy(linker->image + 8, &linker->bytes, 8);
    *image = linker->image;
    if (bytes != NULL) {
        *bytes = linker->bytes;
    }
    /* Errors in the texts show here. */
    error = load(linker->image, &module);
    return error == SUCCESS ? cuModuleUnload(module) : error;
}

EXPORT int cuLinkDestroy(struct linker *linker) {
    if (linker != NULL) {
        free(linker->image);
        free(linker);
    }
    return SUCCESS;
}

/* ---- interprocess handles ------------------------------------------------------------------------------------------------------------ */

struct ipc_handle { char bytes[64]; };

extern int cudaIpcGetMemHandle(struct ipc_handle *, void *), cudaIpcOpenMemHandle(void **, struct ipc_handle, unsigned), cudaIpcCloseMemHandle(void *),
    cudaIpcGetEventHandle(struct ipc_handle *, void *), cudaIpcOpenEventHandle(void **, struct ipc_handle);

EXPORT int cuIpcGetMemHandle(struct ipc_handle *handle, pointer address) {
    return IN_CONTEXT(cudaIpcGetMemHandle(handle, POINTER(address)));
}

EXPORT int cuIpcOpenMemHandle_v2(pointer *address, struct ipc_handle handle, unsigned flags) {
    return address == NULL ? INVALID_VALUE : IN_CONTEXT(cudaIpcOpenMemHandle((void **)address, handle, flags));
}

EXPORT int cuIpcOpenMemHandle(pointer *address, struct ipc_handle handle, unsigned flags) {
    return cuIpcOpenMemHandle_v2(address, handle, flags);
}

EXPORT int cuIpcCloseMemHandle(pointer address) {
    return IN_CONTEXT(cudaIpcCloseMemHandle(POINTER(address)));
}

EXPORT int cuIpcGetEventHandle(struct ipc_handle *handle, void *event) {
    return IN_CONTEXT(cudaIpcGetEventHandle(handle, event));
}

EXPORT int cuIpcOpenEventHandle(void **event, struct ipc_handle handle) {
    return event == NULL ? INVALID_VALUE : IN_CONTEXT(cudaIpcOpenEventHandle(event, handle));
}

/* ---- functions and launches ---------------------------------------------------------------------------------------------------------- */

struct function_attributes { size_t shared, constant, local; int threads, registers, ptx, binary, cache, dynamic, carveout, rest[64]; };

EXPORT int cuFuncGetAttribute(int *value, int attribute, word function) {
    struct function_attributes all;
    int error = value == NULL ? INVALID_VALUE : IN_CONTEXT(cudaFuncGetAttributes(&all, POINTER(function)));
    if (error != SUCCESS) {
        return error == NOT_FOUND ? INVALID_HANDLE : error;
    }
    switch (attribute) {
    case 0: *value = all.threads; break;
    case 1: *value = (int)all.shared; break;
    case 2: *value = (int)all.constant; break;
    case 3: *value = (int)all.local; break;
    case 4: *value = all.registers; break;
    case 5: *value = all.ptx; break;
    case 6: *value = all.binary; break;
    case 7: *value = all.cache; break;
    case 8: *value = all.dynamic; break;
    case 9: *value = all.carveout; break;
    default: return INVALID_VALUE;
    }
    return SUCCESS;
}

extern int cudaFuncGetName(const char **, const void *), cudaCtxResetPersistingL2Cache(void), cudaStreamGetAttribute(void *, int, void *),
    cudaStreamSetAttribute(void *, int, const void *), cudaStreamCopyAttributes(void *, void *);

EXPORT int cuFuncGetName(const char **name, word function) {
    return IN_CONTEXT(cudaFuncGetName(name, POINTER(function)));
}

EXPORT int cuFuncGetModule(word *module, word function) {
    return IN_CONTEXT(call("@moduleOf", "q>Q", function, module));
}

EXPORT int cuKernelGetName(const char **name, word kernel) {
    return cuFuncGetName(name, kernel);
}

EXPORT int cuCtxResetPersistingL2Cache(void) {
    return IN_CONTEXT(cudaCtxResetPersistingL2Cache());
}

EXPORT int cuStreamGetAttribute(void *stream, int attribute, void *value) {
    return IN_CONTEXT(cudaStreamGetAttribute(stream, attribute, value));
}

EXPORT int cuStreamSetAttribute(void *stream, int attribute, const void *value) {
    return IN_CONTEXT(cudaStreamSetAttribute(stream, attribute, value));
}

EXPORT int cuStreamCopyAttributes(void *to, void *from) {
    return IN_CONTEXT(cudaStreamCopyAttributes(to, from));
}

/* A value is written in the order of the stream. */
static int write_value(void *stream, pointer address, word value, size_t bytes) {
    return address % bytes != 0 ? INVALID_VALUE : IN_CONTEXT(cudaMemcpyAsync(POINTER(address), &value, bytes, 1, stream));
}

/* A place is a structure of 8 bytes, its type first; the first form has the number of a device, or -1 for the host. */
static word prefetched_to(int device) {
    enum { ON_DEVICE = 1, ON_HOST = 2 };
    return device == -1 ? ON_HOST : (word)(unsigned)device << 32 | ON_DEVICE;
}

STREAM_FORMS(cuMemPrefetchAsync, _ptsz, (pointer address, size_t bytes, int device, void *stream),
             cudaMemPrefetchAsync(POINTER(address), bytes, prefetched_to(device), 0, STREAM))
STREAM_FORMS(cuMemPrefetchAsync_v2, _ptsz, (pointer address, size_t bytes, word place, unsigned flags, void *stream),
             cudaMemPrefetchAsync(POINTER(address), bytes, place, flags, STREAM))

EXPORT int cuStreamWriteValue32_v2(void *stream, pointer address, unsigned value, unsigned flags) {
    (void)flags;
    return write_value(stream, address, value, sizeof value);
}

EXPORT int cuStreamWriteValue64_v2(void *stream, pointer address, word value, unsigned flags) {
    (void)flags;
    return write_value(stream, address, value, sizeof value);
}

EXPORT int cuStreamWriteValue32(void *stream, pointer address, unsigned value, unsigned flags) {
    return cuStreamWriteValue32_v2(stream, address, value, flags);
}

EXPORT int cuStreamWriteValue64(void *stream, pointer address, word value, unsigned flags) {
    return cuStreamWriteValue64_v2(stream, address, value, flags);
}

EXPORT int cuFuncSetAttribute(word function, int attribute, int value) {
    return IN_CONTEXT(cudaFuncSetAttribute(POINTER(function), attribute, value));
}

EXPORT int cuKernelGetAttribute(int *value, int attribute, word kernel, int device) {
    (void)device;
    return cuFuncGetAttribute(value, attribute, kernel);
}

EXPORT int cuKernelSetAttribute(int attribute, int value, word kernel, int device) {
    (void)device;
    return cuFuncSetAttribute(kernel, attribute, value);
}

EXPORT int cuFuncSetCacheConfig(word function, int preference) {
    return IN_CONTEXT(cudaFuncSetCacheConfig(POINTER(function), preference));
}

EXPORT int cuFuncSetSharedMemConfig(word function, int config) {
    (void)function, (void)config;
    return ready();
}

EXPORT int cuFuncGetParamInfo(word function, size_t index, size_t *offset, size_t *bytes) {
    size_t unused;
    return IN_CONTEXT(cudaFuncGetParamInfo(POINTER(function), index, offset, bytes == NULL ? &unused : bytes));
}

EXPORT int cuKernelGetParamInfo(word kernel, size_t index, size_t *offset, size_t *bytes) {
    return cuFuncGetParamInfo(kernel, index, offset, bytes);
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, word function, int threads, size_t shared, unsigned flags) {
    (void)flags;
    return IN_CONTEXT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, POINTER(function), threads, shared));
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, word function, int threads, size_t shared) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

EXPORT int cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, word function, int blocks, int threads) {
    return IN_CONTEXT(cudaOccupancyAvailableDynamicSMemPerBlock(bytes, POINTER(function), blocks, threads));
}

/* The block size with the most resident threads, the largest of equals, as the runtime's header computes it. */
EXPORT int cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, word function, size_t (*shared_of)(int), size_t shared, int limit,
                                                     unsigned flags) {
    int device = 0, most = 0, sms = 0, bound = 0, best = 0, threads, error;
    error = cuCtxGetDevice(&device);
    if (error != SUCCESS || (error = cuDeviceGetAttribute(&most, 1, device)) != SUCCESS
        || (error = cuDeviceGetAttribute(&sms, 16, device)) != SUCCESS || (error = cuFuncGetAttribute(&bound, 0, function)) != SUCCESS) {
        return error;
    }
    most = bound < most ? bound : most;
    most = limit > 0 && limit < most ? limit : most;
    *grid = *block = 0;
    for (threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
        int now = threads < most ? threads : most;
        int blocks = 0;
        error = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, now, shared_of == NULL ? shared : shared_of(now), flags);
        if (error != SUCCESS) {
            return error;
        }
        if (blocks * now > best) {
            best = blocks * now;
            *block = now;
            *grid = blocks * sms;
        }
    }
    return SUCCESS;
}

EXPORT int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, word function, size_t (*shared_of)(int), size_t shared, int limit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared_of, shared, limit, 0);
}

enum { BUFFER = 1, BUFFER_BYTES = 2 };

static int launch_with(const char *name, word function, dim grid, dim block, unsigned shared, void *stream, void **arguments, void **extra,
                       const void *attributes, size_t attribute_bytes) {
    const void *packed = NULL;
    size_t bytes = 0;
    for (; extra != NULL && extra[0] != NULL; extra += 2) {
        if (ADDRESS(extra[0]) == BUFFER) {
            packed = extra[1];
        } else if (ADDRESS(extra[0]) == BUFFER_BYTES) {
            bytes = *(size_t *)extra[1];
        }
    }
    if (function == 0) {
        return INVALID_HANDLE;
    }
    return arguments != NULL && packed != NULL
        ? INVALID_VALUE
        : __cudaCdpsimLaunch(name, function, grid, block, arguments, packed, bytes, shared, stream, attributes, attribute_bytes);
}

static int launch(const char *name, word function, dim grid, dim block, unsigned shared, void *stream, void **arguments, void **extra) {
    return launch_with(name, function, grid, block, shared, stream, arguments, extra, NULL, 0);
}

#define DIM(x, y, z) ((dim){x, y, z})

STREAM_FORMS(cuLaunchKernel, _ptsz,
             (word function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
              void **arguments, void **extra),
             launch("cudaLaunchKernelExC", function, DIM(gx, gy, gz), DIM(bx, by, bz), shared, STREAM, arguments, extra))
STREAM_FORMS(cuLaunchCooperativeKernel, _ptsz,
             (word function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
              void **arguments),
             launch("cudaLaunchCooperativeKernel", function, DIM(gx, gy, gz), DIM(bx, by, bz), shared, STREAM, arguments, NULL))

enum { ATTRIBUTE_BYTES = 72 };

struct configuration { dim grid, block; unsigned shared; void *stream; void *attributes; unsigned count; };

STREAM_FORMS(cuLaunchKernelEx, _ptsz, (const struct configuration *with, word function, void **arguments, void **extra),
             launch_with("cudaLaunchKernelExC", function, with->grid, with->block, with->shared,
                         PER_THREAD && with->stream == NULL ? POINTER(2) : with->stream, arguments, extra, with->attributes,
                         (size_t)with->count * ATTRIBUTE_BYTES))
STREAM_FORMS(cuLaunchHostFunc, _ptsz, (void *stream, void (*function)(void *), void *data), cudaLaunchHostFunc(STREAM, function, data))

/* ---- virtual memory ------------------------------------------------------------------------------------------------------------------ */

struct memory_location { int kind, id; };
struct memory_properties { int kind, handle_kinds; struct memory_location place; void *attributes; unsigned char flags[8]; };
struct memory_access { struct memory_location place; int flags; };

enum { PINNED_MEMORY = 1, ON_DEVICE = 1 };

EXPORT int cuMemGetAllocationGranularity(size_t *granularity, const struct memory_properties *of, int option) {
    word bytes = 0;
    int error = granularity == NULL || of == NULL || option < 0 || option > 1 ? INVALID_VALUE : IN_CONTEXT(call("@vmGranularity", ">Q", &bytes));
    if (error == SUCCESS) {
        *granularity = bytes;
    }
    return error;
}

EXPORT int cuMemAddressReserve(pointer *address, size_t bytes, size_t alignment, pointer wanted, word flags) {
    (void)wanted; /* a hint */
    return address == NULL || flags != 0 ? INVALID_VALUE : IN_CONTEXT(call("@vmReserve", "qq>Q", (word)bytes, (word)alignment, address));
}

EXPORT int cuMemAddressFree(pointer address, size_t bytes) {
    return IN_CONTEXT(call("@vmFree", "qq", address, (word)bytes));
}

EXPORT int cuMemCreate(word *handle, size_t bytes, const struct memory_properties *of, word flags) {
    if (handle == NULL || of == NULL || flags != 0 || of->kind != PINNED_MEMORY) {
        return INVALID_VALUE;
    }
    return of->place.kind != ON_DEVICE || of->handle_kinds != 0
        ? IN_CONTEXT(call("memory of the host, or for other processes, from cuMemCreate", ""))
        : IN_CONTEXT(call("@vmCreate", "qw>Q", (word)bytes, of->place.id, handle));
}

EXPORT int cuMemRelease(word handle) {
    return IN_CONTEXT(call("@vmRelease", "q", handle));
}

EXPORT int cuMemMap(pointer address, size_t bytes, size_t offset, word handle, word flags) {
    return flags != 0 ? INVALID_VALUE : IN_CONTEXT(call("@vmMap", "qqqq", address, (word)bytes, (word)offset, handle));
}

EXPORT int cuMemUnmap(pointer address, size_t bytes) {
    return IN_CONTEXT(call("@vmUnmap", "qq", address, (word)bytes));
}

EXPORT int cuMemSetAccess(pointer address, size_t bytes, const struct memory_access *accesses, size_t count) {
    size_t i;
    int error = accesses == NULL || count == 0 ? INVALID_VALUE : SUCCESS;
    for (i = 0; i < count && error == SUCCESS; i++) {
        error = accesses[i].place.kind != ON_DEVICE ? INVALID_VALUE
                                                    : IN_CONTEXT(call("@vmSetAccess", "qqw", address, (word)bytes, accesses[i].flags));
    }
    return error;
}

EXPORT int cuMemGetAccess(word *flags, const struct memory_location *place, pointer address) {
    return flags == NULL || place == NULL ? INVALID_VALUE : IN_CONTEXT(call("@vmAccess", "q>Q", address, flags));
}

EXPORT int cuMemRetainAllocationHandle(word *handle, void *address) {
    return handle == NULL ? INVALID_VALUE : IN_CONTEXT(call("@vmHandle", "q>Q", ADDRESS(address), handle));
}

EXPORT int cuMemGetAllocationPropertiesFromHandle(struct memory_properties *into, word handle) {
    word device = 0;
    int error = into == NULL ? INVALID_VALUE : IN_CONTEXT(call("@vmDevice", "q>Q", handle, &device));
    if (error == SUCCESS) {
        *into = (struct memory_properties){.kind = PINNED_MEMORY, .place = {ON_DEVICE, (int)device}};
    }
    return error;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------------------- */

EXPORT int cuMemAlloc_v2(pointer *address, size_t bytes) {
    return address == NULL || bytes == 0 ? (ready() != SUCCESS ? ready() : INVALID_VALUE) : IN_CONTEXT(cudaMalloc((void **)address, bytes));
}

EXPORT int cuMemAllocPitch_v2(pointer *address, size_t *pitch, size_t width, size_t height, unsigned element) {
    (void)element;
    return IN_CONTEXT(cudaMallocPitch((void **)address, pitch, width, height));
}

EXPORT int cuMemFree_v2(pointer address) {
    return IN_CONTEXT(cudaFree(POINTER(address)));
}

EXPORT int cuMemAllocHost_v2(void **address, size_t bytes) {
    return IN_CONTEXT(cudaMallocHost(address, bytes));
}

EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
    return IN_CONTEXT(cudaHostAlloc(address, bytes, flags));
}

EXPORT int cuMemFreeHost(void *address) {
    return IN_CONTEXT(cudaFreeHost(address));
}

EXPORT int cuMemAllocManaged(pointer *address, size_t bytes, unsigned flags) {
    return IN_CONTEXT(cudaMallocManaged((void **)address, bytes, flags));
}

EXPORT int cuMemHostGetDevicePointer_v2(pointer *device, void *host, unsigned flags) {
    return IN_CONTEXT(cudaHostGetDevicePointer((void **)device, host, flags));
}

EXPORT int cuMemHostGetFlags(unsigned *flags, void *host) {
    return IN_CONTEXT(cudaHostGetFlags(flags, host));
}

EXPORT int cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
    return IN_CONTEXT(cudaHostRegister(address, bytes, flags));
}

EXPORT int cuMemHostUnregister(void *address) {
    return IN_CONTEXT(cudaHostUnregister(address));
}

EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
    return IN_CONTEXT(cudaMemGetInfo(free_bytes, total));
}

EXPORT int cuMemGetAddressRange_v2(pointer *base, size_t *bytes, pointer address) {
    word at = 0, size = 0;
    word number, pool;
    int error = IN_CONTEXT(call("@range", "q>QQQQ", address, &at, &size, &number, &pool));
    if (error == INVALID_VALUE) {
        return NOT_FOUND;
    }
    if (error == SUCCESS && base != NULL) {
        *base = at;
    }
    if (error == SUCCESS && bytes != NULL) {
        *bytes = size;
    }
    return error;
}

STREAM_FORMS(cuMemAllocAsync, _ptsz, (pointer *address, size_t bytes, void *stream), cudaMallocAsync((void **)address, bytes, STREAM))
STREAM_FORMS(cuMemAllocFromPoolAsync, _ptsz, (pointer *address, size_t bytes, void *pool, void *stream),
             cudaMallocFromPoolAsync((void **)address, bytes, pool, STREAM))
STREAM_FORMS(cuMemFreeAsync, _ptsz, (pointer address, void *stream), cudaFreeAsync(POINTER(address), STREAM))

enum { TO_DEVICE = 1, TO_HOST = 2, WITHIN_DEVICE = 3, ANY_KIND = 4 };

static int copied(void *to, const void *from, size_t bytes, int kind, void *stream, int is_async) {
    return is_async ? cudaMemcpyAsync(to, from, bytes, kind, stream)
                    : stream == NULL ? cudaMemcpy(to, from, bytes, kind) : (cudaMemcpyAsync(to, from, bytes, kind, stream), cudaStreamSynchronize(stream));
}

STREAM_FORMS(cuMemcpyHtoD_v2, _ptds, (pointer to, const void *from, size_t bytes), copied(POINTER(to), from, bytes, TO_DEVICE, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpyDtoH_v2, _ptds, (void *to, pointer from, size_t bytes), copied(to, POINTER(from), bytes, TO_HOST, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpyDtoD_v2, _ptds, (pointer to, pointer from, size_t bytes),
             copied(POINTER(to), POINTER(from), bytes, WITHIN_DEVICE, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpy, _ptds, (pointer to, pointer from, size_t bytes), copied(POINTER(to), POINTER(from), bytes, ANY_KIND, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpyHtoDAsync_v2, _ptsz, (pointer to, const void *from, size_t bytes, void *stream),
             copied(POINTER(to), from, bytes, TO_DEVICE, STREAM, 1))
STREAM_FORMS(cuMemcpyDtoHAsync_v2, _ptsz, (void *to, pointer from, size_t bytes, void *stream), copied(to, POINTER(from), bytes, TO_HOST, STREAM, 1))
STREAM_FORMS(cuMemcpyDtoDAsync_v2, _ptsz, (pointer to, pointer from, size_t bytes, void *stream),
             copied(POINTER(to), POINTER(from), bytes, WITHIN_DEVICE, STREAM, 1))
STREAM_FORMS(cuMemcpyAsync, _ptsz, (pointer to, pointer from, size_t bytes, void *stream),
             copied(POINTER(to), POINTER(from), bytes, ANY_KIND, STREAM, 1))
STREAM_FORMS(cuMemcpyPeer, _ptds, (pointer to, struct context *to_context, pointer from, struct context *from_context, size_t bytes),
             ((void)to_context, (void)from_context, copied(POINTER(to), POINTER(from), bytes, ANY_KIND, DEFAULT_STREAM, 0)))

enum { IN_HOST = 1, IN_DEVICE = 2, IN_ARRAY = 3, UNIFIED = 4 };

struct side { size_t x, y; int kind; void *host; pointer device; void *array; size_t pitch; };
struct rectangle { struct side from, to; size_t width, height; };

static char *place(const struct side *side) {
    char *base = side->kind == IN_HOST ? side->host : POINTER(side->device);
    return base + side->y * side->pitch + side->x;
}

/* ---- arrays, textures and surfaces --------------------------------------------------------------------------------------------------- */

struct channels { int bits[4], kind; };
struct size3 { size_t width, height, depth; };
struct pitched3 { void *pointer; size_t pitch, width, height; };
struct box3 { void *from_array; struct size3 from_place; struct pitched3 from; void *to_array; struct size3 to_place; struct pitched3 to; struct size3 size; int kind; };
struct array_description { size_t width, height; int format; unsigned channels; };
struct array3_description { size_t width, height, depth; int format; unsigned channels, flags; };
struct side3 { size_t x, y, z, level; int kind; void *host; pointer device; void *array, *reserved; size_t pitch, height; };
struct box_copy { struct side3 from, to; size_t width, height, depth; };
union driver_memory { void *array; struct { pointer at; int format; unsigned channels; size_t bytes_or_width, height, pitch; } linear; int all[32]; };
struct driver_resource { int type; union driver_memory of; unsigned flags; };
union runtime_memory { void *array; struct { pointer at; struct channels format; size_t bytes_or_width, height, pitch; } linear; int all[32]; };
struct runtime_resource { int type; union runtime_memory of; unsigned flags; };
struct driver_sampling { int address[3], filter; unsigned flags, anisotropy; int mipmap_filter; float bias, least, most, border[4]; int reserved[12]; };
struct runtime_sampling { int address[3], filter, read, is_srgb; float border[4]; int is_normalized; unsigned anisotropy; int mipmap_filter; float bias, least, most; int no_trilinear, is_seamless; };

extern int cudaMalloc3DArray(void **, const void *, struct size3, unsigned), cudaFreeArray(void *), cudaArrayGetInfo(void *, struct size3 *, unsigned *, void *),
    cudaMallocMipmappedArray(void **, const void *, struct size3, unsigned, unsigned), cudaFreeMipmappedArray(void *),
    cudaGetMipmappedArrayLevel(void **, const void *, unsigned), cudaMemcpy3D(const void *), cudaMemcpy3DAsync(const void *, void *),
    cudaCreateTextureObject(word *, const void *, const void *, const void *), cudaDestroyTextureObject(word), cudaCreateSurfaceObject(word *, const void *),
    cudaDestroySurfaceObject(word), cudaGetTextureObjectResourceDesc(void *, word), cudaGetTextureObjectTextureDesc(void *, word),
    cudaGetTextureObjectResourceViewDesc(void *, word), cudaGetSurfaceObjectResourceDesc(void *, word), cudaGetChannelDesc(void *, const void *);

enum { SIGNED_TEXEL = 0, UNSIGNED_TEXEL = 1, FLOAT_TEXEL = 2, READ_AS_INTEGER = 1, NORMALIZED = 2, SRGB = 0x10, NO_TRILINEAR = 0x20, SEAMLESS = 0x40 };

/* A format of the driver as the runtime describes it; 0 bits if it is none of the integers and floats. */
static struct channels channels_of(int format, unsigned count) {
    struct channels made = {{0, 0, 0, 0}, format >= 0x10 ? FLOAT_TEXEL : format >= 8 ? SIGNED_TEXEL : UNSIGNED_TEXEL};
    static const int by_format[] = {0, 8, 16, 32, 0, 0, 0, 0, 8, 16, 32};
    int bits = format == 0x10 ? 16 : format == 0x20 ? 32 : format > 0 && format <= 10 ? by_format[format] : 0;
    unsigned i;
    for (i = 0; i < count && i < 4; i++) {
        made.bits[i] = bits;
    }
    return made;
}

static int format_of(const struct channels *made, unsigned *count) {
    int bits = made->bits[0], size = bits == 8 ? 1 : bits == 16 ? 2 : 3;
    for (*count = 0; *count < 4 && made->bits[*count] != 0; ++*count) {
    }
    return made->kind == FLOAT_TEXEL ? (bits == 16 ? 0x10 : 0x20) : made->kind == SIGNED_TEXEL ? 7 + size : size;
}

static int create_array(void **array, const struct array3_description *description, int levels) {
    struct channels format;
    struct size3 size;
    if (array == NULL || description == NULL) {
        return INVALID_VALUE;
    }
    format = channels_of(description->format, description->channels);
    if (format.bits[0] == 0) {
        return description->format == 0 ? INVALID_VALUE : call("arrays of formats for video, compressed blocks or graphics", "");
    }
    size = (struct size3){description->width, description->height, description->depth};
    return levels > 0 ? cudaMallocMipmappedArray(array, &format, size, (unsigned)levels, description->flags)
                      : cudaMalloc3DArray(array, &format, size, description->flags);
}

EXPORT int cuArray3DCreate_v2(void **array, const struct array3_description *description) {
    return of_driver(create_array(array, description, 0));
}

EXPORT int cuArrayCreate_v2(void **array, const struct array_description *description) {
    struct array3_description all;
    if (description == NULL) {
        return INVALID_VALUE;
    }
    all = (struct array3_description){description->width, description->height, 0, description->format, description->channels, 0};
    return of_driver(create_array(array, &all, 0));
}

EXPORT int cuMipmappedArrayCreate(void **array, const struct array3_description *description, unsigned levels) {
    return levels == 0 || levels > 64 ? INVALID_VALUE : of_driver(create_array(array, description, (int)levels));
}

EXPORT int cuArrayDestroy(void *array) {
    return array == NULL ? INVALID_HANDLE : of_driver(cudaFreeArray(array));
}

EXPORT int cuMipmappedArrayDestroy(void *array) {
    return array == NULL ? INVALID_HANDLE : of_driver(cudaFreeMipmappedArray(array));
}

EXPORT int cuMipmappedArrayGetLevel(void **array, void *mipmap, unsigned level) {
    return array == NULL ? INVALID_VALUE : of_driver(cudaGetMipmappedArrayLevel(array, mipmap, level));
}

EXPORT int cuArray3DGetDescriptor_v2(struct array3_description *description, void *array) {
    struct channels format;
    struct size3 size;
    unsigned flags;
    int error;
    if (description == NULL) {
        return INVALID_VALUE;
    }
    error = cudaArrayGetInfo(&format, &size, &flags, array);
    if (error == SUCCESS) {
        *description = (struct array3_description){size.width, size.height, size.depth, 0, 0, flags};
        description->format = format_of(&format, &description->channels);
    }
    return of_driver(error);
}

EXPORT int cuArrayGetDescriptor_v2(struct array_description *description, void *array) {
    struct array3_description all;
    int error = description == NULL ? INVALID_VALUE : cuArray3DGetDescriptor_v2(&all, array);
    if (error == SUCCESS) {
        *description = (struct array_description){all.width, all.height, all.format, all.channels};
    }
    return error;
}

/* The bytes of an array's texel; 0 if there is no such array. */
static size_t texel_of(const void *array) {
    struct channels format;
    if (array == NULL || cudaGetChannelDesc(&format, array) != SUCCESS) {
        return 0;
    }
    return (size_t)(format.bits[0] + format.bits[1] + format.bits[2] + format.bits[3]) / 8;
}

/* The runtime counts the texels of an array where the driver counts bytes. */
static int box_side(const struct side3 *side, size_t width, size_t height, size_t *texel, void **array, struct size3 *at, struct pitched3 *memory) {
    *at = (struct size3){side->x, side->y, side->z};
    if (side->kind != IN_ARRAY) {
        char *base = side->kind == IN_HOST ? side->host : POINTER(side->device);
        *memory = (struct pitched3){base, side->pitch == 0 ? side->x + width : side->pitch, width, side->height == 0 ? height : side->height};
        return base == NULL ? INVALID_VALUE : SUCCESS;
    }
    *array = side->array;
    *texel = texel_of(side->array);
    if (*texel == 0) {
        return INVALID_HANDLE;
    }
    at->width /= *texel;
    return side->x % *texel != 0 || side->level != 0 ? INVALID_VALUE : SUCCESS;
}

static int copied_box(const struct box_copy *what, void *stream, int is_async) {
    struct box3 box;
    size_t from_texel = 1, to_texel = 1, texel;
    int error;
    if (what == NULL) {
        return INVALID_VALUE;
    }
    memset(&box, 0, sizeof box);
    error = box_side(&what->from, what->width, what->height, &from_texel, &box.from_array, &box.from_place, &box.from);
    if (error == SUCCESS) {
        error = box_side(&what->to, what->width, what->height, &to_texel, &box.to_array, &box.to_place, &box.to);
    }
    texel = from_texel > to_texel ? from_texel : to_texel;
    if (error != SUCCESS || what->width % texel != 0) {
        return error != SUCCESS ? error : INVALID_VALUE;
    }
    box.size = (struct size3){what->width / texel, what->height, what->depth};
    box.kind = ANY_KIND;
    if (!is_async && stream == NULL) {
        return cudaMemcpy3D(&box);
    }
    error = cudaMemcpy3DAsync(&box, stream);
    return error == SUCCESS && !is_async ? cudaStreamSynchronize(stream) : error;
}

STREAM_FORMS(cuMemcpy3D_v2, _ptds, (const struct box_copy *what), copied_box(what, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpy3DAsync_v2, _ptsz, (const struct box_copy *what, void *stream), copied_box(what, STREAM, 1))

static int copied_rows(const struct rectangle *what, void *stream, int is_async) {
    const struct side *from = &what->from, *to = &what->to;
    struct box_copy box = {{from->x, from->y, 0, 0, from->kind, from->host, from->device, from->array, NULL, from->pitch, 0},
                           {to->x, to->y, 0, 0, to->kind, to->host, to->device, to->array, NULL, to->pitch, 0}, what->width, what->height, 1};
    size_t from_pitch = from->pitch == 0 ? what->width : from->pitch;
    size_t to_pitch = to->pitch == 0 ? what->width : to->pitch;
    int error;
    if (from->kind == IN_ARRAY || to->kind == IN_ARRAY) {
        return copied_box(&box, stream, is_async);
    }
    if (!is_async && stream == NULL) {
        return cudaMemcpy2D(place(to), to_pitch, place(from), from_pitch, what->width, what->height, ANY_KIND);
    }
    error = cudaMemcpy2DAsync(place(to), to_pitch, place(from), from_pitch, what->width, what->height, ANY_KIND, stream);
    return error == SUCCESS && !is_async ? cudaStreamSynchronize(stream) : error;
}

STREAM_FORMS(cuMemcpy2D_v2, _ptds, (const struct rectangle *what), copied_rows(what, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpy2DUnaligned_v2, _ptds, (const struct rectangle *what), copied_rows(what, DEFAULT_STREAM, 0))
STREAM_FORMS(cuMemcpy2DAsync_v2, _ptsz, (const struct rectangle *what, void *stream), copied_rows(what, STREAM, 1))

enum { OF_ARRAY = 0, OF_MIPMAP = 1, OF_LINEAR = 2, OF_PITCHED = 3 };

static int is_linear(int type) {
    return type == OF_LINEAR || type == OF_PITCHED;
}

static struct runtime_resource to_runtime(const struct driver_resource *resource) {
    struct runtime_resource made;
    memset(&made, 0, sizeof made);
    made.type = resource->type;
    if (is_linear(resource->type)) {
        made.of.linear.at = resource->of.linear.at;
        made.of.linear.format = channels_of(resource->of.linear.format, resource->of.linear.channels);
        made.of.linear.bytes_or_width = resource->of.linear.bytes_or_width;
        made.of.linear.height = resource->type == OF_PITCHED ? resource->of.linear.height : 0;
        made.of.linear.pitch = resource->type == OF_PITCHED ? resource->of.linear.pitch : 0;
    } else {
        made.of.array = resource->of.array;
    }
    return made;
}

static struct driver_resource to_driver(const struct runtime_resource *resource) {
    struct driver_resource made;
    memset(&made, 0, sizeof made);
    made.type = resource->type;
    if (is_linear(resource->type)) {
        made.of.linear.at = resource->of.linear.at;
        made.of.linear.format = format_of(&resource->of.linear.format, &made.of.linear.channels);
        made.of.linear.bytes_or_width = resource->of.linear.bytes_or_width;
        made.of.linear.height = resource->type == OF_PITCHED ? resource->of.linear.height : 0;
        made.of.linear.pitch = resource->type == OF_PITCHED ? resource->of.linear.pitch : 0;
    } else {
        made.of.array = resource->of.array;
    }
    return made;
}

/* Integers of 8 and 16 bits are read as fractions unless READ_AS_INTEGER is set. */
static int is_fraction(const struct runtime_resource *resource) {
    struct channels format = resource->of.linear.format;
    void *level = resource->of.array;
    if (resource->type == OF_MIPMAP && cudaGetMipmappedArrayLevel(&level, resource->of.array, 0) != SUCCESS) {
        return 0;
    }
    if (!is_linear(resource->type) && cudaGetChannelDesc(&format, level) != SUCCESS) {
        return 0;
    }
    return format.kind != FLOAT_TEXEL && format.bits[0] < 32;
}

EXPORT int cuTexObjectCreate(word *texture, const struct driver_resource *resource, const struct driver_sampling *sampling, const void *view) {
    struct runtime_resource of;
    struct runtime_sampling with;
    if (texture == NULL || resource == NULL || sampling == NULL || resource->flags != 0) {
        return INVALID_VALUE;
    }
    of = to_runtime(resource);
    memset(&with, 0, sizeof with);
    memcpy(with.address, sampling->address, sizeof with.address);
    memcpy(with.border, sampling->border, sizeof with.border);
    with.filter = sampling->filter;
    with.read = (sampling->flags & READ_AS_INTEGER) == 0 && is_fraction(&of);
    with.is_srgb = (sampling->flags & SRGB) != 0;
    with.is_normalized = (sampling->flags & NORMALIZED) != 0;
    with.no_trilinear = (sampling->flags & NO_TRILINEAR) != 0;
    with.is_seamless = (sampling->flags & SEAMLESS) != 0;
    with.anisotropy = sampling->anisotropy;
    with.mipmap_filter = sampling->mipmap_filter;
    with.bias = sampling->bias;
    with.least = sampling->least;
    with.most = sampling->most;
    return of_driver(cudaCreateTextureObject(texture, &of, &with, view));
}

EXPORT int cuTexObjectDestroy(word texture) {
    return of_driver(cudaDestroyTextureObject(texture));
}

static int resource_of(struct driver_resource *resource, word object, int (*get)(void *, word)) {
    struct runtime_resource of;
    int error;
    if (resource == NULL) {
        return INVALID_VALUE;
    }
    memset(&of, 0, sizeof of);
    error = get(&of, object);
    if (error == SUCCESS) {
        *resource = to_driver(&of);
    }
    return of_driver(error);
}

EXPORT int cuTexObjectGetResourceDesc(struct driver_resource *resource, word texture) {
    return resource_of(resource, texture, cudaGetTextureObjectResourceDesc);
}

EXPORT int cuTexObjectGetTextureDesc(struct driver_sampling *sampling, word texture) {
    struct runtime_sampling with;
    struct runtime_resource of;
    int error = sampling == NULL ? INVALID_VALUE : cudaGetTextureObjectTextureDesc(&with, texture);
    if (error == SUCCESS) {
        error = cudaGetTextureObjectResourceDesc(&of, texture);
    }
    if (error == SUCCESS) {
        memset(sampling, 0, sizeof *sampling);
        memcpy(sampling->address, with.address, sizeof with.address);
        memcpy(sampling->border, with.border, sizeof with.border);
        sampling->filter = with.filter;
        sampling->flags = (unsigned)((with.read == 0 && is_fraction(&of) ? READ_AS_INTEGER : 0) | (with.is_normalized ? NORMALIZED : 0) | (with.is_srgb ? SRGB : 0)
                                     | (with.no_trilinear ? NO_TRILINEAR : 0) | (with.is_seamless ? SEAMLESS : 0));
        sampling->anisotropy = with.anisotropy;
        sampling->mipmap_filter = with.mipmap_filter;
        sampling->bias = with.bias;
        sampling->least = with.least;
        sampling->most = with.most;
    }
    return of_driver(error);
}

EXPORT int cuTexObjectGetResourceViewDesc(void *view, word texture) {
    return view == NULL ? INVALID_VALUE : of_driver(cudaGetTextureObjectResourceViewDesc(view, texture));
}

EXPORT int cuSurfObjectCreate(word *surface, const struct driver_resource *resource) {
    struct runtime_resource of;
    if (surface == NULL || resource == NULL) {
        return INVALID_VALUE;
    }
    of = to_runtime(resource);
    return of_driver(cudaCreateSurfaceObject(surface, &of));
}

EXPORT int cuSurfObjectDestroy(word surface) {
    return of_driver(cudaDestroySurfaceObject(surface));
}

EXPORT int cuSurfObjectGetResourceDesc(struct driver_resource *resource, word surface) {
    return resource_of(resource, surface, cudaGetSurfaceObjectResourceDesc);
}

/* Rows of elements of 2 or 4 bytes: where all bytes of an element are alike a fill of bytes, else a copy of the elements. */
static int filled(pointer to, size_t pitch, unsigned value, size_t element, size_t width, size_t height, void *stream, int is_async) {
    unsigned char bytes[4];
    char *elements;
    size_t i;
    int error = SUCCESS;
    memcpy(bytes, &value, 4);
    if (element == 1 || (bytes[0] == bytes[1] && (element == 2 || (bytes[0] == bytes[2] && bytes[0] == bytes[3])))) {
        return height == 1 ? is_async || stream != NULL ? cudaMemsetAsync(POINTER(to), bytes[0], width * element, stream)
                                                        : cudaMemset(POINTER(to), bytes[0], width * element)
            : is_async || stream != NULL
            ? cudaMemset2DAsync(POINTER(to), pitch, bytes[0], width * element, height, stream)
            : cudaMemset2D(POINTER(to), pitch, bytes[0], width * element, height);
    }
    elements = malloc(width * element + 1);
    if (elements == NULL) {
        return OUT_OF_MEMORY;
    }
    for (i = 0; i < width; i++) {
        memcpy(elements + i * element, bytes, element);
    }
    for (i = 0; i < height && error == SUCCESS; i++) {
        error = cudaMemcpyAsync(POINTER(to + i * pitch), elements, width * element, TO_DEVICE, stream);
    }
    free(elements);
    return error;
}

#define FILLS(bits, type, element) \
    STREAM_FORMS(cuMemsetD##bits##_v2, _ptds, (pointer to, type value, size_t count), filled(to, 0, value, element, count, 1, DEFAULT_STREAM, 0)) \
    STREAM_FORMS(cuMemsetD##bits##Async, _ptsz, (pointer to, type value, size_t count, void *stream), \
                 filled(to, 0, value, element, count, 1, STREAM, 1)) \
    STREAM_FORMS(cuMemsetD2D##bits##_v2, _ptds, (pointer to, size_t pitch, type value, size_t width, size_t height), \
                 filled(to, pitch, value, element, width, height, DEFAULT_STREAM, 0)) \
    STREAM_FORMS(cuMemsetD2D##bits##Async, _ptsz, (pointer to, size_t pitch, type value, size_t width, size_t height, void *stream), \
                 filled(to, pitch, value, element, width, height, STREAM, 1))
FILLS(8, unsigned char, 1)
FILLS(16, unsigned short, 2)
FILLS(32, unsigned, 4)

struct pointer_attributes { int kind, device; void *at_device, *at_host; long rest[8]; };

static int put(void *data, const void *value, size_t bytes) {
    memcpy(data, value, bytes);
    return SUCCESS;
}

EXPORT int cuPointerGetAttribute(void *data, int attribute, pointer address) {
    enum { UNIT = 2 << 20 };
    struct pointer_attributes all;
    struct context *context;
    struct { word peer; unsigned space; } tokens = {0, 0};
    word base = 0, size = 0, number = 0, pool = 0, wide;
    int error = data == NULL ? INVALID_VALUE : IN_CONTEXT(cudaPointerGetAttributes(&all, POINTER(address)));
    int kind, flag, of_host;
    if (error == SUCCESS && all.kind == 0) {
        error = INVALID_VALUE;
    }
    if (error == SUCCESS) {
        error = IN_CONTEXT(call("@range", "q>QQQQ", address, &base, &size, &number, &pool));
    }
    if (error != SUCCESS) {
        return error;
    }
    of_host = all.kind == IN_HOST;
    switch (attribute) {
    case 1: context = pool != 0 ? NULL : current(); return put(data, &context, sizeof context);
    case 2: kind = of_host ? IN_HOST : IN_DEVICE; return put(data, &kind, sizeof kind);
    case 3: return put(data, &all.at_device, sizeof all.at_device);
    case 4: return all.at_host == NULL ? INVALID_VALUE : put(data, &all.at_host, sizeof all.at_host);
    case 5: return of_host ? INVALID_VALUE : put(data, &tokens, sizeof tokens);
    case 6: flag = !of_host; return put(data, &flag, sizeof flag);
    case 7: case 20: return put(data, &number, sizeof number);
    case 8: flag = all.kind == 3; return put(data, &flag, sizeof flag);
    case 9: return put(data, &all.device, sizeof all.device);
    /* Handles of memory for other processes, and access by other devices of the bus: not simulated. */
    case 10: case 15: flag = 0; return put(data, &flag, sizeof flag);
    case 11: return put(data, &base, sizeof base);
    case 12: return put(data, &size, sizeof size);
    case 13: flag = 1; return put(data, &flag, sizeof flag);
    case 14: wide = 0; return put(data, &wide, sizeof wide);
    case 16: flag = 3; return put(data, &flag, sizeof flag);
    case 17: return put(data, &pool, sizeof pool);
    case 18: wide = of_host && all.at_host != all.at_device ? size : (size + UNIT - 1) / UNIT * UNIT; return put(data, &wide, sizeof wide);
    case 19: return put(data, &base, sizeof base);
    default: return INVALID_VALUE;
    }
}

static int size_of_attribute(int attribute) {
    switch (attribute) {
    case 2: case 6: case 8: case 9: case 10: case 13: case 15: case 16: return 4;
    case 5: return 16;
    default: return 8;
    }
}

EXPORT int cuPointerGetAttributes(unsigned count, int *attributes, void **data, pointer address) {
    unsigned i;
    for (i = 0; i < count; i++) {
        if (cuPointerGetAttribute(data[i], attributes[i], address) != SUCCESS) {
            /* Those of an address that CUDA does not know are zeros, but for its size, which stays as it is. */
            memset(data[i], 0, attributes[i] == 12 ? 0 : (size_t)size_of_attribute(attributes[i]));
        }
    }
    return ready();
}

/* ---- streams and events -------------------------------------------------------------------------------------------------------------- */

EXPORT int cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
    return IN_CONTEXT(cudaStreamCreateWithPriority(stream, flags, priority));
}

EXPORT int cuStreamCreate(void **stream, unsigned flags) {
    return cuStreamCreateWithPriority(stream, flags, 0);
}

EXPORT int cuStreamDestroy_v2(void *stream) {
    return IN_CONTEXT(cudaStreamDestroy(stream));
}

STREAM_FORMS(cuStreamSynchronize, _ptsz, (void *stream), cudaStreamSynchronize(STREAM))
STREAM_FORMS(cuStreamQuery, _ptsz, (void *stream), cudaStreamQuery(STREAM))
STREAM_FORMS(cuStreamWaitEvent, _ptsz, (void *stream, void *event, unsigned flags), cudaStreamWaitEvent(STREAM, event, flags))
STREAM_FORMS(cuStreamGetPriority, _ptsz, (void *stream, int *priority), cudaStreamGetPriority(STREAM, priority))
STREAM_FORMS(cuStreamGetFlags, _ptsz, (void *stream, unsigned *flags), cudaStreamGetFlags(STREAM, flags))
STREAM_FORMS(cuStreamGetId, _ptsz, (void *stream, word *id), cudaStreamGetId(STREAM, id))
STREAM_FORMS(cuStreamGetDevice, _ptsz, (void *stream, int *device), cudaStreamGetDevice(STREAM, device))
STREAM_FORMS(cuStreamIsCapturing, _ptsz, (void *stream, int *status), cudaStreamIsCapturing(STREAM, status))
STREAM_FORMS(cuStreamGetCtx, _ptsz, (void *stream, struct context **context), ((void)stream, *context = current(), SUCCESS))
STREAM_FORMS(cuStreamAddCallback, _ptsz, (void *stream, void (*function)(void *, int, void *), void *data, unsigned flags),
             cudaStreamAddCallback(STREAM, function, data, flags))
STREAM_FORMS(cuEventRecord, _ptsz, (void *event, void *stream), cudaEventRecord(event, STREAM))
STREAM_FORMS(cuEventRecordWithFlags, _ptsz, (void *event, void *stream, unsigned flags), cudaEventRecordWithFlags(event, STREAM, flags))

EXPORT int cuEventCreate(void **event, unsigned flags) {
    return IN_CONTEXT(cudaEventCreateWithFlags(event, flags));
}

EXPORT int cuEventQuery(void *event) {
    return IN_CONTEXT(cudaEventQuery(event));
}

EXPORT int cuEventSynchronize(void *event) {
    return IN_CONTEXT(cudaEventSynchronize(event));
}

EXPORT int cuEventDestroy_v2(void *event) {
    return IN_CONTEXT(cudaEventDestroy(event));
}

EXPORT int cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
    return IN_CONTEXT(cudaEventElapsedTime(milliseconds, begin, end));
}

EXPORT int cuEventElapsedTime_v2(float *milliseconds, void *begin, void *end) {
    return cuEventElapsedTime(milliseconds, begin, end);
}

/* ---- errors and entry points --------------------------------------------------------------------------------------------------------- */

static const struct { int code; const char *name; } error_names[] = {
    {0, "CUDA_SUCCESS"}, {1, "CUDA_ERROR_INVALID_VALUE"}, {2, "CUDA_ERROR_OUT_OF_MEMORY"}, {3, "CUDA_ERROR_NOT_INITIALIZED"},
    {4, "CUDA_ERROR_DEINITIALIZED"}, {5, "CUDA_ERROR_PROFILER_DISABLED"}, {6, "CUDA_ERROR_PROFILER_NOT_INITIALIZED"},
    {7, "CUDA_ERROR_PROFILER_ALREADY_STARTED"}, {8, "CUDA_ERROR_PROFILER_ALREADY_STOPPED"}, {34, "CUDA_ERROR_STUB_LIBRARY"},
    {36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER"}, {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"}, {100, "CUDA_ERROR_NO_DEVICE"},
    {101, "CUDA_ERROR_INVALID_DEVICE"}, {102, "CUDA_ERROR_DEVICE_NOT_LICENSED"}, {200, "CUDA_ERROR_INVALID_IMAGE"},
    {201, "CUDA_ERROR_INVALID_CONTEXT"}, {202, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT"}, {205, "CUDA_ERROR_MAP_FAILED"},
    {206, "CUDA_ERROR_UNMAP_FAILED"}, {207, "CUDA_ERROR_ARRAY_IS_MAPPED"}, {208, "CUDA_ERROR_ALREADY_MAPPED"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"}, {210, "CUDA_ERROR_ALREADY_ACQUIRED"}, {211, "CUDA_ERROR_NOT_MAPPED"},
    {212, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY"}, {213, "CUDA_ERROR_NOT_MAPPED_AS_POINTER"}, {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {215, "CUDA_ERROR_UNSUPPORTED_LIMIT"}, {216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE"}, {217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
    {218, "CUDA_ERROR_INVALID_PTX"}, {219, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT"}, {220, "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"}, {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"}, {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED"},
    {224, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY"}, {225, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC"}, {226, "CUDA_ERROR_CONTAINED"},
    {300, "CUDA_ERROR_INVALID_SOURCE"}, {301, "CUDA_ERROR_FILE_NOT_FOUND"}, {302, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"},
    {303, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"}, {304, "CUDA_ERROR_OPERATING_SYSTEM"}, {400, "CUDA_ERROR_INVALID_HANDLE"},
    {401, "CUDA_ERROR_ILLEGAL_STATE"}, {402, "CUDA_ERROR_LOSSY_QUERY"}, {500, "CUDA_ERROR_NOT_FOUND"}, {600, "CUDA_ERROR_NOT_READY"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}, {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"}, {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {703, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING"}, {704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
    {705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED"}, {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"}, {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
    {710, "CUDA_ERROR_ASSERT"}, {711, "CUDA_ERROR_TOO_MANY_PEERS"}, {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
    {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"}, {714, "CUDA_ERROR_HARDWARE_STACK_ERROR"}, {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS"}, {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE"}, {718, "CUDA_ERROR_INVALID_PC"},
    {719, "CUDA_ERROR_LAUNCH_FAILED"}, {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"}, {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK"},
    {800, "CUDA_ERROR_NOT_PERMITTED"}, {801, "CUDA_ERROR_NOT_SUPPORTED"}, {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}, {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"}, {805, "CUDA_ERROR_MPS_CONNECTION_FAILED"},
    {806, "CUDA_ERROR_MPS_RPC_FAILURE"}, {807, "CUDA_ERROR_MPS_SERVER_NOT_READY"}, {808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED"},
    {809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED"}, {810, "CUDA_ERROR_MPS_CLIENT_TERMINATED"}, {811, "CUDA_ERROR_CDP_NOT_SUPPORTED"},
    {812, "CUDA_ERROR_CDP_VERSION_MISMATCH"}, {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"}, {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"},
    {902, "CUDA_ERROR_STREAM_CAPTURE_MERGE"}, {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED"}, {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION"}, {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT"}, {907, "CUDA_ERROR_CAPTURED_EVENT"},
    {908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD"}, {909, "CUDA_ERROR_TIMEOUT"}, {910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"},
    {911, "CUDA_ERROR_EXTERNAL_DEVICE"}, {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE"}, {913, "CUDA_ERROR_FUNCTION_NOT_LOADED"},
    {914, "CUDA_ERROR_INVALID_RESOURCE_TYPE"}, {915, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"}, {916, "CUDA_ERROR_KEY_ROTATION"},
    {999, "CUDA_ERROR_UNKNOWN"},
};

EXPORT int cuGetErrorName(int error, const char **name) {
    size_t i;
    for (i = 0; i < sizeof error_names / sizeof *error_names; i++) {
        if (error_names[i].code == error) {
            *name = error_names[i].name;
            return SUCCESS;
        }
    }
    *name = NULL;
    return INVALID_VALUE;
}

EXPORT int cuGetErrorString(int error, const char **text) {
    const char *name;
    int known = cuGetErrorName(error, &name);
    *text = known == SUCCESS ? cudaGetErrorString(error) : NULL;
    return known;
}

/* ---- graphs -------------------------------------------------------------------------------------------------------------------------- */

/* The parameters of kernels, fills and host functions are laid out as the runtime's. */
extern int cudaGraphCreate(void **, unsigned),
    cudaGraphDestroy(void *),
    cudaGraphClone(void **, void *),
    cudaGraphAddKernelNode(void **, void *, void *const *, size_t, const void *),
    cudaGraphKernelNodeGetParams(void *, void *),
    cudaGraphKernelNodeSetParams(void *, const void *),
    cudaGraphExecKernelNodeSetParams(void *, void *, const void *),
    cudaGraphAddHostNode(void **, void *, void *const *, size_t, const void *),
    cudaGraphHostNodeGetParams(void *, void *),
    cudaGraphHostNodeSetParams(void *, const void *),
    cudaGraphExecHostNodeSetParams(void *, void *, const void *),
    cudaGraphMemsetNodeGetParams(void *, void *),
    cudaGraphMemsetNodeSetParams(void *, const void *),
    cudaGraphAddEmptyNode(void **, void *, void *const *, size_t),
    cudaGraphAddChildGraphNode(void **, void *, void *const *, size_t, void *),
    cudaGraphChildGraphNodeGetGraph(void *, void **),
    cudaGraphExecChildGraphNodeSetParams(void *, void *, void *),
    cudaGraphAddEventRecordNode(void **, void *, void *const *, size_t, void *),
    cudaGraphAddEventWaitNode(void **, void *, void *const *, size_t, void *),
    cudaGraphNodeGetType(void *, int *),
    cudaGraphGetNodes(void *, void **, size_t *),
    cudaGraphGetRootNodes(void *, void **, size_t *),
    cudaGraphGetEdges(void *, void **, void **, void *, size_t *),
    cudaGraphNodeGetDependencies(void *, void **, void *, size_t *),
    cudaGraphNodeGetDependentNodes(void *, void **, void *, size_t *),
    cudaGraphAddDependencies(void *, void *const *, void *const *, void *, size_t),
    cudaGraphRemoveDependencies(void *, void *const *, void *const *, void *, size_t),
    cudaGraphDestroyNode(void *),
    cudaGraphNodeFindInClone(void **, void *, void *),
    cudaGraphInstantiateWithFlags(void **, void *, unsigned long long),
    cudaGraphExecGetFlags(void *, unsigned long long *),
    cudaGraphExecDestroy(void *),
    cudaGraphExecUpdate(void *, void *, void *),
    cudaGraphNodeSetEnabled(void *, void *, unsigned),
    cudaGraphNodeGetEnabled(void *, void *, unsigned *),
    cudaGraphDebugDotPrint(void *, const char *, unsigned),
    cudaUserObjectRetain(void *, unsigned),
    cudaUserObjectRelease(void *, unsigned),
    cudaGraphRetainUserObject(void *, void *, unsigned, unsigned),
    cudaGraphReleaseUserObject(void *, void *, unsigned),
    cudaThreadExchangeStreamCaptureMode(int *),
    cudaGraphAddMemsetNode(void **, void *, void *const *, size_t, const void *), cudaGraphExecMemsetNodeSetParams(void *, void *, const void *),
    cudaGraphAddMemcpyNode(void **, void *, void *const *, size_t, const void *), cudaGraphMemcpyNodeSetParams(void *, const void *),
    cudaGraphExecMemcpyNodeSetParams(void *, void *, const void *), cudaGraphInstantiateWithParams(void **, void *, void *),
    cudaGraphLaunch(void *, void *), cudaGraphUpload(void *, void *), cudaStreamBeginCapture(void *, int), cudaStreamEndCapture(void *, void **),
    cudaStreamBeginCaptureToGraph(void *, void *, void *const *, const void *, size_t, int),
    cudaStreamGetCaptureInfo(void *, int *, word *, void **, const void ***, const void **, size_t *),
    cudaStreamUpdateCaptureDependencies(void *, void *const *, const void *, size_t, unsigned),
    cudaUserObjectCreate(void **, void *, void (*)(void *), unsigned, unsigned),
    cudaGraphAddNode(void **, void *, void *const *, const void *, size_t, void *),
    cudaGraphNodeSetParams(void *, void *),
    cudaGraphExecNodeSetParams(void *, void *, void *),
    cudaGraphEventRecordNodeGetEvent(void *, void **),
    cudaGraphEventWaitNodeGetEvent(void *, void **),
    cudaGraphEventRecordNodeSetEvent(void *, void *),
    cudaGraphEventWaitNodeSetEvent(void *, void *),
    cudaGraphExecEventRecordNodeSetEvent(void *, void *, void *),
    cudaGraphExecEventWaitNodeSetEvent(void *, void *, void *),
    cudaGraphKernelNodeSetAttribute(void *, int, void *),
    cudaGraphKernelNodeGetAttribute(void *, int, void *),
    cudaGraphKernelNodeCopyAttributes(void *, void *),
    cudaGraphMemcpyNodeGetParams(void *, void *),
    cudaGraphAddMemAllocNode(void **, void *, void *const *, size_t, void *),
    cudaGraphMemAllocNodeGetParams(void *, void *),
    cudaGraphAddMemFreeNode(void **, void *, void *const *, size_t, void *),
    cudaGraphMemFreeNodeGetParams(void *, void *),
    cudaGraphConditionalHandleCreate(word *, void *, unsigned, unsigned),
    cudaDeviceGraphMemTrim(int),
    cudaDeviceGetGraphMemAttribute(int, int, void *),
    cudaDeviceSetGraphMemAttribute(int, int, void *);

EXPORT int cuGraphCreate(void **graph, unsigned flags) {
    return IN_CONTEXT(cudaGraphCreate(graph, flags));
}

EXPORT int cuGraphDestroy(void *graph) {
    return IN_CONTEXT(cudaGraphDestroy(graph));
}

EXPORT int cuGraphClone(void **clone, void *graph) {
    return IN_CONTEXT(cudaGraphClone(clone, graph));
}

EXPORT int cuGraphAddKernelNode_v2(void **node, void *graph, void *const *on, size_t count, const void *with) {
    return IN_CONTEXT(cudaGraphAddKernelNode(node, graph, on, count, with));
}

EXPORT int cuGraphKernelNodeGetParams_v2(void *node, void *into) {
    return IN_CONTEXT(cudaGraphKernelNodeGetParams(node, into));
}

EXPORT int cuGraphKernelNodeSetParams_v2(void *node, const void *with) {
    return IN_CONTEXT(cudaGraphKernelNodeSetParams(node, with));
}

EXPORT int cuGraphExecKernelNodeSetParams_v2(void *exec, void *node, const void *with) {
    return IN_CONTEXT(cudaGraphExecKernelNodeSetParams(exec, node, with));
}

EXPORT int cuGraphAddHostNode(void **node, void *graph, void *const *on, size_t count, const void *with) {
    return IN_CONTEXT(cudaGraphAddHostNode(node, graph, on, count, with));
}

EXPORT int cuGraphHostNodeGetParams(void *node, void *into) {
    return IN_CONTEXT(cudaGraphHostNodeGetParams(node, into));
}

EXPORT int cuGraphHostNodeSetParams(void *node, const void *with) {
    return IN_CONTEXT(cudaGraphHostNodeSetParams(node, with));
}

EXPORT int cuGraphExecHostNodeSetParams(void *exec, void *node, const void *with) {
    return IN_CONTEXT(cudaGraphExecHostNodeSetParams(exec, node, with));
}

EXPORT int cuGraphMemsetNodeGetParams(void *node, void *into) {
    return IN_CONTEXT(cudaGraphMemsetNodeGetParams(node, into));
}

EXPORT int cuGraphMemsetNodeSetParams(void *node, const void *with) {
    return IN_CONTEXT(cudaGraphMemsetNodeSetParams(node, with));
}

EXPORT int cuGraphAddEmptyNode(void **node, void *graph, void *const *on, size_t count) {
    return IN_CONTEXT(cudaGraphAddEmptyNode(node, graph, on, count));
}

EXPORT int cuGraphAddChildGraphNode(void **node, void *graph, void *const *on, size_t count, void *child) {
    return IN_CONTEXT(cudaGraphAddChildGraphNode(node, graph, on, count, child));
}

EXPORT int cuGraphChildGraphNodeGetGraph(void *node, void **graph) {
    return IN_CONTEXT(cudaGraphChildGraphNodeGetGraph(node, graph));
}

EXPORT int cuGraphExecChildGraphNodeSetParams(void *exec, void *node, void *child) {
    return IN_CONTEXT(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
}

EXPORT int cuGraphAddEventRecordNode(void **node, void *graph, void *const *on, size_t count, void *event) {
    return IN_CONTEXT(cudaGraphAddEventRecordNode(node, graph, on, count, event));
}

EXPORT int cuGraphAddEventWaitNode(void **node, void *graph, void *const *on, size_t count, void *event) {
    return IN_CONTEXT(cudaGraphAddEventWaitNode(node, graph, on, count, event));
}

EXPORT int cuGraphNodeGetType(void *node, int *type) {
    return IN_CONTEXT(cudaGraphNodeGetType(node, type));
}

EXPORT int cuGraphGetNodes(void *graph, void **nodes, size_t *count) {
    return IN_CONTEXT(cudaGraphGetNodes(graph, nodes, count));
}

EXPORT int cuGraphGetRootNodes(void *graph, void **nodes, size_t *count) {
    return IN_CONTEXT(cudaGraphGetRootNodes(graph, nodes, count));
}

EXPORT int cuGraphGetEdges_v2(void *graph, void **from, void **to, void *data, size_t *count) {
    return IN_CONTEXT(cudaGraphGetEdges(graph, from, to, data, count));
}

EXPORT int cuGraphNodeGetDependencies_v2(void *node, void **nodes, void *data, size_t *count) {
    return IN_CONTEXT(cudaGraphNodeGetDependencies(node, nodes, data, count));
}

EXPORT int cuGraphNodeGetDependentNodes_v2(void *node, void **nodes, void *data, size_t *count) {
    return IN_CONTEXT(cudaGraphNodeGetDependentNodes(node, nodes, data, count));
}

EXPORT int cuGraphAddDependencies_v2(void *graph, void *const *from, void *const *to, void *data, size_t count) {
    return IN_CONTEXT(cudaGraphAddDependencies(graph, from, to, data, count));
}

EXPORT int cuGraphRemoveDependencies_v2(void *graph, void *const *from, void *const *to, void *data, size_t count) {
    return IN_CONTEXT(cudaGraphRemoveDependencies(graph, from, to, data, count));
}

EXPORT int cuGraphDestroyNode(void *node) {
    return IN_CONTEXT(cudaGraphDestroyNode(node));
}

EXPORT int cuGraphNodeFindInClone(void **node, void *original, void *clone) {
    return IN_CONTEXT(cudaGraphNodeFindInClone(node, original, clone));
}

EXPORT int cuGraphInstantiateWithFlags(void **exec, void *graph, unsigned long long flags) {
    return IN_CONTEXT(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

EXPORT int cuGraphExecGetFlags(void *exec, unsigned long long *flags) {
    return IN_CONTEXT(cudaGraphExecGetFlags(exec, flags));
}

EXPORT int cuGraphExecDestroy(void *exec) {
    return IN_CONTEXT(cudaGraphExecDestroy(exec));
}

EXPORT int cuGraphExecUpdate_v2(void *exec, void *graph, void *into) {
    return IN_CONTEXT(cudaGraphExecUpdate(exec, graph, into));
}

EXPORT int cuGraphNodeSetEnabled(void *exec, void *node, unsigned enabled) {
    return IN_CONTEXT(cudaGraphNodeSetEnabled(exec, node, enabled));
}

EXPORT int cuGraphNodeGetEnabled(void *exec, void *node, unsigned *enabled) {
    return IN_CONTEXT(cudaGraphNodeGetEnabled(exec, node, enabled));
}

EXPORT int cuGraphDebugDotPrint(void *graph, const char *path, unsigned flags) {
    return IN_CONTEXT(cudaGraphDebugDotPrint(graph, path, flags));
}

EXPORT int cuUserObjectRetain(void *object, unsigned count) {
    return IN_CONTEXT(cudaUserObjectRetain(object, count));
}

EXPORT int cuUserObjectRelease(void *object, unsigned count) {
    return IN_CONTEXT(cudaUserObjectRelease(object, count));
}

EXPORT int cuGraphRetainUserObject(void *graph, void *object, unsigned count, unsigned flags) {
    return IN_CONTEXT(cudaGraphRetainUserObject(graph, object, count, flags));
}

EXPORT int cuGraphReleaseUserObject(void *graph, void *object, unsigned count) {
    return IN_CONTEXT(cudaGraphReleaseUserObject(graph, object, count));
}

EXPORT int cuThreadExchangeStreamCaptureMode(int *mode) {
    return IN_CONTEXT(cudaThreadExchangeStreamCaptureMode(mode));
}

EXPORT int cuGraphAddMemsetNode(void **node, void *graph, void *const *on, size_t count, const void *with, struct context *context) {
    (void)context;
    return IN_CONTEXT(cudaGraphAddMemsetNode(node, graph, on, count, with));
}

EXPORT int cuGraphExecMemsetNodeSetParams(void *exec, void *node, const void *with, struct context *context) {
    (void)context;
    return IN_CONTEXT(cudaGraphExecMemsetNodeSetParams(exec, node, with));
}

EXPORT int cuUserObjectCreate(void **object, void *pointer, void (*destructor)(void *), unsigned count, unsigned flags) {
    return IN_CONTEXT(cudaUserObjectCreate(object, pointer, destructor, count, flags));
}

struct corner { size_t x, y, z, level; int kind; const void *host; pointer device; void *array, *reserved; size_t pitch, height; };
struct driver_box { struct corner from, to; size_t width, height, depth; };
struct extent { size_t width, height, depth; };
struct pitched { void *at; size_t pitch, width, height; };
struct runtime_box { void *from_array; struct extent from_place; struct pitched from; void *to_array; struct extent to_place; struct pitched to;
                     struct extent size; int kind; };

static struct pitched memory_of(const struct corner *of, const struct driver_box *box) {
    return (struct pitched){of->kind == IN_HOST ? (void *)(uintptr_t)of->host : POINTER(of->device), of->pitch == 0 ? box->width : of->pitch,
                            box->width, of->height == 0 ? box->height : of->height};
}

/* A copy as the runtime describes it: with an array it counts texels, in one of several levels it is refused. */
static int runtime_box_of(const struct driver_box *box, struct runtime_box *made) {
    size_t from_texel = box->from.kind == IN_ARRAY ? texel_of(box->from.array) : 1;
    size_t to_texel = box->to.kind == IN_ARRAY ? texel_of(box->to.array) : 1;
    size_t texel = from_texel > to_texel ? from_texel : to_texel;
    if (from_texel == 0 || to_texel == 0) {
        return INVALID_HANDLE;
    }
    if (box->from.x % from_texel != 0 || box->to.x % to_texel != 0 || box->width % texel != 0
        || (box->from.kind == IN_ARRAY && box->from.level != 0) || (box->to.kind == IN_ARRAY && box->to.level != 0)) {
        return INVALID_VALUE;
    }
    memset(made, 0, sizeof *made);
    if (box->from.kind == IN_ARRAY) {
        made->from_array = box->from.array;
    } else {
        made->from = memory_of(&box->from, box);
    }
    if (box->to.kind == IN_ARRAY) {
        made->to_array = box->to.array;
    } else {
        made->to = memory_of(&box->to, box);
    }
    made->from_place = (struct extent){box->from.x / from_texel, box->from.y, box->from.z};
    made->to_place = (struct extent){box->to.x / to_texel, box->to.y, box->to.z};
    made->size = (struct extent){box->width / texel, box->height, box->depth};
    made->kind = ANY_KIND;
    return SUCCESS;
}

EXPORT int cuGraphAddMemcpyNode(void **node, void *graph, void *const *on, size_t count, const struct driver_box *box, struct context *context) {
    struct runtime_box with;
    int error = runtime_box_of(box, &with);
    (void)context;
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphAddMemcpyNode(node, graph, on, count, &with));
}

EXPORT int cuGraphMemcpyNodeSetParams(void *node, const struct driver_box *box) {
    struct runtime_box with;
    int error = runtime_box_of(box, &with);
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphMemcpyNodeSetParams(node, &with));
}

EXPORT int cuGraphExecMemcpyNodeSetParams(void *exec, void *node, const struct driver_box *box, struct context *context) {
    struct runtime_box with;
    int error = runtime_box_of(box, &with);
    (void)context;
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphExecMemcpyNodeSetParams(exec, node, &with));
}

/* A side of a copy as the driver describes it. */
static struct corner corner_of(void *array, struct extent place, struct pitched memory) {
    struct corner made = {0};
    made.x = place.width * (array != NULL ? texel_of(array) : 1);
    made.y = place.height;
    made.z = place.depth;
    made.kind = array != NULL ? IN_ARRAY : UNIFIED;
    made.array = array;
    made.device = (pointer)(uintptr_t)memory.at;
    made.pitch = memory.pitch;
    made.height = memory.height;
    return made;
}

EXPORT int cuGraphMemcpyNodeGetParams(void *node, struct driver_box *into) {
    struct runtime_box box;
    int error = IN_CONTEXT(cudaGraphMemcpyNodeGetParams(node, &box));
    if (error == SUCCESS) {
        void *array = box.from_array != NULL ? box.from_array : box.to_array;
        *into = (struct driver_box){corner_of(box.from_array, box.from_place, box.from), corner_of(box.to_array, box.to_place, box.to),
                                    box.size.width * (array != NULL ? texel_of(array) : 1), box.size.height, box.size.depth};
    }
    return error;
}

/* The parameters of a node of any type. All but copies are laid out as the runtime's. */
struct any_node {
    int type, reserved[3];
    union {
        struct { const void *function; unsigned numbers[7]; void **arguments, **extra; const void *kernel; } kernel;
        struct { int flags, reserved; void *context; struct driver_box box; } copy;
        struct { int flags, reserved[3]; struct runtime_box box; } runtime_copy;
        long long padding[29];
    } of;
    long long reserved_behind;
};
enum { OF_KERNEL = 0, OF_COPY = 1 };

/* The parameters as the runtime has them: those of the program, into which it may write, or a copy. */
static int runtime_node(struct any_node **with, struct any_node *made) {
    int is_copy = (*with)->type == OF_COPY, is_kernel = (*with)->type == OF_KERNEL && (*with)->of.kernel.function == NULL;
    struct any_node *given = *with;
    if (!is_copy && !is_kernel) {
        return SUCCESS;
    }
    *made = *given;
    *with = made;
    if (is_copy) {
        return runtime_box_of(&given->of.copy.box, &made->of.runtime_copy.box);
    }
    made->of.kernel.function = given->of.kernel.kernel;
    return SUCCESS;
}

EXPORT int cuGraphAddNode_v2(void **node, void *graph, void *const *on, const void *data, size_t count, struct any_node *with) {
    struct any_node made;
    int error = runtime_node(&with, &made);
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphAddNode(node, graph, on, data, count, with));
}

EXPORT int cuGraphAddNode(void **node, void *graph, void *const *on, size_t count, struct any_node *with) {
    return cuGraphAddNode_v2(node, graph, on, NULL, count, with);
}

EXPORT int cuGraphNodeSetParams(void *node, struct any_node *with) {
    struct any_node made;
    int error = runtime_node(&with, &made);
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphNodeSetParams(node, with));
}

EXPORT int cuGraphExecNodeSetParams(void *exec, void *node, struct any_node *with) {
    struct any_node made;
    int error = runtime_node(&with, &made);
    return error != SUCCESS ? error : IN_CONTEXT(cudaGraphExecNodeSetParams(exec, node, with));
}

#define SAME(name, parameters, arguments) \
    EXPORT int cu##name parameters { return IN_CONTEXT(cuda##name arguments); }
SAME(GraphEventRecordNodeGetEvent, (void *node, void **event), (node, event))
SAME(GraphEventWaitNodeGetEvent, (void *node, void **event), (node, event))
SAME(GraphEventRecordNodeSetEvent, (void *node, void *event), (node, event))
SAME(GraphEventWaitNodeSetEvent, (void *node, void *event), (node, event))
SAME(GraphExecEventRecordNodeSetEvent, (void *exec, void *node, void *event), (exec, node, event))
SAME(GraphExecEventWaitNodeSetEvent, (void *exec, void *node, void *event), (exec, node, event))
SAME(GraphKernelNodeSetAttribute, (void *node, int attribute, void *value), (node, attribute, value))
SAME(GraphKernelNodeGetAttribute, (void *node, int attribute, void *value), (node, attribute, value))
SAME(GraphKernelNodeCopyAttributes, (void *to, void *from), (to, from))
SAME(GraphMemAllocNodeGetParams, (void *node, void *into), (node, into))
SAME(GraphMemFreeNodeGetParams, (void *node, void *into), (node, into))
SAME(GraphAddMemAllocNode, (void **node, void *graph, void *const *on, size_t count, void *with), (node, graph, on, count, with))
SAME(DeviceGraphMemTrim, (int device), (device))
SAME(DeviceGetGraphMemAttribute, (int device, int attribute, void *value), (device, attribute, value))
SAME(DeviceSetGraphMemAttribute, (int device, int attribute, void *value), (device, attribute, value))

EXPORT int cuGraphAddMemFreeNode(void **node, void *graph, void *const *on, size_t count, pointer address) {
    return IN_CONTEXT(cudaGraphAddMemFreeNode(node, graph, on, count, POINTER(address)));
}

EXPORT int cuGraphConditionalHandleCreate(word *handle, void *graph, struct context *context, unsigned value, unsigned flags) {
    (void)context;
    return IN_CONTEXT(cudaGraphConditionalHandleCreate(handle, graph, value, flags));
}

/* The forms of CUDA 11 and 12, without data of edges and without kernels of libraries. */
#define EARLIER(name, parameters, arguments) \
    EXPORT int name parameters { return name##_v2 arguments; }
EARLIER(cuGraphAddKernelNode, (void **node, void *graph, void *const *on, size_t count, const void *with), (node, graph, on, count, with))
EARLIER(cuGraphKernelNodeGetParams, (void *node, void *into), (node, into))
EARLIER(cuGraphKernelNodeSetParams, (void *node, const void *with), (node, with))
EARLIER(cuGraphExecKernelNodeSetParams, (void *exec, void *node, const void *with), (exec, node, with))
EARLIER(cuGraphGetEdges, (void *graph, void **from, void **to, size_t *count), (graph, from, to, NULL, count))
EARLIER(cuGraphNodeGetDependencies, (void *node, void **nodes, size_t *count), (node, nodes, NULL, count))
EARLIER(cuGraphNodeGetDependentNodes, (void *node, void **nodes, size_t *count), (node, nodes, NULL, count))
EARLIER(cuGraphAddDependencies, (void *graph, void *const *from, void *const *to, size_t count), (graph, from, to, NULL, count))
EARLIER(cuGraphRemoveDependencies, (void *graph, void *const *from, void *const *to, size_t count), (graph, from, to, NULL, count))

/* The forms of CUDA 3, which programs that look functions up by name still find; those with addresses of 32 bits are not simulated. */
EARLIER(cuCtxCreate, (struct context **context, unsigned flags, int device), (context, flags, device))
EARLIER(cuCtxDestroy, (struct context *context), (context))
EARLIER(cuCtxPushCurrent, (struct context *context), (context))
EARLIER(cuCtxPopCurrent, (struct context **context), (context))
EARLIER(cuDevicePrimaryCtxRelease, (int device), (device))
EARLIER(cuDevicePrimaryCtxReset, (int device), (device))
EARLIER(cuDevicePrimaryCtxSetFlags, (int device, unsigned flags), (device, flags))
EARLIER(cuStreamDestroy, (void *stream), (stream))
EARLIER(cuEventDestroy, (void *event), (event))
EARLIER(cuMemHostRegister, (void *address, size_t bytes, unsigned flags), (address, bytes, flags))
EARLIER(cuLinkCreate, (unsigned count, int *options, void **values, struct linker **linker), (count, options, values, linker))
EARLIER(cuLinkAddData,
        (struct linker *linker, int kind, void *data, size_t size, const char *name, unsigned count, int *options, void **values),
        (linker, kind, data, size, name, count, options, values))
EARLIER(cuLinkAddFile, (struct linker *linker, int kind, const char *path, unsigned count, int *options, void **values),
        (linker, kind, path, count, options, values))

EXPORT int cuGraphInstantiateWithParams(void **exec, void *graph, void *with) {
    return IN_CONTEXT(cudaGraphInstantiateWithParams(exec, graph, with));
}

STREAM_FORMS(cuGraphLaunch, _ptsz, (void *exec, void *stream), cudaGraphLaunch(exec, STREAM))
STREAM_FORMS(cuGraphUpload, _ptsz, (void *exec, void *stream), cudaGraphUpload(exec, STREAM))
STREAM_FORMS(cuStreamBeginCapture_v2, _ptsz, (void *stream, int mode), cudaStreamBeginCapture(STREAM, mode))
STREAM_FORMS(cuStreamEndCapture, _ptsz, (void *stream, void **graph), cudaStreamEndCapture(STREAM, graph))
STREAM_FORMS(cuStreamBeginCaptureToGraph, _ptsz, (void *stream, void *graph, void *const *on, const void *data, size_t count, int mode),
             cudaStreamBeginCaptureToGraph(STREAM, graph, on, data, count, mode))
STREAM_FORMS(cuStreamGetCaptureInfo_v3, _ptsz,
             (void *stream, int *status, word *id, void **graph, const void ***on, const void **data, size_t *count),
             cudaStreamGetCaptureInfo(STREAM, status, id, graph, on, data, count))
STREAM_FORMS(cuStreamUpdateCaptureDependencies_v2, _ptsz, (void *stream, void *const *on, const void *data, size_t count, unsigned flags),
             cudaStreamUpdateCaptureDependencies(STREAM, on, data, count, flags))

enum { FOUND = 0, MISSING = 1, PER_THREAD_STREAM = 2, CONTEXT_WITH_PARAMETERS = 13000, PREFETCH_TO_PLACE = 12020 };

/* The functions whose name in the header stands for a later form. */
static const char *const later_forms[] = {
    "cuArray3DCreate_v2", "cuArray3DGetDescriptor_v2", "cuArrayCreate_v2", "cuArrayGetDescriptor_v2", "cuCtxCreate_v4", "cuCtxDestroy_v2",
    "cuCtxPopCurrent_v2", "cuCtxPushCurrent_v2", "cuDeviceGetUuid_v2", "cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxReset_v2",
    "cuDevicePrimaryCtxSetFlags_v2", "cuDeviceTotalMem_v2", "cuEventDestroy_v2", "cuEventElapsedTime_v2", "cuGetProcAddress_v2",
    "cuGraphAddDependencies_v2", "cuGraphAddKernelNode_v2", "cuGraphAddNode_v2", "cuGraphExecKernelNodeSetParams_v2", "cuGraphExecUpdate_v2",
    "cuGraphGetEdges_v2", "cuGraphKernelNodeGetParams_v2", "cuGraphKernelNodeSetParams_v2", "cuGraphNodeGetDependencies_v2",
    "cuGraphNodeGetDependentNodes_v2", "cuGraphRemoveDependencies_v2", "cuGraphicsResourceGetMappedPointer_v2",
    "cuGraphicsResourceSetMapFlags_v2", "cuIpcOpenMemHandle_v2", "cuLinkAddData_v2", "cuLinkAddFile_v2", "cuLinkCreate_v2", "cuMemAdvise_v2",
    "cuMemPrefetchAsync_v2", "cuMemAllocHost_v2", "cuMemAllocPitch_v2", "cuMemAlloc_v2", "cuMemFree_v2", "cuMemGetAddressRange_v2", "cuMemGetInfo_v2",
    "cuMemHostGetDevicePointer_v2", "cuMemHostRegister_v2", "cuModuleGetGlobal_v2", "cuStreamBeginCapture_v2", "cuStreamDestroy_v2",
    "cuStreamGetCaptureInfo_v3", "cuStreamUpdateCaptureDependencies_v2", "cuTexRefGetAddress_v2",
    "cuTexRefSetAddress2D_v3", "cuTexRefSetAddress_v2",
};

static const char *form_of(const char *symbol, int version) {
    size_t i, length = strlen(symbol);
    if (strcmp(symbol, "cuCtxCreate") == 0 && version < CONTEXT_WITH_PARAMETERS) {
        return "cuCtxCreate_v2";
    }
    if (strcmp(symbol, "cuMemPrefetchAsync") == 0 && version < PREFETCH_TO_PLACE) {
        return symbol;
    }
    if (strcmp(symbol, "cuGraphInstantiate") == 0) {
        return "cuGraphInstantiateWithFlags";
    }
    for (i = 0; i < sizeof later_forms / sizeof *later_forms; i++) {
        if (strncmp(later_forms[i], symbol, length) == 0 && strncmp(later_forms[i] + length, "_v", 2) == 0) {
            return later_forms[i];
        }
    }
    return symbol;
}

static void *entry_of(const char *symbol, int version, int is_per_thread) {
    static const char *const streams[] = {"_ptsz", "_ptds"};
    char name[256];
    size_t i;
    Dl_info own;
    void *library, *found = NULL;
    if (strlen(symbol) > sizeof name - 16 || dladdr((void *)(uintptr_t)entry_of, &own) == 0
        || (library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD)) == NULL) {
        return NULL;
    }
    for (i = 0; is_per_thread && found == NULL && i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", form_of(symbol, version), streams[i]);
        found = dlsym(library, name);
    }
    if (found == NULL) {
        found = dlsym(library, form_of(symbol, version));
    }
    dlclose(library);
    return found;
}

EXPORT int cuGetProcAddress_v2(const char *symbol, void **function, int version, word flags, int *status) {
    if (symbol == NULL || function == NULL) {
        return INVALID_VALUE;
    }
    *function = entry_of(symbol, version, flags == PER_THREAD_STREAM);
    if (status != NULL) {
        *status = *function == NULL ? MISSING : FOUND;
    }
    /* Only one who does not ask for the status gets an error, as of the driver of CUDA 13. */
    return *function == NULL && status == NULL ? NOT_FOUND : SUCCESS;
}

EXPORT int cuGetProcAddress(const char *symbol, void **function, int version, word flags) {
    return cuGetProcAddress_v2(symbol, function, version, flags, NULL);
}

EXPORT int cuGetExportTable(const void **table, const void *id) {
    (void)id;
    *table = NULL;
    return NOT_FOUND;
}

EXPORT int cuProfilerStart(void) {
    return SUCCESS;
}

EXPORT int cuProfilerStop(void) {
    return SUCCESS;
}

/* ---- what is not simulated ----------------------------------------------------------------------------------------------------------- */

#define N(name) EXPORT int name(void) { return call(#name, ""); }
N(cuDeviceTotalMem) N(cuMemAlloc) N(cuMemAllocHost) N(cuMemAllocPitch) N(cuMemFree) N(cuMemGetAddressRange) N(cuMemGetInfo)
N(cuMemHostGetDevicePointer) N(cuMemcpy2D) N(cuMemcpy2DAsync) N(cuMemcpy2DUnaligned) N(cuMemcpyDtoD) N(cuMemcpyDtoDAsync) N(cuMemcpyDtoH)
N(cuMemcpyDtoHAsync) N(cuMemcpyHtoD) N(cuMemcpyHtoDAsync) N(cuMemsetD16) N(cuMemsetD2D16) N(cuMemsetD2D32) N(cuMemsetD2D8) N(cuMemsetD32)
N(cuMemsetD8) N(cuModuleGetGlobal)
N(cuArray3DCreate) N(cuArray3DGetDescriptor) N(cuArrayCreate)
N(cuArrayGetDescriptor) N(cuArrayGetMemoryRequirements) N(cuArrayGetPlane)
N(cuArrayGetSparseProperties) N(cuCheckpointProcessCheckpoint) N(cuCheckpointProcessGetRestoreThreadId) N(cuCheckpointProcessGetState)
N(cuCheckpointProcessLock) N(cuCheckpointProcessRestore) N(cuCheckpointProcessUnlock) N(cuCoredumpGetAttribute)
N(cuCoredumpGetAttributeGlobal) N(cuCoredumpSetAttribute) N(cuCoredumpSetAttributeGlobal) N(cuCtxAttach) N(cuCtxDetach) N(cuCtxFromGreenCtx)
N(cuCtxGetDevResource) N(cuCtxGetExecAffinity) N(cuCtxGetSharedMemConfig) N(cuCtxRecordEvent)
 N(cuCtxSetFlags) N(cuCtxSetSharedMemConfig) N(cuCtxWaitEvent)
N(cuDestroyExternalMemory) N(cuDestroyExternalSemaphore) N(cuDevResourceGenerateDesc) N(cuDevSmResourceSplitByCount)
N(cuDeviceGetDevResource) N(cuDeviceGetExecAffinitySupport) N(cuDeviceGetHostAtomicCapabilities)
N(cuDeviceGetLuid) N(cuDeviceGetMemPool) N(cuDeviceGetNvSciSyncAttributes) N(cuDeviceGetP2PAtomicCapabilities) N(cuDeviceGetProperties)
N(cuDeviceGetTexture1DLinearMaxWidth) N(cuDeviceRegisterAsyncNotification)
N(cuDeviceSetMemPool) N(cuDeviceUnregisterAsyncNotification) N(cuExternalMemoryGetMappedBuffer) N(cuExternalMemoryGetMappedMipmappedArray)
N(cuFlushGPUDirectRDMAWrites)  N(cuFuncIsLoaded) N(cuFuncLoad) N(cuFuncSetBlockShape)
N(cuFuncSetSharedSize) N(cuGetProcAddress_v2_ptsz) N(cuGraphAddBatchMemOpNode) N(cuGraphAddExternalSemaphoresSignalNode)
N(cuGraphAddExternalSemaphoresWaitNode) N(cuGraphBatchMemOpNodeGetParams) N(cuGraphBatchMemOpNodeSetParams)
N(cuGraphExecBatchMemOpNodeSetParams) N(cuGraphExecExternalSemaphoresSignalNodeSetParams) N(cuGraphExecExternalSemaphoresWaitNodeSetParams)
N(cuGraphExecUpdate) N(cuGraphExternalSemaphoresSignalNodeGetParams) N(cuGraphExternalSemaphoresSignalNodeSetParams)
N(cuGraphExternalSemaphoresWaitNodeGetParams) N(cuGraphExternalSemaphoresWaitNodeSetParams) N(cuGraphInstantiate) N(cuGraphInstantiate_v2)
N(cuGraphicsMapResources) N(cuGraphicsResourceGetMappedMipmappedArray) N(cuGraphicsResourceGetMappedPointer)
N(cuGraphicsResourceGetMappedPointer_v2) N(cuGraphicsResourceSetMapFlags) N(cuGraphicsResourceSetMapFlags_v2)
N(cuGraphicsSubResourceGetMappedArray) N(cuGraphicsUnmapResources) N(cuGraphicsUnregisterResource) N(cuGreenCtxCreate) N(cuGreenCtxDestroy)
N(cuGreenCtxGetDevResource) N(cuGreenCtxGetId) N(cuGreenCtxRecordEvent) N(cuGreenCtxStreamCreate) N(cuGreenCtxWaitEvent)
N(cuImportExternalMemory) N(cuImportExternalSemaphore)   
   N(cuKernelGetLibrary)  N(cuKernelSetCacheConfig)
N(cuLaunch) N(cuLaunchCooperativeKernelMultiDevice) N(cuLaunchGrid) N(cuLaunchGridAsync) N(cuLibraryEnumerateKernels)
N(cuLibraryGetKernelCount) N(cuLibraryGetManaged) N(cuLibraryGetUnifiedFunction) N(cuLogsCurrent) N(cuLogsDumpToFile) N(cuLogsDumpToMemory)
N(cuLogsRegisterCallback) N(cuLogsUnregisterCallback)   N(cuMemAdvise) N(cuMemAdvise_v2)
N(cuMemBatchDecompressAsync)  N(cuMemDiscardAndPrefetchBatchAsync) N(cuMemDiscardBatchAsync) N(cuMemExportToShareableHandle)
   N(cuMemGetDefaultMemPool)
N(cuMemGetHandleForAddressRange) N(cuMemGetMemPool) N(cuMemImportFromShareableHandle)  N(cuMemMapArrayAsync) N(cuMemPoolCreate)
N(cuMemPoolDestroy) N(cuMemPoolExportPointer) N(cuMemPoolExportToShareableHandle) N(cuMemPoolGetAccess) N(cuMemPoolGetAttribute)
N(cuMemPoolImportFromShareableHandle) N(cuMemPoolImportPointer) N(cuMemPoolSetAccess) N(cuMemPoolSetAttribute) N(cuMemPoolTrimTo)
N(cuMemPrefetchBatchAsync) N(cuMemRangeGetAttribute)
N(cuMemRangeGetAttributes)    N(cuMemSetMemPool)  N(cuMemcpy3D)
N(cuMemcpy3DAsync) N(cuMemcpy3DBatchAsync) N(cuMemcpy3DBatchAsync_ptsz) N(cuMemcpy3DBatchAsync_v2) N(cuMemcpy3DPeer)
N(cuMemcpy3DPeerAsync) N(cuMemcpyAtoA) N(cuMemcpyAtoA_v2) N(cuMemcpyAtoD) N(cuMemcpyAtoD_v2) N(cuMemcpyAtoH)
N(cuMemcpyAtoHAsync) N(cuMemcpyAtoHAsync_v2) N(cuMemcpyAtoH_v2) N(cuMemcpyBatchAsync) N(cuMemcpyBatchAsync_ptsz) N(cuMemcpyBatchAsync_v2)
N(cuMemcpyDtoA) N(cuMemcpyDtoA_v2) N(cuMemcpyHtoA) N(cuMemcpyHtoAAsync) N(cuMemcpyHtoAAsync_v2) N(cuMemcpyHtoA_v2) N(cuMemcpyPeerAsync)
N(cuMipmappedArrayGetMemoryRequirements)
N(cuMipmappedArrayGetSparseProperties) N(cuModuleEnumerateFunctions) N(cuModuleGetFunctionCount) N(cuModuleGetSurfRef) N(cuModuleGetTexRef)
N(cuMulticastAddDevice) N(cuMulticastBindAddr) N(cuMulticastBindMem) N(cuMulticastCreate) N(cuMulticastGetGranularity) N(cuMulticastUnbind)
N(cuOccupancyMaxActiveClusters) N(cuOccupancyMaxPotentialClusterSize) N(cuParamSetSize) N(cuParamSetTexRef) N(cuParamSetf) N(cuParamSeti)
N(cuParamSetv) N(cuPointerSetAttribute) N(cuSignalExternalSemaphoresAsync) N(cuStreamAttachMemAsync) N(cuStreamBatchMemOp)
N(cuStreamBatchMemOp_ptsz) N(cuStreamBatchMemOp_v2) N(cuStreamBeginCapture) N(cuStreamBeginCapture_ptsz)
  N(cuStreamGetCaptureInfo)
N(cuStreamGetCaptureInfo_ptsz) N(cuStreamGetCaptureInfo_v2) N(cuStreamGetCaptureInfo_v2_ptsz) 
N(cuStreamGetCtx_v2) N(cuStreamGetGreenCtx)  N(cuStreamUpdateCaptureDependencies)
N(cuStreamUpdateCaptureDependencies_ptsz) N(cuStreamWaitValue32) N(cuStreamWaitValue32_ptsz)
N(cuStreamWaitValue32_v2) N(cuStreamWaitValue64) N(cuStreamWaitValue64_ptsz) N(cuStreamWaitValue64_v2) 
N(cuStreamWriteValue32_ptsz)   N(cuStreamWriteValue64_ptsz) 
N(cuSurfRefGetArray) N(cuSurfRefSetArray)
N(cuTensorMapEncodeIm2col) N(cuTensorMapEncodeIm2colWide) N(cuTensorMapEncodeTiled) N(cuTensorMapReplaceAddress)
N(cuTexRefCreate)
N(cuTexRefDestroy) N(cuTexRefGetAddress) N(cuTexRefGetAddressMode) N(cuTexRefGetAddress_v2) N(cuTexRefGetArray) N(cuTexRefGetBorderColor)
N(cuTexRefGetFilterMode) N(cuTexRefGetFlags) N(cuTexRefGetFormat) N(cuTexRefGetMaxAnisotropy) N(cuTexRefGetMipmapFilterMode)
N(cuTexRefGetMipmapLevelBias) N(cuTexRefGetMipmapLevelClamp) N(cuTexRefGetMipmappedArray) N(cuTexRefSetAddress) N(cuTexRefSetAddress2D)
N(cuTexRefSetAddress2D_v2) N(cuTexRefSetAddress2D_v3) N(cuTexRefSetAddressMode) N(cuTexRefSetAddress_v2) N(cuTexRefSetArray)
N(cuTexRefSetBorderColor) N(cuTexRefSetFilterMode) N(cuTexRefSetFlags) N(cuTexRefSetFormat) N(cuTexRefSetMaxAnisotropy)
N(cuTexRefSetMipmapFilterMode) N(cuTexRefSetMipmapLevelBias) N(cuTexRefSetMipmapLevelClamp) N(cuTexRefSetMipmappedArray)
N(cuWaitExternalSemaphoresAsync)
#undef N
