/*
 * The CUDA runtime library that programs see under CDPSim. It carries each call to the simulator over a socket and brings back what the
 * simulator answers: no rule of CUDA is decided here, and nothing is kept but what lies in the program's own memory.
 *
 * A request is its size, the length of the call's name, the name and the arguments; an answer is an error, the sizes of two parts, what device
 * code has printed and the results. All numbers are little-endian. Compiled once for each version of the runtime: CUDART is 12 or 13.
 *
 * A short call goes through memory that the thread shares with the simulator, its slot, where the simulator watches it: then neither makes a
 * system call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

enum { SUCCESS = 0, INVALID_VALUE = 1, NO_MEMORY = 2, NOT_INITIALIZED = 3, INVALID_PITCH = 12, INVALID_DIRECTION = 21, OLD_DRIVER = 35,
       MISSING_CONFIGURATION = 52, INVALID_DEVICE_FUNCTION = 98, INVALID_HANDLE = 400, LOSSY_QUERY = 402, ASSERT = 710, NOT_PERMITTED = 800 };

/* Addresses of the simulator: the windows of its devices, of pinned and of constant memory, each of 2^40 bytes. */
#define FIRST_ADDRESS (1ull << 40)
#define LAST_ADDRESS (0x21ull << 40)
#define CONSTANT_WINDOW 0xfdull

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t word;
typedef struct { unsigned x, y, z; } dim;

/* ---- connection ---------------------------------------------------------------------------------------------------------------------- */

static struct sockaddr_un simulator;
static char memory_path[4096];
static int memory_file = -1;
static int forked;
static int used; /* this process has made a call */
static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static pthread_key_t on_thread_end;
static __thread int connection; /* descriptor + 1 */
static __thread int in_callback;

/* As CallSlot of the simulator: the state says whose turn it is, and how an answer goes. */
enum { SLOT_UNWATCHED, SLOT_WATCHED, SLOT_REQUESTED, SLOT_ASLEEP };
enum { SLOT_BYTES = 1 << 16, SLOT_DATA = 64 };
struct slot {
    uint32_t state;
    char unused[SLOT_DATA - sizeof(uint32_t)];
    char data[SLOT_BYTES - SLOT_DATA];
};
static __thread struct slot *slot;

static void close_connection(void *value) {
    (void)value;
    if (slot != NULL) {
        munmap(slot, SLOT_BYTES);
        slot = NULL;
    }
    if (connection > 0) {
        close(connection - 1);
        connection = 0;
    }
}

/* A child has no context of its parent's; where the parent has none either, the child makes its own. */
static void after_fork(void) {
    forked |= used;
}

/* Reads what CDPSim has put into the environment, which stays there for programs that this one starts. */
static void prepare(void) {
    const char *socket_path = getenv("CDPSIM_EXEC_SOCKET");
    const char *memory = getenv("CDPSIM_EXEC_MEMORY");
    if (socket_path == NULL || strlen(socket_path) >= sizeof simulator.sun_path) {
        return;
    }
    simulator.sun_family = AF_UNIX;
    strcpy(simulator.sun_path, socket_path);
    if (memory != NULL && strlen(memory) < sizeof memory_path) {
        strcpy(memory_path, memory);
    }
    pthread_key_create(&on_thread_end, close_connection);
    pthread_atfork(NULL, NULL, after_fork);
}

__attribute__((constructor)) static void loaded(void) {
    pthread_once(&prepared, prepare);
}

static void lost(void) {
    static const char text[] = "cdpsim: the simulator is gone, and the program with it\n";
    char *name = strrchr(simulator.sun_path, '/');
    if (write(2, text, sizeof text - 1) < 0) {
        /* Nobody to tell. */
    }
    /* What it would have taken away itself. */
    unlink(simulator.sun_path);
    unlink(memory_path);
    if (name != NULL) {
        *name = 0;
        rmdir(simulator.sun_path);
    }
    _exit(3);
}

static void send_all(int fd, struct iovec *parts, int count) {
    struct msghdr message = {0};
    while (count > 0) {
        ssize_t sent;
        message.msg_iov = parts;
        message.msg_iovlen = (size_t)count;
        sent = sendmsg(fd, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            lost();
        }
        while (count > 0 && (size_t)sent >= parts->iov_len) {
            sent -= (ssize_t)parts->iov_len;
            parts++;
            count--;
        }
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + sent;
            parts->iov_len -= (size_t)sent;
        }
    }
}

static word nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (word)now.tv_sec * 1000000000 + (word)now.tv_nsec;
}

/*
 * A thread waits for an answer for a while without sleeping: to sleep and to be woken takes longer than most calls. Where that was in vain, as on
 * a busy computer, the next waits sleep at once.
 */
enum { SPIN_NANOS = 40000, MOST_VAIN = 10 };
static __thread int vain;
static __thread int skip;

static int may_spin(void) {
    static __thread int processors;
    if (processors == 0) {
        processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    }
    return processors > 1 && --skip < 0;
}

static void spun_in_vain(void) {
    vain += vain < MOST_VAIN;
    skip = (1 << vain) - 2;
}

static ssize_t receive_soon(int fd, void *into, size_t bytes) {
    if (may_spin()) {
        word until = nanos() + SPIN_NANOS;
        do {
            ssize_t got = recv(fd, into, bytes, MSG_DONTWAIT);
            if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
                vain = 0;
                return got;
            }
        } while (nanos() < until);
        spun_in_vain();
    }
    return recv(fd, into, bytes, 0);
}

static void receive_all(int fd, void *into, size_t bytes) {
    char *at = into;
    while (bytes > 0) {
        ssize_t got = receive_soon(fd, at, bytes);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            lost();
        }
        at += got;
        bytes -= (size_t)got;
    }
}

/* Puts a request into the slot. Returns 0 where it is too long or the simulator does not watch: then it goes over the socket. */
static int request_in_slot(const struct iovec *parts, int count) {
    uint32_t watched = SLOT_WATCHED;
    size_t bytes = 0;
    int i;
    if (slot == NULL || __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != SLOT_WATCHED) {
        return 0;
    }
    for (i = 0; i < count; i++) {
        if (parts[i].iov_len > sizeof slot->data - bytes) {
            return 0;
        }
        memcpy(slot->data + bytes, parts[i].iov_base, parts[i].iov_len);
        bytes += parts[i].iov_len;
    }
    return __atomic_compare_exchange_n(&slot->state, &watched, SLOT_REQUESTED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Waits for the answer of a request in the slot. Returns 0 where the thread has to sleep: then the answer comes over the socket. */
static int answered_in_slot(void) {
    uint32_t requested = SLOT_REQUESTED;
    if (may_spin()) {
        word until = nanos() + SPIN_NANOS;
        do {
            if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != SLOT_REQUESTED) {
                vain = 0;
                return 1;
            }
            __builtin_ia32_pause();
        } while (nanos() < until);
        spun_in_vain();
    }
    return !__atomic_compare_exchange_n(&slot->state, &requested, SLOT_ASLEEP, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* An answer, in the slot or to come over the socket. */
struct answer {
    int fd;
    const char *at; /* NULL where it comes over the socket */
};

static void take(struct answer *answer, void *into, size_t bytes) {
    if (answer->at == NULL) {
        receive_all(answer->fd, into, bytes);
    } else {
        memcpy(into, answer->at, bytes);
        answer->at += bytes;
    }
}

/* What device code has printed goes the way of the program's own output. */
static void take_printed(struct answer *answer, size_t bytes) {
    char part[4096];
    while (bytes > 0) {
        size_t now = bytes < sizeof part ? bytes : sizeof part;
        take(answer, part, now);
        fwrite(part, 1, now, stdout);
        bytes -= now;
    }
}

static int introduce(int fd);
static void share_slot(int fd);

static int connect_new(void) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    while (connect(fd, (struct sockaddr *)&simulator, sizeof simulator) != 0) {
        if (errno != EINTR) {
            close(fd);
            return -1;
        }
    }
    used = 1;
    introduce(fd);
    return fd;
}

static void register_pending(void);

/* An error where there is no simulator to speak with. */
static int connected(void) {
    pthread_once(&prepared, prepare);
    if (in_callback) {
        return NOT_PERMITTED;
    }
    if (forked) {
        return NOT_INITIALIZED;
    }
    if (connection == 0) {
        int fd;
        if (simulator.sun_family != AF_UNIX) {
            return OLD_DRIVER;
        }
        fd = connect_new();
        if (fd < 0) {
            lost();
        }
        connection = fd + 1;
        pthread_setspecific(on_thread_end, &connection);
        share_slot(fd);
    }
    register_pending();
    return SUCCESS;
}

/*
 * Makes a call. Of the format, letters before '>' are arguments: w an int, q 64 bits, s a text, b a pointer and a size whose bytes go along.
 * Those behind it are results: W an int, Q 64 bits, V any number of bytes for a pointer, T the same in fresh memory whose pointer and size go
 * to two pointers. Results are left alone where there is an error.
 */
static int exchange(int fd, const char *name, const char *format, va_list values) {
    struct iovec parts[8];
    char fixed[512];
    size_t used = 12 + strlen(name);
    size_t begin = 0;
    word size = 0;
    int count = 0;
    unsigned char head[16];
    struct answer answer = {fd, NULL};
    int error;
    uint32_t printed;
    word results;

    memcpy(fixed + 12, name, used - 12);
    for (; *format != 0 && *format != '>'; format++) {
        if (*format == 'w') {
            uint32_t value = va_arg(values, uint32_t);
            memcpy(fixed + used, &value, 4);
            used += 4;
            size += 4;
        } else if (*format == 'q') {
            word value = va_arg(values, word);
            memcpy(fixed + used, &value, 8);
            used += 8;
            size += 8;
        } else {
            const char *data = va_arg(values, const char *);
            word length = *format == 's' ? strlen(data) : va_arg(values, word);
            memcpy(fixed + used, &length, 8);
            used += 8;
            size += 8 + length;
            parts[count].iov_base = fixed + begin;
            parts[count++].iov_len = used - begin;
            begin = used;
            parts[count].iov_base = (void *)(uintptr_t)data;
            parts[count++].iov_len = length;
        }
    }
    if (used > begin) {
        parts[count].iov_base = fixed + begin;
        parts[count++].iov_len = used - begin;
    }
    {
        uint32_t length = (uint32_t)strlen(name);
        memcpy(fixed, &size, 8);
        memcpy(fixed + 8, &length, 4);
    }
    if (!request_in_slot(parts, count)) {
        send_all(fd, parts, count);
    } else if (answered_in_slot()) {
        answer.at = slot->data;
    }

    take(&answer, head, sizeof head);
    memcpy(&error, head, 4);
    memcpy(&printed, head + 4, 4);
    memcpy(&results, head + 8, 8);
    if (printed + results > sizeof slot->data - sizeof head) {
        /* Only the head of a long answer is in the slot. */
        answer.at = NULL;
    }
    take_printed(&answer, printed);
    if (results == 0) {
        return error;
    }
    for (format = *format == '>' ? format + 1 : format; *format != 0; format++) {
        void *into = va_arg(values, void *);
        word bytes = *format == 'W' ? 4 : *format == 'Q' ? 8 : results;
        if (*format == 'T') {
            void *fresh = malloc(bytes + 1);
            if (fresh == NULL) {
                lost();
            }
            ((char *)fresh)[bytes] = 0;
            *(void **)into = fresh;
            into = fresh;
            *va_arg(values, word *) = bytes;
        }
        if (bytes > results) {
            lost();
        }
        take(&answer, into, bytes);
        results -= bytes;
    }
    if (results != 0) {
        lost();
    }
    return error;
}

static int say(int fd, const char *name, const char *format, ...) {
    va_list values;
    int error;
    va_start(values, format);
    error = exchange(fd, name, format, values);
    va_end(values);
    return error;
}

/* Each connection names its process, since processes share nothing but the devices. */
static int introduce(int fd) {
    return say(fd, "@process", "w", (uint32_t)getpid());
}

static void open_memory(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (memory_file < 0) {
        memory_file = open(memory_path, O_RDWR | O_CLOEXEC);
    }
    pthread_mutex_unlock(&lock);
}

/* The thread makes calls over the socket alone where the memory cannot be mapped. */
static void share_slot(int fd) {
    word offset = 0;
    open_memory();
    if (memory_file >= 0 && say(fd, "@slot", ">Q", &offset) == SUCCESS) {
        void *mapped = mmap(NULL, SLOT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory_file, (off_t)offset);
        slot = mapped == MAP_FAILED ? NULL : mapped;
    }
}

static int call(const char *name, const char *format, ...);

/* The lines of a failed assertion of device code go to the program's standard error; the simulator has them once. */
static void report_assertion(void) {
    void *text = NULL;
    word bytes = 0;
    if (call("@assertion", ">T", &text, &bytes) == SUCCESS
        && text != NULL) {
        fflush(stdout);
        fwrite(text, 1, bytes, stderr);
        free(text);
    }
}

static int runtime_is_used;
static __thread int in_driver;

/* Whether a result of a call has no place in the program's memory, or an argument is not there. */
static int lacks_place(const char *format, va_list values) {
    int results = 0, lacking = 0;
    va_list each;
    va_copy(each, values);
    for (; *format != 0; format++) {
        if (*format == '>') {
            results = 1;
        } else if (*format == 'w') {
            (void)va_arg(each, uint32_t);
        } else if (*format == 'q') {
            (void)va_arg(each, word);
        } else {
            int isNull = va_arg(each, void *) == NULL;
            word bytes = *format == 'b' || *format == 'T' ? va_arg(each, word) : 1;
            lacking |= isNull && (results || bytes > 0);
        }
    }
    va_end(each);
    return lacking;
}

EXPORT int __cudaCdpsimCall(const char *name, const char *format, va_list values) {
    int error = connected();
    if (error == SUCCESS && lacks_place(format, values)) {
        return say(connection - 1, "@failed", "sw", name, INVALID_VALUE);
    }
    if (error == SUCCESS) {
        error = exchange(connection - 1, name, format, values);
        if (error == ASSERT) {
            report_assertion();
        }
    }
    return error;
}

static int call(const char *name, const char *format, ...) {
    va_list values;
    int error;
    if (!in_driver && name[0] != '@') {
        runtime_is_used = 1;
    }
    va_start(values, format);
    error = __cudaCdpsimCall(name, format, values);
    va_end(values);
    return error;
}

/* Whether the program has made a call of the runtime itself, and thereby has its context. */
EXPORT int __cudaCdpsimRuntimeIsUsed(void) {
    return runtime_is_used;
}

/* Calls of the thread are those of the driver's interface from now on, or no more. */
EXPORT void __cudaCdpsimInDriver(int enter) {
    in_driver = enter;
}

/* A call that fails before the simulator sees it; its error is the thread's last all the same. */
static int failed(const char *of, int error) {
    return call("@failed", "sw", of, error);
}

#define ADDRESS(pointer) ((word)(uintptr_t)(pointer))
#define POINTER(address) ((void *)(uintptr_t)(address))

static int is_simulated(const void *pointer) {
    return (ADDRESS(pointer) >= FIRST_ADDRESS && ADDRESS(pointer) < LAST_ADDRESS) || ADDRESS(pointer) >> 40 == CONSTANT_WINDOW;
}

/* ---- callbacks ----------------------------------------------------------------------------------------------------------------------- */

static pthread_once_t caller_started = PTHREAD_ONCE_INIT;

/* Sends the simulator memory of the program, or stores there what it sends. */
static int exchange_bytes(const char *name, int fd, const char *format, ...) {
    va_list values;
    int error;
    va_start(values, format);
    error = exchange(fd, name, format, values);
    va_end(values);
    return error;
}

/* Runs the host functions of streams, one after the other; its connection tells, too, when the simulator is gone. */
static void *call_back(void *unused) {
    int fd = connect_new();
    (void)unused;
    in_callback = 1;
    for (;;) {
        word function = 0, data = 0, stream = 0, kind = 0;
        int status = 0;
        if (fd < 0) {
            lost();
        }
        say(fd, "@callback", ">QQQQW", &function, &data, &stream, &kind, &status);
        if (kind == 2) {
            exchange_bytes("@supply", fd, "b", POINTER(function), data);
        } else if (kind == 3) {
            exchange_bytes("@fetch", fd, ">V", POINTER(function));
        } else if (kind == 0) {
            ((void (*)(void *))POINTER(function))(POINTER(data));
        } else {
            ((void (*)(void *, int, void *))POINTER(function))(POINTER(stream), status, POINTER(data));
        }
    }
    return NULL;
}

static void start_caller(void) {
    pthread_t thread;
    pthread_attr_t detached;
    sigset_t all, before;
    sigfillset(&all);
    /* The program's signals are for its own threads. */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, call_back, NULL) != 0) {
        lost();
    }
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void watch(void) {
    if (connected() == SUCCESS) {
        pthread_once(&caller_started, start_caller);
    }
}

/* ---- modules and kernels ------------------------------------------------------------------------------------------------------------- */

struct wrapper {
    int magic, version;
    const void *data;
    void **prelinked;
};

/* What the program has registered before its first call waits until then, so that a process can be forked before. */
struct module {
    char file[4096];
    word handle, base, count;
    word places[256];
    int version;
};

struct registration {
    struct registration *next;
    struct module *module;
    enum { A_MODULE, A_FUNCTION, A_VARIABLE, A_MANAGED } kind;
    const void *host;
    const char *name;
    word bytes;
    int constant;
};

static pthread_mutex_t registrations_lock = PTHREAD_MUTEX_INITIALIZER;
static struct registration *registrations, **last_registration = &registrations;
static __thread int is_registering;

static int map(word address, word offset, word bytes);
static void watch(void);

static void carry_out(const struct registration *each) {
    struct module *module = each->module;
    word address = 0, offset = 0, bytes = 0;
    switch (each->kind) {
    case A_MODULE:
        call("@module", "sqwb>Q", module->file, module->base, module->version, module->places, module->count * 8, &module->handle);
        break;
    case A_FUNCTION:
        call("@function", "qqs", module->handle, ADDRESS(each->host), each->name);
        break;
    case A_VARIABLE:
        call("@variable", "qqsqw", module->handle, ADDRESS(each->host), each->name, each->bytes, each->constant);
        break;
    case A_MANAGED:
        watch();
        if (call("@managed", "qqs>QQQ", module->handle, ADDRESS(each->host), each->name, &address, &offset, &bytes) == SUCCESS
            && map(address, offset, bytes) == SUCCESS) {
            *(void **)(uintptr_t)each->host = POINTER(address);
        }
        break;
    }
}

/* Other threads wait here until all is registered; the calls of the registrations themselves pass through. */
static void register_pending(void) {
    if (is_registering || __atomic_load_n(&registrations, __ATOMIC_ACQUIRE) == NULL) {
        return;
    }
    pthread_mutex_lock(&registrations_lock);
    is_registering = 1;
    while (registrations != NULL) {
        struct registration *each = registrations;
        carry_out(each);
        if (each->next == NULL) {
            last_registration = &registrations;
        }
        __atomic_store_n(&registrations, each->next, __ATOMIC_RELEASE);
        free(each);
    }
    is_registering = 0;
    pthread_mutex_unlock(&registrations_lock);
}

static void enlist(void **module, int kind, const void *host, const char *name, word bytes, int constant) {
    struct registration *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL || module == NULL) {
        free(fresh);
        return;
    }
    fresh->module = (struct module *)(void *)module;
    fresh->kind = kind;
    fresh->host = host;
    fresh->name = name;
    fresh->bytes = bytes;
    fresh->constant = constant;
    pthread_mutex_lock(&registrations_lock);
    __atomic_store_n(last_registration, fresh, __ATOMIC_RELEASE);
    last_registration = &fresh->next;
    pthread_mutex_unlock(&registrations_lock);
}

/* The absolute path of a loaded object: that of the program itself is as it was called. */
static void path_of(const Dl_info *object, char *into) {
    Dl_info program;
    int own = dladdr((void *)(uintptr_t)getauxval(AT_PHDR), &program) != 0 && program.dli_fbase == object->dli_fbase;
    if (realpath(own ? "/proc/self/exe" : object->dli_fname, into) == NULL) {
        strncpy(into, object->dli_fname, 4095);
    }
}

EXPORT void **__cudaRegisterFatBinary(void *fat_binary) {
    const struct wrapper *wrapper = fat_binary;
    struct module *module = calloc(1, sizeof *module);
    struct link_map *object = NULL;
    Dl_info from;
    if (module == NULL || dladdr1(fat_binary, &from, (void **)&object, RTLD_DL_LINKMAP) == 0 || from.dli_fname == NULL || object == NULL) {
        free(module);
        return NULL;
    }
    path_of(&from, module->file);
    module->base = object->l_addr;
    module->version = wrapper->version;
    if (wrapper->version == 2) {
        void **each;
        for (each = wrapper->prelinked; each != NULL && *each != NULL && module->count < 256; each++) {
            module->places[module->count++] = ADDRESS(*each) - module->base;
        }
    } else {
        module->places[module->count++] = ADDRESS(wrapper->data) - module->base;
    }
    enlist((void **)module, A_MODULE, NULL, NULL, 0, 0);
    return (void **)module;
}

EXPORT void __cudaRegisterFatBinaryEnd(void **module) {
    (void)module;
}

static void forget_layouts(void);

/* An object that is closed takes with it the names of what it has registered; another may come to its place. */
EXPORT void __cudaUnregisterFatBinary(void **module) {
    struct registration **at = &registrations;
    pthread_mutex_lock(&registrations_lock);
    while (*at != NULL) {
        struct registration *each = *at;
        if (each->module == (struct module *)(void *)module) {
            __atomic_store_n(at, each->next, __ATOMIC_RELEASE);
            free(each);
        } else {
            at = &each->next;
        }
    }
    last_registration = at;
    pthread_mutex_unlock(&registrations_lock);
    forget_layouts();
}

EXPORT void __cudaRegisterFunction(void **module, const char *host, char *device, const char *name, int threads, void *tid, void *bid,
                                   void *block, void *grid, int *warp) {
    (void)device, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    enlist(module, A_FUNCTION, host, name, 0, 0);
}

EXPORT void __cudaRegisterVar(void **module, char *host, char *device, const char *name, int ext, size_t size, int constant, int global) {
    (void)device, (void)ext, (void)global;
    enlist(module, A_VARIABLE, host, name, size, constant);
}

EXPORT void __cudaRegisterManagedVar(void **module, void **host, char *device, const char *name, int ext, size_t size, int constant,
                                     int global) {
    (void)device, (void)ext, (void)global, (void)constant, (void)size;
    enlist(module, A_MANAGED, host, name, 0, 0);
}

EXPORT void __cudaRegisterTexture(void) {
    call("texture references", "");
}

EXPORT void __cudaRegisterSurface(void) {
    call("surface references", "");
}

/* Called before the first access to a managed variable. */
EXPORT char __cudaInitModule(void **module) {
    (void)module;
    connected();
    return 1;
}

/* A kernel's handle is the host function that stands for it. */
EXPORT int __cudaGetKernel(void **kernel, const void *function) {
    *kernel = POINTER(ADDRESS(function));
    return SUCCESS;
}

/* Where the parameters of a kernel lie: pairs of offset and size, asked for once. */
struct layout {
    const void *function;
    struct layout *next;
    const uint32_t *pairs;
    word count, bytes;
};

static pthread_mutex_t layouts_lock = PTHREAD_MUTEX_INITIALIZER;
static struct layout *layouts[256];

/* Threads may still read them, so they are not freed. */
static void forget_layouts(void) {
    pthread_mutex_lock(&layouts_lock);
    memset(layouts, 0, sizeof layouts);
    pthread_mutex_unlock(&layouts_lock);
}

static int layout_of(const void *function, const struct layout **found) {
    struct layout **bucket = &layouts[(ADDRESS(function) >> 4) % 256];
    struct layout *each;
    void *pairs = NULL;
    word size = 0;
    int error;
    pthread_mutex_lock(&layouts_lock);
    for (each = *bucket; each != NULL && each->function != function; each = each->next) {
    }
    pthread_mutex_unlock(&layouts_lock);
    *found = each;
    if (each != NULL) {
        return SUCCESS;
    }
    error = call("@parameters", "q>T", ADDRESS(function), &pairs, &size);
    if (error != SUCCESS) {
        return error;
    }
    each = calloc(1, sizeof *each);
    if (each == NULL) {
        return NO_MEMORY;
    }
    each->function = function;
    each->pairs = pairs;
    each->count = size / 8;
    if (each->count > 0) {
        each->bytes = each->pairs[2 * each->count - 2] + each->pairs[2 * each->count - 1];
    }
    pthread_mutex_lock(&layouts_lock);
    each->next = *bucket;
    *bucket = each;
    pthread_mutex_unlock(&layouts_lock);
    *found = each;
    return SUCCESS;
}

/* The handle of a function that stands for a kernel. */
static int kernel_of(const char *of, void **kernel, const void *function) {
    const struct layout *layout = NULL;
    int error = kernel == NULL ? INVALID_VALUE : layout_of(function, &layout);
    if (error == INVALID_HANDLE) {
        error = INVALID_DEVICE_FUNCTION;
    }
    return error != SUCCESS ? failed(of, error) : __cudaGetKernel(kernel, function);
}

EXPORT int cudaGetKernel(void **kernel, const void *function) {
    return kernel_of("cudaGetKernel", kernel, function);
}

EXPORT int cudaGetFuncBySymbol(void **kernel, const void *function) {
    return kernel_of("cudaGetFuncBySymbol", kernel, function);
}

static word chosen(const void *stream, int per_thread) {
    return stream == NULL && per_thread ? 2 : ADDRESS(stream);
}

static int launch_packed(const char *name, const void *function, dim grid, dim block, const void *bytes, word size, size_t shared, word stream,
                         const void *attributes, word attribute_bytes) {
    return call(name, "qwwwwwwqqbb", ADDRESS(function), grid.x, grid.y, grid.z, block.x, block.y, block.z, (word)shared, stream, bytes, size,
                attributes, attribute_bytes);
}

static int launch(const char *name, const void *function, dim grid, dim block, void **arguments, size_t shared, word stream,
                  const void *attributes, word attribute_bytes) {
    const struct layout *layout = NULL;
    char few[4096];
    char *bytes = few;
    word i;
    int error = layout_of(function, &layout);
    if (error == SUCCESS && layout->count > 0 && arguments == NULL) {
        error = INVALID_VALUE;
    }
    if (error != SUCCESS) {
        return failed(name, error);
    }
    if (layout->bytes > sizeof few && (bytes = malloc(layout->bytes)) == NULL) {
        return NO_MEMORY;
    }
    memset(bytes, 0, layout->bytes);
    for (i = 0; i < layout->count; i++) {
        memcpy(bytes + layout->pairs[2 * i], arguments[i], layout->pairs[2 * i + 1]);
    }
    error = launch_packed(name, function, grid, block, bytes, layout->bytes, shared, stream, attributes, attribute_bytes);
    if (bytes != few) {
        free(bytes);
    }
    return error;
}

/* An attribute of a launch or of a kernel node, as far as the library reads it. */
struct attribute { int number, padding; struct updatable { int is; void *node; } value; char rest[48]; };
enum { ATTRIBUTE_BYTES = sizeof(struct attribute), DEVICE_UPDATABLE = 13, CAPTURED_NODE_BYTES = 16 };

/* Makes the node that a captured launch has added updatable by device code, where its attributes say so. */
static int updatable(word stream, const void *attributes, word bytes) {
    struct attribute *each = (struct attribute *)attributes, *end = each + bytes / ATTRIBUTE_BYTES;
    int error = SUCCESS;
    for (; error == SUCCESS && each < end; each++) {
        void *answer = NULL;
        word size = 0;
        if (each->number != DEVICE_UPDATABLE || !each->value.is) {
            continue;
        }
        error = call("@captureDependencies", "q>T", stream, &answer, &size);
        if (error == SUCCESS && size == CAPTURED_NODE_BYTES) {
            error = call("@updatableNode", "qw>Q", *(word *)answer, each->value.is, &each->value.node);
        }
        free(answer);
    }
    return error;
}

static int launch_with_attributes(const char *name, const void *function, dim grid, dim block, void **arguments, size_t shared, word stream,
                                  const void *attributes, word attribute_bytes) {
    int error = launch(name, function, grid, block, arguments, shared, stream, attributes, attribute_bytes);
    return error == SUCCESS ? updatable(stream, attributes, attribute_bytes) : error;
}

/* A launch of the driver's interface: its parameters are one by one, or in a buffer as the kernel has them. */
EXPORT int __cudaCdpsimLaunch(const char *name, word function, dim grid, dim block, void **arguments, const void *packed, size_t packed_bytes,
                              size_t shared, void *stream, const void *attributes, size_t attribute_bytes) {
    const struct layout *layout = NULL;
    char few[4096] = {0};
    int error;
    if (packed == NULL) {
        error = layout_of(POINTER(function), &layout);
        return error != SUCCESS ? error
            : layout->count > 0 && arguments == NULL
            ? INVALID_VALUE
            : launch_with_attributes(name, POINTER(function), grid, block, arguments, shared, ADDRESS(stream), attributes, attribute_bytes);
    }
    error = layout_of(POINTER(function), &layout);
    if (error != SUCCESS || packed_bytes > sizeof few || packed_bytes < layout->bytes) {
        return error != SUCCESS ? error : INVALID_VALUE;
    }
    memcpy(few, packed, packed_bytes);
    error = launch_packed(name, POINTER(function), grid, block, few, layout->bytes, shared, ADDRESS(stream), attributes, attribute_bytes);
    return error == SUCCESS ? updatable(ADDRESS(stream), attributes, attribute_bytes) : error;
}

enum { WRAPPER_MAGIC = 0x466243b1, FAT_MAGIC = (int)0xba55ed50, ELF_MAGIC = 0x464c457f, NO_BINARY = 209, LINKED_HEAD = 16 };

/* Loads a module from memory: a text of PTX, a fat binary, or what a linker of the driver's interface has made. */
EXPORT int __cudaCdpsimLoad(const void *image, word *module) {
    const char *bytes = image;
    word size = 0;
    int magic = 0;
    memcpy(&magic, bytes, bytes[0] == 0 ? 1 : 4);
    if (magic == WRAPPER_MAGIC) {
        return __cudaCdpsimLoad(((const struct wrapper *)image)->data, module);
    }
    if (magic == ELF_MAGIC) {
        return NO_BINARY;
    }
    if (magic == FAT_MAGIC) {
        uint16_t head;
        memcpy(&head, bytes + 6, 2);
        memcpy(&size, bytes + 8, 8);
        size += head;
    } else if (memcmp(bytes, "CDPSIMLK", strnlen(bytes, 8)) == 0 && strnlen(bytes, 8) == 8) {
        memcpy(&size, bytes + 8, 8);
    } else {
        size = strlen(bytes);
    }
    return call("@image", "b>Q", bytes, size, module);
}

/* ---- libraries ------------------------------------------------------------------------------------------------------------------------ */

EXPORT int cudaLibraryLoadData(void **library, const void *image, int *options, void **values, unsigned count, int *library_options,
                               void **library_values, unsigned library_count) {
    int error;
    (void)options, (void)values, (void)count, (void)library_options, (void)library_values, (void)library_count;
    error = library == NULL || image == NULL ? INVALID_VALUE : __cudaCdpsimLoad(image, (word *)(void *)library);
    return error == SUCCESS ? SUCCESS : failed("cudaLibraryLoadData", error);
}

EXPORT int cudaLibraryLoadFromFile(void **library, const char *path, int *options, void **values, unsigned count, int *library_options,
                                   void **library_values, unsigned library_count) {
    enum { NOT_FOUND = 301 };
    FILE *file = fopen(path, "rb");
    char *all = NULL;
    long size = 0;
    int error = NOT_FOUND;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0
        && (all = calloc(1, (size_t)size + 16)) != NULL && fread(all, 1, (size_t)size, file) == (size_t)size) {
        error = cudaLibraryLoadData(library, all, options, values, count, library_options, library_values, library_count);
    } else {
        failed("cudaLibraryLoadFromFile", error);
    }
    free(all);
    if (file != NULL) {
        fclose(file);
    }
    return error;
}

EXPORT int cudaLibraryUnload(void *library) {
    return call("@unload", "q", ADDRESS(library));
}

EXPORT int cudaLibraryGetKernel(void **kernel, void *library, const char *name) {
    return call("@kernel", "qs>Q", ADDRESS(library), name, kernel);
}

EXPORT int cudaLibraryEnumerateKernels(void **kernels, unsigned count, void *library) {
    void *all = NULL;
    word bytes = 0;
    int error = kernels == NULL || count == 0 ? failed("cudaLibraryEnumerateKernels", INVALID_VALUE)
                                              : call("@kernels", "q>T", ADDRESS(library), &all, &bytes);
    if (error == SUCCESS && all != NULL) {
        memcpy(kernels, all, bytes < count * sizeof *kernels ? bytes : count * sizeof *kernels);
    }
    free(all);
    return error;
}

EXPORT int cudaLibraryGetKernelCount(unsigned *count, void *library) {
    void *all = NULL;
    word bytes = 0;
    int error = count == NULL ? failed("cudaLibraryGetKernelCount", INVALID_VALUE)
                              : call("@kernels", "q>T", ADDRESS(library), &all, &bytes);
    if (error == SUCCESS) {
        *count = (unsigned)(bytes / sizeof(void *));
    }
    free(all);
    return error;
}

EXPORT int cudaLibraryGetGlobal(void **address, size_t *bytes, void *library, const char *name) {
    word at = 0, size = 0;
    int error = call("@global", "qs>QQ", ADDRESS(library), name, &at, &size);
    if (error == SUCCESS && address != NULL) {
        *address = POINTER(at);
    }
    if (error == SUCCESS && bytes != NULL) {
        *bytes = size;
    }
    return error;
}

/* ---- the driver's interface ------------------------------------------------------------------------------------------------------------ */

/* An entry point of the library beside this one. Its status is 0 where it is there, 1 where it is not. */
static int driver_entry(const char *symbol, void **function, int version, word flags, int *status) {
    char path[4096 + 32];
    Dl_info own;
    void *library;
    int (*find)(const char *, void **, int, word, int *) = NULL;
    if (symbol == NULL || function == NULL) {
        return failed("cudaGetDriverEntryPoint", INVALID_VALUE);
    }
    *function = NULL;
    if (dladdr((void *)(uintptr_t)driver_entry, &own) != 0 && strlen(own.dli_fname) < 4096 && strchr(own.dli_fname, '/') != NULL) {
        strcpy(path, own.dli_fname);
        strcpy(strrchr(path, '/') + 1, "libcuda.so.1");
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        *(void **)&find = library == NULL ? NULL : dlsym(library, "cuGetProcAddress_v2");
    }
    if (find != NULL) {
        find(symbol, function, version, flags, NULL);
    }
    if (status != NULL) {
        *status = *function == NULL;
    }
    return SUCCESS;
}

EXPORT int cudaGetDriverEntryPoint(const char *symbol, void **function, word flags, int *status) {
    return driver_entry(symbol, function, CUDART * 1000, flags, status);
}

EXPORT int cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function, word flags, int *status) {
    return driver_entry(symbol, function, CUDART * 1000, flags == 0 ? 2 : flags, status);
}

EXPORT int cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version, word flags, int *status) {
    return driver_entry(symbol, function, (int)version, flags, status);
}

EXPORT int cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function, unsigned version, word flags, int *status) {
    return driver_entry(symbol, function, (int)version, flags == 0 ? 2 : flags, status);
}

/* Each call that names a stream is there twice: the second takes no stream for the thread's own one. */
#define FORMS(name, suffix, parameters, value) \
    EXPORT int name parameters { enum { PER_THREAD = 0 }; return value; } \
    EXPORT int name##suffix parameters { enum { PER_THREAD = 1 }; return value; }
#define STREAM chosen(stream, PER_THREAD)
#define DEFAULT_STREAM ((word)(PER_THREAD ? 2 : 0))

#define LAUNCH_FORM(name) \
    FORMS(name, _ptsz, (const void *function, dim grid, dim block, void **arguments, size_t shared, void *stream), \
          launch(#name, function, grid, block, arguments, shared, STREAM, NULL, 0))
LAUNCH_FORM(cudaLaunchKernel)
LAUNCH_FORM(__cudaLaunchKernel)
LAUNCH_FORM(cudaLaunchCooperativeKernel)

struct configuration {
    dim grid, block;
    size_t shared;
    void *stream;
    const void *attributes;
    unsigned attribute_count;
};

FORMS(cudaLaunchKernelExC, _ptsz, (const struct configuration *with, const void *function, void **arguments),
      launch_with_attributes("cudaLaunchKernelExC", function, with->grid, with->block, arguments, with->shared, chosen(with->stream, PER_THREAD),
             with->attributes, (word)with->attribute_count * ATTRIBUTE_BYTES))

/* What stands between <<< and >>>, kept until the call behind it: arguments may hold launches of their own. */
static __thread struct { dim grid, block; size_t shared; void *stream; } pushed[32];
static __thread int depth;

EXPORT unsigned __cudaPushCallConfiguration(dim grid, dim block, size_t shared, void *stream) {
    if (depth == (int)(sizeof pushed / sizeof *pushed)) {
        return NO_MEMORY;
    }
    pushed[depth].grid = grid;
    pushed[depth].block = block;
    pushed[depth].shared = shared;
    pushed[depth++].stream = stream;
    return SUCCESS;
}

EXPORT int __cudaPopCallConfiguration(dim *grid, dim *block, size_t *shared, void *stream) {
    if (depth == 0) {
        return MISSING_CONFIGURATION;
    }
    *grid = pushed[--depth].grid;
    *block = pushed[depth].block;
    *shared = pushed[depth].shared;
    *(void **)stream = pushed[depth].stream;
    return SUCCESS;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------------------- */

EXPORT int cudaMalloc(void **pointer, size_t bytes) {
    return pointer == NULL ? failed("cudaMalloc", INVALID_VALUE) : call("cudaMalloc", "q>Q", (word)bytes, pointer);
}

EXPORT int cudaFree(void *pointer) {
    word offset = 0, bytes = 0;
    int error = call("cudaFree", "q>QQ", ADDRESS(pointer), &offset, &bytes);
    if (bytes != 0) {
        munmap(pointer, bytes);
    }
    return error;
}

EXPORT int cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    return call("cudaMallocPitch", "qq>QQ", (word)width, (word)height, pointer, pitch);
}

struct pitched { void *pointer; size_t pitch, width, height; };
struct extent { size_t width, height, depth; };

EXPORT int cudaMalloc3D(struct pitched *into, struct extent size) {
    into->width = size.width;
    into->height = size.height;
    return call("cudaMallocPitch", "qq>QQ", (word)size.width, (word)(size.height * size.depth), &into->pointer, &into->pitch);
}

FORMS(cudaMallocAsync, _ptsz, (void **pointer, size_t bytes, void *stream),
      call("cudaMallocAsync", "qqq>Q", (word)bytes, STREAM, (word)0, pointer))
FORMS(cudaMallocFromPoolAsync, _ptsz, (void **pointer, size_t bytes, void *pool, void *stream),
      call("cudaMallocAsync", "qqq>Q", (word)bytes, STREAM, ADDRESS(pool), pointer))
FORMS(cudaFreeAsync, _ptsz, (void *pointer, void *stream), call("cudaFreeAsync", "qq", ADDRESS(pointer), STREAM))

/* Puts a part of the memory file where the simulator has it: one address and one memory for both. */
static int map(word address, word offset, word bytes) {
    void *at;
    open_memory();
    at = memory_file < 0 ? MAP_FAILED
                         : mmap(POINTER(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, memory_file,
                                (off_t)offset);
    if (at != MAP_FAILED && at != POINTER(address)) {
        munmap(at, bytes);
        at = MAP_FAILED;
    }
    return at == MAP_FAILED ? NO_MEMORY : SUCCESS;
}

static int shared_memory(const char *name, void **pointer, size_t bytes, unsigned flags) {
    word address = 0, offset = 0, mapped = 0;
    int error;
    if (pointer == NULL) {
        return failed(name, INVALID_VALUE);
    }
    watch();
    error = call(name, "qw>QQQ", (word)bytes, flags, &address, &offset, &mapped);
    if (error == SUCCESS && mapped != 0) {
        error = map(address, offset, mapped);
    }
    if (error == SUCCESS) {
        *pointer = POINTER(address);
    }
    return error;
}

EXPORT int cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    return shared_memory("cudaHostAlloc", pointer, bytes, flags);
}

EXPORT int cudaMallocHost(void **pointer, size_t bytes) {
    return shared_memory("cudaHostAlloc", pointer, bytes, 0);
}

EXPORT int cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
    return shared_memory("cudaMallocManaged", pointer, bytes, flags);
}

EXPORT int cudaFreeHost(void *pointer) {
    word offset = 0, bytes = 0;
    int error = call("cudaFreeHost", "q>QQ", ADDRESS(pointer), &offset, &bytes);
    if (bytes != 0) {
        munmap(pointer, bytes);
    }
    return error;
}

/* Pages of the program that get other memory behind them. */
struct exchange {
    char *begin;
    word bytes, offset;
    int error;
    ucontext_t before, during;
};

static __thread struct exchange *exchanging;

static void to_file(void) {
    struct exchange *each = exchanging;
    void *moved = mmap(NULL, each->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory_file, (off_t)each->offset);
    if (moved == MAP_FAILED) {
        each->error = NO_MEMORY;
        return;
    }
    memcpy(moved, each->begin, each->bytes);
    munmap(moved, each->bytes);
    each->error = mmap(each->begin, each->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory_file, (off_t)each->offset)
            == MAP_FAILED ? NO_MEMORY : SUCCESS;
}

static void from_file(void) {
    struct exchange *each = exchanging;
    void *own = mmap(NULL, each->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) {
        each->error = NO_MEMORY;
        return;
    }
    memcpy(own, each->begin, each->bytes);
    each->error = mremap(own, each->bytes, each->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, each->begin) == MAP_FAILED ? NO_MEMORY : SUCCESS;
}

/* Exchanges pages on a stack in pages of its own: those exchanged may hold the thread's stack or the heap. */
static int exchange_pages(void (*how)(void), char *begin, word bytes, word offset) {
    enum { STACK = 1 << 16 };
    struct exchange *each = mmap(NULL, sizeof *each + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int error;
    if (each == MAP_FAILED) {
        return NO_MEMORY;
    }
    each->begin = begin;
    each->bytes = bytes;
    each->offset = offset;
    exchanging = each;
    getcontext(&each->during);
    each->during.uc_stack.ss_sp = each + 1;
    each->during.uc_stack.ss_size = STACK;
    each->during.uc_link = &each->before;
    makecontext(&each->during, how, 0);
    swapcontext(&each->before, &each->during);
    error = each->error;
    munmap(each, sizeof *each + STACK);
    return error;
}

/* Memory of the program's own is moved to the memory file, pages and all, and back. */
EXPORT int cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
    word begin = 0, offset = 0, whole = 0;
    int error;
    watch();
    error = call("cudaHostRegister", "qqw>QQQ", ADDRESS(pointer), (word)bytes, flags, &begin, &offset, &whole);
    if (error != SUCCESS || whole == 0) {
        return error;
    }
    open_memory();
    return exchange_pages(to_file, POINTER(begin), whole, offset);
}

EXPORT int cudaHostUnregister(void *pointer) {
    void *unused = NULL;
    word bytes = 0, i;
    int error = call("cudaHostUnregister", "q>T", ADDRESS(pointer), &unused, &bytes);
    for (i = 0; i < bytes / 16 && error == SUCCESS; i++) {
        const word *pages = (const word *)unused + 2 * i;
        error = exchange_pages(from_file, POINTER(pages[0]), pages[1], 0);
    }
    free(unused);
    return error;
}

enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, ANY_KIND };
enum { MOST_AT_ONCE = 1 << 30, LEAST_TO_ASK = 1 << 16 };

/* Whether the bytes of a copy go along with the call: from the program's memory to one of the simulator's. */
static int goes_along(const void *to, const void *from, int kind) {
    return !is_simulated(from) && is_simulated(to) && (kind == HOST_TO_DEVICE || kind == HOST_TO_HOST || kind == ANY_KIND);
}

static int copy_part(void *to, const void *from, size_t bytes, int kind, word stream, int async);

/* What goes over the socket goes in parts that the simulator can hold. */
static int copy(void *to, const void *from, size_t bytes, int kind, word stream, int async) {
    int error = SUCCESS;
    if (bytes > 0 && (to == NULL || from == NULL)) {
        return failed("cudaMemcpy", INVALID_VALUE);
    }
    if (is_simulated(to) == is_simulated(from)) {
        return copy_part(to, from, bytes, kind, stream, async);
    }
    if (bytes >= LEAST_TO_ASK && goes_along(to, from, kind)) {
        error = call("@writable", "qq", ADDRESS(to), (word)bytes);
    }
    while (bytes > 0 && error == SUCCESS) {
        size_t now = bytes < MOST_AT_ONCE ? bytes : MOST_AT_ONCE;
        error = copy_part(to, from, now, kind, stream, async);
        to = (char *)to + now;
        from = (const char *)from + now;
        bytes -= now;
    }
    return error;
}

static int copy_part(void *to, const void *from, size_t bytes, int kind, word stream, int async) {
    int from_program = !is_simulated(from);
    int to_program = !is_simulated(to);
    int error;
    if (bytes == 0) {
        return SUCCESS;
    }
    error = call("cudaMemcpy", "qqqwqwb>V", ADDRESS(to), ADDRESS(from), (word)bytes, kind, stream, async,
                 goes_along(to, from, kind) ? from : NULL, (word)(goes_along(to, from, kind) ? bytes : 0), to);
    if (error == SUCCESS && from_program && to_program) {
        memmove(to, from, bytes);
    }
    return error;
}

FORMS(cudaMemcpy, _ptds, (void *to, const void *from, size_t bytes, int kind), copy(to, from, bytes, kind, DEFAULT_STREAM, 0))
FORMS(cudaMemcpyAsync, _ptsz, (void *to, const void *from, size_t bytes, int kind, void *stream),
      copy(to, from, bytes, kind, STREAM, 1))

static int copy_peer(void *to, int to_device, const void *from, int from_device, size_t bytes, word stream, int async) {
    int error = call("@devices", "ww", to_device, from_device);
    if (error == SUCCESS && bytes > 0 && (!is_simulated(to) || !is_simulated(from))) {
        error = failed("cudaMemcpyPeer", INVALID_VALUE);
    }
    return error == SUCCESS ? copy(to, from, bytes, ANY_KIND, stream, async) : error;
}

EXPORT int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    return copy_peer(to, to_device, from, from_device, bytes, 0, 0);
}

FORMS(cudaMemcpyPeerAsync, _ptsz, (void *to, int to_device, const void *from, int from_device, size_t bytes, void *stream),
      copy_peer(to, to_device, from, from_device, bytes, STREAM, 1))

/* Rows of pageable memory travel without what lies between them. */
static void rows(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t width, size_t height) {
    size_t y;
    for (y = 0; y < height; y++) {
        memmove(to + y * to_pitch, from + y * from_pitch, width);
    }
}

static int copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, word stream,
                     int async) {
    int from_program = !is_simulated(from);
    int to_program = !is_simulated(to);
    char *packed = NULL;
    int error;
    if (width == 0 || height == 0) {
        return SUCCESS;
    }
    if (to == NULL || from == NULL) {
        return failed("cudaMemcpy2D", INVALID_VALUE);
    }
    if (width > to_pitch || width > from_pitch) {
        return failed("cudaMemcpy2D", 12);
    }
    if (from_program != to_program && (packed = malloc(width * height)) == NULL) {
        return NO_MEMORY;
    }
    if (from_program && packed != NULL) {
        rows(packed, width, from, from_pitch, width, height);
    }
    error = call("cudaMemcpy2D", "qqqqqqwqwb>V", ADDRESS(to), (word)to_pitch, ADDRESS(from), (word)from_pitch, (word)width, (word)height,
                 kind, stream, async, packed, (word)(from_program && packed != NULL ? width * height : 0), packed != NULL ? packed : to);
    if (error == SUCCESS && to_program) {
        rows(to, to_pitch, packed != NULL ? packed : from, packed != NULL ? width : from_pitch, width, height);
    }
    free(packed);
    return error;
}

FORMS(cudaMemcpy2D, _ptds,
      (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind),
      copy_rows(to, to_pitch, from, from_pitch, width, height, kind, DEFAULT_STREAM, 0))
FORMS(cudaMemcpy2DAsync, _ptsz,
      (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, void *stream),
      copy_rows(to, to_pitch, from, from_pitch, width, height, kind, STREAM, 1))

struct box {
    void *from_array;
    struct extent from_place;
    struct pitched from;
    void *to_array;
    struct extent to_place;
    struct pitched to;
    struct extent size;
    int kind;
};

struct array_layout { size_t pitch, row, rows, slices, texel; };

static int array_layout_of(const void *array, struct array_layout *layout) {
    word pitch = 0, row = 0, rows = 0, slices = 0, texel = 0;
    int error = call("@array", "q>QQQQQ", ADDRESS(array), &pitch, &row, &rows, &slices, &texel);
    *layout = (struct array_layout){(size_t)pitch, (size_t)row, (size_t)rows, (size_t)slices, (size_t)texel};
    return error;
}

static int is_within(size_t start, size_t count, size_t limit) {
    return start <= limit && count <= limit - start;
}

/* One side of a copy of a box. An array counts its texels, other memory its bytes. */
struct side { char *start; size_t pitch, slice; };

static int side_of(const char *of, void *array, const struct array_layout *layout, struct extent place, struct pitched memory, struct extent size,
                   struct side *side) {
    size_t texel = array != NULL ? layout->texel : 1;
    if (array != NULL) {
        if (memory.pointer != NULL || !is_within(place.width * texel, size.width, layout->row)
            || !is_within(place.height, size.height, layout->rows) || !is_within(place.depth, size.depth, layout->slices)) {
            return failed(of, INVALID_VALUE);
        }
        *side = (struct side){array, layout->pitch, layout->pitch * layout->rows};
    } else {
        if (size.width != 0 && (size.width > memory.pitch || (size.depth > 1 && size.height > memory.height))) {
            return failed(of, INVALID_PITCH);
        }
        if (size.width != 0
            && (!is_within(place.width, size.width, memory.pitch) || (memory.height != 0 && !is_within(place.height, size.height, memory.height)))) {
            return failed(of, INVALID_VALUE);
        }
        *side = (struct side){memory.pointer, memory.pitch, memory.pitch * memory.height};
    }
    if (side->start != NULL) {
        side->start += place.width * texel + side->pitch * place.height + side->slice * place.depth;
    }
    return SUCCESS;
}

/* Both sides of a copy of a box, and its size with a width in bytes. */
static int sides_of(const char *of, const struct box *box, struct side *from, struct side *to, struct extent *size) {
    struct array_layout from_layout = {.texel = 1}, to_layout = {.texel = 1};
    int error = SUCCESS;
    if ((box->from_array != NULL && (error = array_layout_of(box->from_array, &from_layout)) != SUCCESS)
        || (box->to_array != NULL && (error = array_layout_of(box->to_array, &to_layout)) != SUCCESS)) {
        return error;
    }
    if (box->from_array != NULL && box->to_array != NULL && from_layout.texel != to_layout.texel) {
        return failed(of, INVALID_VALUE);
    }
    *size = box->size;
    size->width *= box->from_array != NULL ? from_layout.texel : to_layout.texel;
    error = side_of(of, box->from_array, &from_layout, box->from_place, box->from, *size, from);
    return error != SUCCESS ? error : side_of(of, box->to_array, &to_layout, box->to_place, box->to, *size, to);
}

static int copy_box(const struct box *box, word stream, int async) {
    struct extent size;
    struct side from, to;
    size_t z;
    int error = box == NULL ? failed("cudaMemcpy3D", INVALID_VALUE) : sides_of("cudaMemcpy3D", box, &from, &to, &size);
    for (z = 0; error == SUCCESS && z < size.depth; z++) {
        error = copy_rows(to.start != NULL ? to.start + to.slice * z : NULL, to.pitch, from.start != NULL ? from.start + from.slice * z : NULL,
                          from.pitch, size.width, size.height, box->kind, stream, async);
    }
    return error;
}

FORMS(cudaMemcpy3D, _ptds, (const struct box *box), copy_box(box, DEFAULT_STREAM, 0))
FORMS(cudaMemcpy3DAsync, _ptsz, (const struct box *box, void *stream), copy_box(box, STREAM, 1))

struct peer_box {
    void *from_array;
    struct extent from_place;
    struct pitched from;
    int from_device;
    void *to_array;
    struct extent to_place;
    struct pitched to;
    int to_device;
    struct extent size;
};

static int copy_peer_box(const struct peer_box *each, word stream, int async) {
    struct box box;
    int error = each == NULL ? failed("cudaMemcpy3DPeer", INVALID_VALUE) : call("@devices", "ww", each->to_device, each->from_device);
    if (error != SUCCESS) {
        return error;
    }
    box = (struct box){each->from_array, each->from_place, each->from, each->to_array, each->to_place, each->to, each->size, ANY_KIND};
    return copy_box(&box, stream, async);
}

FORMS(cudaMemcpy3DPeer, _ptds, (const struct peer_box *box), copy_peer_box(box, DEFAULT_STREAM, 0))
FORMS(cudaMemcpy3DPeerAsync, _ptsz, (const struct peer_box *box, void *stream), copy_peer_box(box, STREAM, 1))

static int to_symbol(const void *symbol, const void *from, size_t bytes, size_t offset, int kind, word stream, int async) {
    int from_program = !is_simulated(from);
    return from == NULL ? failed("cudaMemcpyToSymbol", INVALID_VALUE) : call("cudaMemcpyToSymbol", "qqqqwqwb", ADDRESS(symbol), ADDRESS(from), (word)bytes, (word)offset, kind, stream, async,
                from_program ? from : NULL, (word)(from_program ? bytes : 0));
}

static int from_symbol(void *to, const void *symbol, size_t bytes, size_t offset, int kind, word stream, int async) {
    return call("cudaMemcpyFromSymbol", "qqqqwqw>V", ADDRESS(to), ADDRESS(symbol), (word)bytes, (word)offset, kind, stream, async, to);
}

FORMS(cudaMemcpyToSymbol, _ptds, (const void *symbol, const void *from, size_t bytes, size_t offset, int kind),
      to_symbol(symbol, from, bytes, offset, kind, DEFAULT_STREAM, 0))
FORMS(cudaMemcpyToSymbolAsync, _ptsz,
      (const void *symbol, const void *from, size_t bytes, size_t offset, int kind, void *stream),
      to_symbol(symbol, from, bytes, offset, kind, STREAM, 1))
FORMS(cudaMemcpyFromSymbol, _ptds, (void *to, const void *symbol, size_t bytes, size_t offset, int kind),
      from_symbol(to, symbol, bytes, offset, kind, DEFAULT_STREAM, 0))
FORMS(cudaMemcpyFromSymbolAsync, _ptsz, (void *to, const void *symbol, size_t bytes, size_t offset, int kind, void *stream),
      from_symbol(to, symbol, bytes, offset, kind, STREAM, 1))

EXPORT int cudaGetSymbolAddress(void **pointer, const void *symbol) {
    return call("cudaGetSymbolAddress", "q>Q", ADDRESS(symbol), pointer);
}

EXPORT int cudaGetSymbolSize(size_t *bytes, const void *symbol) {
    return call("cudaGetSymbolSize", "q>Q", ADDRESS(symbol), bytes);
}

static int fill(void *to, size_t pitch, int value, size_t width, size_t height, word stream, int async) {
    return width == 0 || height == 0
        ? SUCCESS
        : call("cudaMemset", "qqwqqqw", ADDRESS(to), (word)pitch, value, (word)width, (word)height, stream, async);
}

FORMS(cudaMemset, _ptds, (void *to, int value, size_t bytes), fill(to, bytes, value, bytes, 1, DEFAULT_STREAM, 0))
FORMS(cudaMemsetAsync, _ptsz, (void *to, int value, size_t bytes, void *stream), fill(to, bytes, value, bytes, 1, STREAM, 1))
FORMS(cudaMemset2D, _ptds, (void *to, size_t pitch, int value, size_t width, size_t height),
      fill(to, pitch, value, width, height, DEFAULT_STREAM, 0))
FORMS(cudaMemset2DAsync, _ptsz, (void *to, size_t pitch, int value, size_t width, size_t height, void *stream),
      fill(to, pitch, value, width, height, STREAM, 1))

static int fill_box(struct pitched to, int value, struct extent size, word stream, int async) {
    size_t z;
    int error = SUCCESS;
    for (z = 0; z < size.depth && error == SUCCESS; z++) {
        error = fill((char *)to.pointer + z * to.pitch * to.height, to.pitch, value, size.width, size.height, stream, async);
    }
    return error;
}

FORMS(cudaMemset3D, _ptds, (struct pitched to, int value, struct extent size), fill_box(to, value, size, DEFAULT_STREAM, 0))
FORMS(cudaMemset3DAsync, _ptsz, (struct pitched to, int value, struct extent size, void *stream),
      fill_box(to, value, size, STREAM, 1))

EXPORT int cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    size_t unused;
    return call("cudaMemGetInfo", ">QQ", free_bytes != NULL ? free_bytes : &unused, total != NULL ? total : &unused);
}

EXPORT int cudaPointerGetAttributes(void *attributes, const void *pointer) {
    return call("cudaPointerGetAttributes", "q>V", ADDRESS(pointer), attributes);
}

EXPORT int cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    return call("cudaHostGetDevicePointer", "qw>Q", ADDRESS(host), flags, device);
}

EXPORT int cudaHostGetFlags(unsigned *flags, void *host) {
    return call("cudaHostGetFlags", "q>W", ADDRESS(host), flags);
}

/* ---- streams and events -------------------------------------------------------------------------------------------------------------- */

static int stream_of(void **stream, unsigned flags, int priority) {
    return stream == NULL ? failed("cudaStreamCreate", INVALID_VALUE) : call("cudaStreamCreate", "ww>Q", flags, priority, stream);
}

EXPORT int cudaStreamCreate(void **stream) {
    return stream_of(stream, 0, 0);
}

EXPORT int cudaStreamCreateWithFlags(void **stream, unsigned flags) {
    return stream_of(stream, flags, 0);
}

EXPORT int cudaStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
    return stream_of(stream, flags, priority);
}

EXPORT int cudaStreamDestroy(void *stream) {
    return call("cudaStreamDestroy", "q", ADDRESS(stream));
}

FORMS(cudaStreamSynchronize, _ptsz, (void *stream), call("cudaStreamSynchronize", "q", STREAM))
FORMS(cudaStreamQuery, _ptsz, (void *stream), call("cudaStreamQuery", "q", STREAM))
FORMS(cudaStreamGetPriority, _ptsz, (void *stream, int *priority), call("cudaStreamGetPriority", "q>W", STREAM, priority))
FORMS(cudaStreamGetFlags, _ptsz, (void *stream, unsigned *flags), call("cudaStreamGetFlags", "q>W", STREAM, flags))
FORMS(cudaStreamGetId, _ptsz, (void *stream, word *id), call("cudaStreamGetId", "q>Q", STREAM, id))
FORMS(cudaStreamGetDevice, _ptsz, (void *stream, int *device), call("cudaStreamGetDevice", "q>W", STREAM, device))
FORMS(cudaStreamWaitEvent, _ptsz, (void *stream, void *event, unsigned flags),
      call("cudaStreamWaitEvent", "qqw", STREAM, ADDRESS(event), flags))
FORMS(cudaStreamIsCapturing, _ptsz, (void *stream, int *status), call("cudaStreamIsCapturing", "q>W", STREAM, status))
FORMS(cudaStreamAttachMemAsync, _ptsz, (void *stream, void *pointer, size_t bytes, unsigned flags),
      call("cudaStreamAttachMemAsync", "qqqw", STREAM, ADDRESS(pointer), (word)bytes, flags))
FORMS(cudaLaunchHostFunc, _ptsz, (void *stream, void (*function)(void *), void *data),
      function == NULL ? failed("cudaLaunchHostFunc", INVALID_VALUE)
                       : (watch(), call("cudaLaunchHostFunc", "qqqw", STREAM, ADDRESS(function), ADDRESS(data), 0)))
FORMS(cudaStreamAddCallback, _ptsz, (void *stream, void (*function)(void *, int, void *), void *data, unsigned flags),
      function == NULL || flags != 0
          ? failed("cudaStreamAddCallback", INVALID_VALUE)
          : (watch(), call("cudaLaunchHostFunc", "qqqw", STREAM, ADDRESS(function), ADDRESS(data), 1)))

enum { STREAM_ATTRIBUTE_BYTES = 64 };

FORMS(cudaStreamGetAttribute, _ptsz, (void *stream, int attribute, void *value),
      call("cudaStreamGetAttribute", "qw>V", STREAM, attribute, value))
FORMS(cudaStreamSetAttribute, _ptsz, (void *stream, int attribute, const void *value),
      call("cudaStreamSetAttribute", "qwb", STREAM, attribute, value, (word)STREAM_ATTRIBUTE_BYTES))
FORMS(cudaStreamCopyAttributes, _ptsz, (void *to, void *from),
      call("cudaStreamCopyAttributes", "qq", chosen(to, PER_THREAD), chosen(from, PER_THREAD)))

struct batch_attributes { int order; struct location { int type, id; } from_hint, to_hint; unsigned flags; };

/* The copies of a batch run one after the other; where their bytes are read, the hints of their attributes change nothing. */
static int copy_batch(void **to, void **from, size_t *bytes, size_t count, const struct batch_attributes *with, const size_t *starts,
                      size_t attribute_count, word stream) {
    enum { LAST_ORDER = 3, LEGACY = 1 };
    size_t i;
    int error = stream <= LEGACY || to == NULL || from == NULL || bytes == NULL || count == 0 || with == NULL || starts == NULL
            || attribute_count == 0 || attribute_count > count || starts[0] != 0
        ? INVALID_VALUE
        : SUCCESS;
    for (i = 0; error == SUCCESS && i < attribute_count; i++) {
        if (with[i].order < 1 || with[i].order > LAST_ORDER || starts[i] >= count || (i > 0 && starts[i] <= starts[i - 1])) {
            error = INVALID_VALUE;
        }
    }
    if (error != SUCCESS) {
        return failed("cudaMemcpyBatchAsync", error);
    }
    for (i = 0; i < count && error == SUCCESS; i++) {
        error = copy(to[i], from[i], bytes[i], ANY_KIND, stream, 1);
    }
    return error;
}

#if CUDART == 13
FORMS(cudaMemcpyBatchAsync, _ptsz,
      (void **to, void **from, size_t *bytes, size_t count, const void *attributes, const size_t *indices, size_t attribute_count, void *stream),
      copy_batch(to, from, bytes, count, attributes, indices, attribute_count, STREAM))
#else
FORMS(cudaMemcpyBatchAsync, _ptsz,
      (void **to, void **from, size_t *bytes, size_t count, const void *attributes, const size_t *indices, size_t attribute_count, size_t *failing,
       void *stream),
      ((void)failing, copy_batch(to, from, bytes, count, attributes, indices, attribute_count, STREAM)))
#endif

EXPORT int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    int unused;
    return call("cudaDeviceGetStreamPriorityRange", ">WW", least != NULL ? least : &unused, greatest != NULL ? greatest : &unused);
}

EXPORT int cudaEventCreateWithFlags(void **event, unsigned flags) {
    return event == NULL ? failed("cudaEventCreate", INVALID_VALUE) : call("cudaEventCreate", "w>Q", flags, event);
}

EXPORT int cudaEventCreate(void **event) {
    return cudaEventCreateWithFlags(event, 0);
}

FORMS(cudaEventRecord, _ptsz, (void *event, void *stream), call("cudaEventRecord", "qq", ADDRESS(event), STREAM))
FORMS(cudaEventRecordWithFlags, _ptsz, (void *event, void *stream, unsigned flags),
      call("cudaEventRecordWithFlags", "qqw", ADDRESS(event), STREAM, flags))

EXPORT int cudaEventQuery(void *event) {
    return call("cudaEventQuery", "q", ADDRESS(event));
}

EXPORT int cudaEventSynchronize(void *event) {
    return call("cudaEventSynchronize", "q", ADDRESS(event));
}

EXPORT int cudaEventDestroy(void *event) {
    return call("cudaEventDestroy", "q", ADDRESS(event));
}

EXPORT int cudaEventElapsedTime(float *milliseconds, void *begin, void *end) {
    return call("cudaEventElapsedTime", "qq>W", ADDRESS(begin), ADDRESS(end), milliseconds);
}

EXPORT int cudaEventElapsedTime_v2(float *milliseconds, void *begin, void *end) {
    return cudaEventElapsedTime(milliseconds, begin, end);
}

/* ---- graphs -------------------------------------------------------------------------------------------------------------------------- */

struct kernel_node { const void *function; dim grid, block; unsigned shared; void **arguments; void **extra; };
struct memset_node { void *to; size_t pitch; unsigned value, element; size_t width, height; };
struct host_node { void (*function)(void *); void *data; };

enum { NODE_BYTES = 8, PARAMETER_BUFFER = 1, PARAMETER_BUFFER_BYTES = 2 };

EXPORT int cudaGraphCreate(void **graph, unsigned flags) {
    return graph == NULL || flags != 0 ? failed("cudaGraphCreate", INVALID_VALUE) : call("cudaGraphCreate", ">Q", graph);
}

EXPORT int cudaGraphDestroy(void *graph) {
    return call("cudaGraphDestroy", "q", ADDRESS(graph));
}

EXPORT int cudaGraphClone(void **clone, void *graph) {
    return call("cudaGraphClone", "q>Q", ADDRESS(graph), clone);
}

/* The parameters of a kernel as the simulator takes them, in fresh memory. */
static int packed(const struct kernel_node *with, char **bytes, word *size) {
    const struct layout *layout = NULL;
    word i;
    int error = layout_of(with->function, &layout);
    if (error != SUCCESS) {
        return error;
    }
    *size = layout->bytes;
    *bytes = calloc(1, layout->bytes + 1);
    if (*bytes == NULL) {
        return NO_MEMORY;
    }
    if (with->extra != NULL) {
        const void *buffer = NULL;
        size_t given = 0;
        void **each;
        for (each = with->extra; each[0] != NULL; each += 2) {
            if (ADDRESS(each[0]) == PARAMETER_BUFFER) {
                buffer = each[1];
            } else if (ADDRESS(each[0]) == PARAMETER_BUFFER_BYTES) {
                given = *(size_t *)each[1];
            }
        }
        if (buffer == NULL || with->arguments != NULL) {
            return INVALID_VALUE;
        }
        memcpy(*bytes, buffer, given < layout->bytes ? given : layout->bytes);
        return SUCCESS;
    }
    if (with->arguments == NULL && layout->count > 0) {
        return INVALID_VALUE;
    }
    for (i = 0; i < layout->count; i++) {
        memcpy(*bytes + layout->pairs[2 * i], with->arguments[i], layout->pairs[2 * i + 1]);
    }
    return SUCCESS;
}

EXPORT int cudaGraphAddKernelNode(void **node, void *graph, void *const *on, size_t count, const struct kernel_node *with) {
    char *bytes = NULL;
    word size = 0;
    int error = packed(with, &bytes, &size);
    if (error == SUCCESS) {
        error = call("cudaGraphAddKernelNode", "qbqwwwwwwwb>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(with->function),
                     with->grid.x, with->grid.y, with->grid.z, with->block.x, with->block.y, with->block.z, with->shared, bytes, size,
                     node);
    }
    free(bytes);
    return error;
}

static int kernel_changed(const char *name, void *exec, void *node, const struct kernel_node *with) {
    char *bytes = NULL;
    word size = 0;
    int error = packed(with, &bytes, &size);
    if (error == SUCCESS && exec != NULL) {
        error = call(name, "qqqwwwwwwwb", ADDRESS(exec), ADDRESS(node), ADDRESS(with->function), with->grid.x, with->grid.y,
                     with->grid.z, with->block.x, with->block.y, with->block.z, with->shared, bytes, size);
    } else if (error == SUCCESS) {
        error = call(name, "qqwwwwwwwb", ADDRESS(node), ADDRESS(with->function), with->grid.x, with->grid.y, with->grid.z, with->block.x,
                     with->block.y, with->block.z, with->shared, bytes, size);
    }
    free(bytes);
    return error;
}

EXPORT int cudaGraphKernelNodeSetParams(void *node, const struct kernel_node *with) {
    return kernel_changed("cudaGraphKernelNodeSetParams", NULL, node, with);
}

EXPORT int cudaGraphExecKernelNodeSetParams(void *exec, void *node, const struct kernel_node *with) {
    return exec == NULL ? INVALID_VALUE : kernel_changed("cudaGraphExecKernelNodeSetParams", exec, node, with);
}

/* The arguments that the program sees stay until its end, as the node may. */
EXPORT int cudaGraphKernelNodeGetParams(void *node, struct kernel_node *into) {
    void *answer = NULL;
    word size = 0, i;
    const struct layout *layout = NULL;
    const uint32_t *numbers;
    word function;
    int error = call("cudaGraphKernelNodeGetParams", "q>T", ADDRESS(node), &answer, &size);
    if (error != SUCCESS) {
        return error;
    }
    memcpy(&function, answer, 8);
    numbers = (const uint32_t *)((char *)answer + 8);
    memset(into, 0, sizeof *into);
    into->function = POINTER(function);
    into->grid = (dim){numbers[0], numbers[1], numbers[2]};
    into->block = (dim){numbers[3], numbers[4], numbers[5]};
    into->shared = numbers[6];
    error = layout_of(into->function, &layout);
    if (error != SUCCESS) {
        return error;
    }
    into->arguments = calloc(layout->count + 1, sizeof(void *));
    if (into->arguments == NULL) {
        return NO_MEMORY;
    }
    for (i = 0; i < layout->count; i++) {
        into->arguments[i] = (char *)answer + 36 + layout->pairs[2 * i];
    }
    return SUCCESS;
}

/* The rows of a copy in a graph. Slices follow one another on both sides. */
static int flat(const char *name, const struct box *box, word *values) {
    struct side from, to;
    struct extent size;
    int error;
    watch();
    if ((error = sides_of(name, box, &from, &to, &size)) != SUCCESS) {
        return error;
    }
    if (size.depth > 1 && (from.slice != from.pitch * size.height || to.slice != to.pitch * size.height)) {
        return call("a graph's copy of slices that lie apart", "");
    }
    values[0] = ADDRESS(to.start);
    values[1] = (word)to.pitch;
    values[2] = ADDRESS(from.start);
    values[3] = (word)from.pitch;
    values[4] = (word)size.width;
    values[5] = (word)(size.height * size.depth);
    return SUCCESS;
}

EXPORT int cudaGraphAddMemcpyNode(void **node, void *graph, void *const *on, size_t count, const struct box *box) {
    word v[6];
    int error = flat("cudaGraphAddMemcpyNode", box, v);
    return error != SUCCESS ? error
                            : call("cudaGraphAddMemcpyNode", "qbqqqqqqb>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, v[0], v[1], v[2],
                                   v[3], v[4], v[5], box, (word)sizeof *box, node);
}

EXPORT int cudaGraphAddMemcpyNode1D(void **node, void *graph, void *const *on, size_t count, void *to, const void *from, size_t bytes,
                                    int kind) {
    (void)kind;
    watch();
    return call("cudaGraphAddMemcpyNode", "qbqqqqqqb>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(to), (word)bytes,
                ADDRESS(from), (word)bytes, (word)bytes, (word)1, NULL, (word)0, node);
}

EXPORT int cudaGraphMemcpyNodeSetParams(void *node, const struct box *box) {
    word v[6];
    int error = flat("cudaGraphMemcpyNodeSetParams", box, v);
    return error != SUCCESS
        ? error
        : call("cudaGraphMemcpyNodeSetParams", "qqqqqqqb", ADDRESS(node), v[0], v[1], v[2], v[3], v[4], v[5], box, (word)sizeof *box);
}

EXPORT int cudaGraphMemcpyNodeSetParams1D(void *node, void *to, const void *from, size_t bytes, int kind) {
    (void)kind;
    watch();
    return call("cudaGraphMemcpyNodeSetParams", "qqqqqqqb", ADDRESS(node), ADDRESS(to), (word)bytes, ADDRESS(from), (word)bytes,
                (word)bytes, (word)1, NULL, (word)0);
}

EXPORT int cudaGraphExecMemcpyNodeSetParams(void *exec, void *node, const struct box *box) {
    word v[6];
    int error = flat("cudaGraphExecMemcpyNodeSetParams", box, v);
    return error != SUCCESS ? error
                            : call("cudaGraphExecMemcpyNodeSetParams", "qqqqqqqqb", ADDRESS(exec), ADDRESS(node), v[0], v[1], v[2], v[3],
                                   v[4], v[5], box, (word)sizeof *box);
}

EXPORT int cudaGraphExecMemcpyNodeSetParams1D(void *exec, void *node, void *to, const void *from, size_t bytes, int kind) {
    (void)kind;
    watch();
    return call("cudaGraphExecMemcpyNodeSetParams", "qqqqqqqqb", ADDRESS(exec), ADDRESS(node), ADDRESS(to), (word)bytes, ADDRESS(from),
                (word)bytes, (word)bytes, (word)1, NULL, (word)0);
}

EXPORT int cudaGraphAddMemcpyNodeToSymbol(void **node, void *graph, void *const *on, size_t count, const void *symbol, const void *from,
                                          size_t bytes, size_t offset, int kind) {
    (void)kind;
    watch();
    return call("cudaGraphAddMemcpyNodeSymbol", "qbwqqqq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, 1, ADDRESS(symbol),
                ADDRESS(from), (word)bytes, (word)offset, node);
}

EXPORT int cudaGraphAddMemcpyNodeFromSymbol(void **node, void *graph, void *const *on, size_t count, void *to, const void *symbol,
                                            size_t bytes, size_t offset, int kind) {
    (void)kind;
    watch();
    return call("cudaGraphAddMemcpyNodeSymbol", "qbwqqqq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, 0, ADDRESS(symbol),
                ADDRESS(to), (word)bytes, (word)offset, node);
}

static int symbol_copy(void *exec, void *node, int to_symbol, const void *symbol, const void *other, size_t bytes, size_t offset) {
    watch();
    return exec == NULL ? call("cudaGraphMemcpyNodeSetParamsSymbol", "qwqqqq", ADDRESS(node), to_symbol, ADDRESS(symbol), ADDRESS(other),
                               (word)bytes, (word)offset)
                        : call("cudaGraphExecMemcpyNodeSetParamsSymbol", "qqwqqqq", ADDRESS(exec), ADDRESS(node), to_symbol, ADDRESS(symbol),
                               ADDRESS(other), (word)bytes, (word)offset);
}

EXPORT int cudaGraphMemcpyNodeSetParamsToSymbol(void *node, const void *symbol, const void *from, size_t bytes, size_t offset, int kind) {
    (void)kind;
    return symbol_copy(NULL, node, 1, symbol, from, bytes, offset);
}

EXPORT int cudaGraphMemcpyNodeSetParamsFromSymbol(void *node, void *to, const void *symbol, size_t bytes, size_t offset, int kind) {
    (void)kind;
    return symbol_copy(NULL, node, 0, symbol, to, bytes, offset);
}

EXPORT int cudaGraphExecMemcpyNodeSetParamsToSymbol(void *exec, void *node, const void *symbol, const void *from, size_t bytes, size_t offset,
                                                    int kind) {
    (void)kind;
    return exec == NULL ? INVALID_VALUE : symbol_copy(exec, node, 1, symbol, from, bytes, offset);
}

EXPORT int cudaGraphExecMemcpyNodeSetParamsFromSymbol(void *exec, void *node, void *to, const void *symbol, size_t bytes, size_t offset,
                                                      int kind) {
    (void)kind;
    return exec == NULL ? INVALID_VALUE : symbol_copy(exec, node, 0, symbol, to, bytes, offset);
}

EXPORT int cudaGraphAddMemsetNode(void **node, void *graph, void *const *on, size_t count, const struct memset_node *with) {
    return call("cudaGraphAddMemsetNode", "qbqqwwqq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(with->to),
                (word)with->pitch, with->value, with->element, (word)with->width, (word)with->height, node);
}

EXPORT int cudaGraphMemsetNodeSetParams(void *node, const struct memset_node *with) {
    return call("cudaGraphMemsetNodeSetParams", "qqqwwqq", ADDRESS(node), ADDRESS(with->to), (word)with->pitch, with->value,
                with->element, (word)with->width, (word)with->height);
}

EXPORT int cudaGraphExecMemsetNodeSetParams(void *exec, void *node, const struct memset_node *with) {
    return call("cudaGraphExecMemsetNodeSetParams", "qqqqwwqq", ADDRESS(exec), ADDRESS(node), ADDRESS(with->to), (word)with->pitch,
                with->value, with->element, (word)with->width, (word)with->height);
}

EXPORT int cudaGraphAddHostNode(void **node, void *graph, void *const *on, size_t count, const struct host_node *with) {
    watch();
    if (with == NULL || with->function == NULL) {
        return failed("cudaGraphAddHostNode", INVALID_VALUE);
    }
    return call("cudaGraphAddHostNode", "qbqq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(with->function),
                ADDRESS(with->data), node);
}

EXPORT int cudaGraphHostNodeSetParams(void *node, const struct host_node *with) {
    return call("cudaGraphHostNodeSetParams", "qqq", ADDRESS(node), ADDRESS(with->function), ADDRESS(with->data));
}

EXPORT int cudaGraphExecHostNodeSetParams(void *exec, void *node, const struct host_node *with) {
    return call("cudaGraphExecHostNodeSetParams", "qqqq", ADDRESS(exec), ADDRESS(node), ADDRESS(with->function), ADDRESS(with->data));
}

EXPORT int cudaGraphAddEmptyNode(void **node, void *graph, void *const *on, size_t count) {
    return call("cudaGraphAddEmptyNode", "qb>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, node);
}

static int child_graph(void **node, void *graph, void *const *on, size_t count, void *child, int moves) {
    return call("cudaGraphAddChildGraphNode", "qbqw>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(child), moves, node);
}

EXPORT int cudaGraphAddChildGraphNode(void **node, void *graph, void *const *on, size_t count, void *child) {
    return child_graph(node, graph, on, count, child, 0);
}

EXPORT int cudaGraphAddEventRecordNode(void **node, void *graph, void *const *on, size_t count, void *event) {
    return call("cudaGraphAddEventNode", "qbwq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, 0, ADDRESS(event), node);
}

EXPORT int cudaGraphAddEventWaitNode(void **node, void *graph, void *const *on, size_t count, void *event) {
    return call("cudaGraphAddEventNode", "qbwq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, 1, ADDRESS(event), node);
}

EXPORT int cudaGraphEventRecordNodeGetEvent(void *node, void **event) {
    return call("cudaGraphEventNodeGetEvent", "qw>Q", ADDRESS(node), 0, event);
}

EXPORT int cudaGraphEventWaitNodeGetEvent(void *node, void **event) {
    return call("cudaGraphEventNodeGetEvent", "qw>Q", ADDRESS(node), 1, event);
}

EXPORT int cudaGraphEventRecordNodeSetEvent(void *node, void *event) {
    return call("cudaGraphEventNodeSetEvent", "qwq", ADDRESS(node), 0, ADDRESS(event));
}

EXPORT int cudaGraphEventWaitNodeSetEvent(void *node, void *event) {
    return call("cudaGraphEventNodeSetEvent", "qwq", ADDRESS(node), 1, ADDRESS(event));
}

EXPORT int cudaGraphExecEventRecordNodeSetEvent(void *exec, void *node, void *event) {
    return call("cudaGraphExecEventNodeSetEvent", "qqwq", ADDRESS(exec), ADDRESS(node), 0, ADDRESS(event));
}

EXPORT int cudaGraphExecEventWaitNodeSetEvent(void *exec, void *node, void *event) {
    return call("cudaGraphExecEventNodeSetEvent", "qqwq", ADDRESS(exec), ADDRESS(node), 1, ADDRESS(event));
}

EXPORT int cudaGraphExecChildGraphNodeSetParams(void *exec, void *node, void *child) {
    return call("cudaGraphExecChildGraphNodeSetParams", "qqq", ADDRESS(exec), ADDRESS(node), ADDRESS(child));
}

EXPORT int cudaGraphMemcpyNodeGetParams(void *node, struct box *into) {
    return call("cudaGraphMemcpyNodeGetParams", "q>V", ADDRESS(node), into);
}

EXPORT int cudaGraphMemsetNodeGetParams(void *node, struct memset_node *into) {
    word v[6];
    int error = call("cudaGraphMemsetNodeGetParams", "q>QQQQQQ", ADDRESS(node), &v[0], &v[1], &v[2], &v[3], &v[4], &v[5]);
    if (error == SUCCESS) {
        *into = (struct memset_node){POINTER(v[0]), v[1], (unsigned)v[2], (unsigned)v[3], v[4], v[5]};
    }
    return error;
}

EXPORT int cudaGraphHostNodeGetParams(void *node, struct host_node *into) {
    word function = 0;
    int error = call("cudaGraphHostNodeGetParams", "q>QQ", ADDRESS(node), &function, &into->data);
    if (error == SUCCESS) {
        memcpy(&into->function, &function, sizeof function);
    }
    return error;
}

struct conditional_node { word handle; int kind; unsigned size; void **bodies; };
struct allocation_node { unsigned char pool[88]; const void *access; size_t access_count, bytes; void *pointer; };

/* The parameters of a node of any type. */
struct any_node {
    int type, reserved[3];
    union {
        struct kernel_node kernel;
        struct { int flags, reserved[3]; struct box box; } copy;
        struct memset_node fill;
        struct host_node host;
        struct { void *graph; int ownership; } graph;
        void *event;
        struct allocation_node allocation;
        void *freed;
        struct conditional_node conditional;
        long long padding[29];
    } of;
    long long reserved_behind;
};
enum { OF_KERNEL, OF_COPY, OF_FILL, OF_HOST, OF_GRAPH, OF_EMPTY, OF_WAIT, OF_RECORD, OF_ALLOCATION = 10, OF_FREE, OF_CONDITION = 13 };

EXPORT int cudaGraphConditionalHandleCreate(word *handle, void *graph, unsigned value, unsigned flags) {
    return call("cudaGraphConditionalHandleCreate", "qww>Q", ADDRESS(graph), value, flags, handle);
}

EXPORT int cudaGraphAddMemAllocNode(void **node, void *graph, void *const *on, size_t count, struct allocation_node *with) {
    return call("cudaGraphAddMemAllocNode", "qbq>QQ", ADDRESS(graph), on, (word)count * NODE_BYTES, (word)with->bytes, node,
                &with->pointer);
}

EXPORT int cudaGraphMemAllocNodeGetParams(void *node, struct allocation_node *into) {
    memset(into, 0, sizeof *into);
    return call("cudaGraphMemAllocNodeGetParams", "q>QQ", ADDRESS(node), &into->pointer, &into->bytes);
}

EXPORT int cudaGraphAddMemFreeNode(void **node, void *graph, void *const *on, size_t count, void *pointer) {
    return call("cudaGraphAddMemFreeNode", "qbq>Q", ADDRESS(graph), on, (word)count * NODE_BYTES, ADDRESS(pointer), node);
}

EXPORT int cudaGraphMemFreeNodeGetParams(void *node, void *into) {
    return call("cudaGraphMemFreeNodeGetParams", "q>Q", ADDRESS(node), into);
}

EXPORT int cudaDeviceGraphMemTrim(int device) {
    return call("cudaDeviceGraphMemTrim", "w", device);
}

EXPORT int cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value) {
    return call("cudaDeviceGetGraphMemAttribute", "ww>Q", device, attribute, value);
}

EXPORT int cudaDeviceSetGraphMemAttribute(int device, int attribute, void *value) {
    (void)value;
    return call("cudaDeviceSetGraphMemAttribute", "ww", device, attribute);
}

/* The array of a conditional node's graphs stays until the program ends. */
static int conditional(void **node, void *graph, void *const *on, size_t count, struct conditional_node *with) {
    void *bodies = NULL;
    word bytes = 0;
    int error = call("cudaGraphAddConditionalNode", "qbqww>T", ADDRESS(graph), on, (word)count * NODE_BYTES, with->handle,
                     (unsigned)with->kind, with->size, &bodies, &bytes);
    if (error == SUCCESS) {
        *node = ((void **)bodies)[0];
        with->bodies = (void **)bodies + 1;
    }
    return error;
}

static int any_node(void **node, void *graph, void *const *on, size_t count, struct any_node *with) {
    switch (with->type) {
        case OF_KERNEL:
            return cudaGraphAddKernelNode(node, graph, on, count, &with->of.kernel);
        case OF_COPY:
            return cudaGraphAddMemcpyNode(node, graph, on, count, &with->of.copy.box);
        case OF_FILL:
            return cudaGraphAddMemsetNode(node, graph, on, count, &with->of.fill);
        case OF_HOST:
            return cudaGraphAddHostNode(node, graph, on, count, &with->of.host);
        case OF_GRAPH:
            return child_graph(node, graph, on, count, with->of.graph.graph, with->of.graph.ownership);
        case OF_EMPTY:
            return cudaGraphAddEmptyNode(node, graph, on, count);
        case OF_WAIT:
            return cudaGraphAddEventWaitNode(node, graph, on, count, with->of.event);
        case OF_RECORD:
            return cudaGraphAddEventRecordNode(node, graph, on, count, with->of.event);
        case OF_ALLOCATION:
            return cudaGraphAddMemAllocNode(node, graph, on, count, &with->of.allocation);
        case OF_FREE:
            return cudaGraphAddMemFreeNode(node, graph, on, count, with->of.freed);
        case OF_CONDITION:
            return conditional(node, graph, on, count, &with->of.conditional);
        default:
            return call("a graph's node of this type", "");
    }
}

EXPORT int cudaGraphNodeSetParams(void *node, struct any_node *with) {
    switch (with->type) {
        case OF_KERNEL:
            return cudaGraphKernelNodeSetParams(node, &with->of.kernel);
        case OF_COPY:
            return cudaGraphMemcpyNodeSetParams(node, &with->of.copy.box);
        case OF_FILL:
            return cudaGraphMemsetNodeSetParams(node, &with->of.fill);
        case OF_HOST:
            return cudaGraphHostNodeSetParams(node, &with->of.host);
        case OF_WAIT:
            return cudaGraphEventWaitNodeSetEvent(node, with->of.event);
        case OF_RECORD:
            return cudaGraphEventRecordNodeSetEvent(node, with->of.event);
        default:
            return INVALID_VALUE;
    }
}

EXPORT int cudaGraphExecNodeSetParams(void *exec, void *node, struct any_node *with) {
    switch (with->type) {
        case OF_KERNEL:
            return cudaGraphExecKernelNodeSetParams(exec, node, &with->of.kernel);
        case OF_COPY:
            return cudaGraphExecMemcpyNodeSetParams(exec, node, &with->of.copy.box);
        case OF_FILL:
            return cudaGraphExecMemsetNodeSetParams(exec, node, &with->of.fill);
        case OF_HOST:
            return cudaGraphExecHostNodeSetParams(exec, node, &with->of.host);
        case OF_GRAPH:
            return cudaGraphExecChildGraphNodeSetParams(exec, node, with->of.graph.graph);
        case OF_WAIT:
            return cudaGraphExecEventWaitNodeSetEvent(exec, node, with->of.event);
        case OF_RECORD:
            return cudaGraphExecEventRecordNodeSetEvent(exec, node, with->of.event);
        default:
            return INVALID_VALUE;
    }
}

/* What the simulator knows of edges: the port of each. */
struct edge_data { unsigned char from_port, to_port, type, reserved[5]; };

static struct edge_data data_of(word port) {
    struct edge_data data = {(unsigned char)port, 0, port != 0, {0}};
    return data;
}

static int is_plain(const struct edge_data *data, size_t count) {
    size_t i;
    for (i = 0; data != NULL && i < count; i++) {
        if (data[i].from_port != 0 || data[i].to_port != 0 || data[i].type != 0) {
            return 0;
        }
    }
    return 1;
}

static int node_with_edges(void **node, void *graph, void *const *on, const struct edge_data *data, size_t count, struct any_node *with) {
    int error = any_node(node, graph, on, count, with);
    if (error == SUCCESS && !is_plain(data, count)) {
        error = call("@ports", "qbb", ADDRESS(*node), on, (word)count * NODE_BYTES, data, (word)count * sizeof *data);
        if (error != SUCCESS) {
            call("cudaGraphDestroyNode", "q", ADDRESS(*node));
        }
    }
    return error;
}

#if CUDART == 13
EXPORT int cudaGraphAddNode(void **node, void *graph, void *const *on, const void *data, size_t count, struct any_node *with) {
    return node_with_edges(node, graph, on, data, count, with);
}
#else
EXPORT int cudaGraphAddNode(void **node, void *graph, void *const *on, size_t count, struct any_node *with) {
    return any_node(node, graph, on, count, with);
}

EXPORT int cudaGraphAddNode_v2(void **node, void *graph, void *const *on, const void *data, size_t count, struct any_node *with) {
    return node_with_edges(node, graph, on, data, count, with);
}
#endif

EXPORT int cudaGraphKernelNodeSetAttribute(void *node, int attribute, void *value) {
    struct updatable *of = value;
    if (attribute == DEVICE_UPDATABLE) {
        return call("@updatableNode", "qw>Q", ADDRESS(node), of->is, &of->node);
    }
    return call("cudaGraphKernelNodeSetAttribute", "qwb", ADDRESS(node), attribute, value, (word)STREAM_ATTRIBUTE_BYTES);
}

EXPORT int cudaGraphKernelNodeGetAttribute(void *node, int attribute, void *value) {
    return call("cudaGraphKernelNodeGetAttribute", "qw>V", ADDRESS(node), attribute, value);
}

/* CUDA 13 names the target first. */
EXPORT int cudaGraphKernelNodeCopyAttributes(void *first, void *second) {
    void *from = CUDART == 13 ? second : first, *to = CUDART == 13 ? first : second;
    return call("cudaGraphKernelNodeCopyAttributes", "qq", ADDRESS(from), ADDRESS(to));
}

EXPORT int cudaGraphDestroyNode(void *node) {
    return call("cudaGraphDestroyNode", "q", ADDRESS(node));
}

EXPORT int cudaGraphNodeGetType(void *node, int *type) {
    return call("cudaGraphNodeGetType", "q>W", ADDRESS(node), type);
}

EXPORT int cudaGraphNodeFindInClone(void **node, void *original, void *clone) {
    return call("cudaGraphNodeFindInClone", "qq>Q", ADDRESS(original), ADDRESS(clone), node);
}

EXPORT int cudaGraphChildGraphNodeGetGraph(void *node, void **graph) {
    return call("cudaGraphChildGraphNodeGetGraph", "q>Q", ADDRESS(node), graph);
}

/* Fills the program's array as far as it reaches, or says how long it should be. */
static int listed(const char *name, const void *of, void **into, size_t *count) {
    void *handles = NULL;
    word bytes = 0;
    int error = call(name, "q>T", ADDRESS(of), &handles, &bytes);
    size_t all = bytes / NODE_BYTES;
    if (error == SUCCESS && into != NULL) {
        size_t i;
        for (i = 0; i < *count; i++) {
            into[i] = i < all ? ((void **)handles)[i] : NULL;
        }
        if (*count > all) {
            *count = all;
        }
    } else if (error == SUCCESS) {
        *count = all;
    }
    free(handles);
    return error;
}

EXPORT int cudaGraphGetNodes(void *graph, void **nodes, size_t *count) {
    return listed("cudaGraphGetNodes", graph, nodes, count);
}

EXPORT int cudaGraphGetRootNodes(void *graph, void **nodes, size_t *count) {
    return listed("cudaGraphGetRootNodes", graph, nodes, count);
}

/* Fills the program's arrays from answers of some words each, the last of which is the port of an edge. */
static int edges(const char *name, const void *of, void **first, void **second, struct edge_data *data, size_t *count) {
    void *answer = NULL;
    word bytes = 0;
    int error = call(name, "q>T", ADDRESS(of), &answer, &bytes);
    size_t width = second == NULL ? 2 : 3, all = bytes / (width * NODE_BYTES), i;
    const word *words = answer;
    if (error == SUCCESS && first != NULL) {
        for (i = 0; i < *count; i++) {
            const word *each = words + width * i;
            if (i < all && data == NULL && each[width - 1] != 0) {
                error = failed(name, LOSSY_QUERY);
                break;
            }
            first[i] = i < all ? POINTER(each[0]) : NULL;
            if (second != NULL) {
                second[i] = i < all ? POINTER(each[1]) : NULL;
            }
            if (data != NULL) {
                data[i] = data_of(i < all ? each[width - 1] : 0);
            }
        }
        if (*count > all) {
            *count = all;
        }
    } else if (error == SUCCESS) {
        *count = all;
    }
    free(answer);
    return error;
}

static int all_edges(void *graph, void **from, void **to, struct edge_data *data, size_t *count) {
    void *unused[1];
    return edges("cudaGraphGetEdges", graph, to == NULL ? NULL : from, to == NULL ? unused : to, data, count);
}

static int edges_changed(const char *name, void *graph, void *const *from, void *const *to, const struct edge_data *data, size_t count) {
    return call(name, "qbbb", ADDRESS(graph), from, (word)count * NODE_BYTES, to, (word)count * NODE_BYTES, data,
                data == NULL ? (word)0 : (word)count * sizeof *data);
}

#define EDGE_FORMS(suffix, parameter, value) \
    EXPORT int cudaGraphGetEdges##suffix(void *graph, void **from, void **to, parameter size_t *count) { \
        return all_edges(graph, from, to, value, count); \
    } \
    EXPORT int cudaGraphNodeGetDependencies##suffix(void *node, void **nodes, parameter size_t *count) { \
        return edges("cudaGraphNodeGetDependencies", node, nodes, NULL, value, count); \
    } \
    EXPORT int cudaGraphNodeGetDependentNodes##suffix(void *node, void **nodes, parameter size_t *count) { \
        return edges("cudaGraphNodeGetDependentNodes", node, nodes, NULL, value, count); \
    } \
    EXPORT int cudaGraphAddDependencies##suffix(void *graph, void *const *from, void *const *to, parameter size_t count) { \
        return edges_changed("cudaGraphAddDependencies", graph, from, to, value, count); \
    } \
    EXPORT int cudaGraphRemoveDependencies##suffix(void *graph, void *const *from, void *const *to, parameter size_t count) { \
        return edges_changed("cudaGraphRemoveDependencies", graph, from, to, value, count); \
    }
#define EDGE_DATA struct edge_data *data,
#define NO_EDGE_DATA

/* CUDA 13 has the data of edges among the arguments. */
#if CUDART == 13
EDGE_FORMS(, EDGE_DATA, data)
#else
EDGE_FORMS(, NO_EDGE_DATA, NULL)
EDGE_FORMS(_v2, EDGE_DATA, data)
#endif

EXPORT int cudaGraphDebugDotPrint(void *graph, const char *path, unsigned flags) {
    void *text = NULL;
    word bytes = 0;
    FILE *file;
    int error = call("cudaGraphDebugDotPrint", "q>T", ADDRESS(graph), &text, &bytes);
    (void)flags;
    if (error != SUCCESS) {
        return error;
    }
    file = fopen(path, "w");
    if (file == NULL || fwrite(text, 1, bytes, file) != bytes) {
        error = INVALID_VALUE;
    }
    if (file != NULL) {
        fclose(file);
    }
    free(text);
    return error;
}

struct instantiation { unsigned long long flags; void *upload_stream; void *error_node; int result; };

static int instantiate(void **exec, void *graph, unsigned long long flags, word stream, int *result, void **refused) {
    word made = 0;
    int error = call("cudaGraphInstantiate", "qqq>QWQ", ADDRESS(graph), (word)flags, stream, &made, result, refused);
    if (error == SUCCESS) {
        *exec = POINTER(made);
    }
    return error;
}

EXPORT int cudaGraphInstantiate(void **exec, void *graph, unsigned long long flags) {
    int result = 0;
    void *refused = NULL;
    return instantiate(exec, graph, flags, 0, &result, &refused);
}

EXPORT int cudaGraphInstantiateWithFlags(void **exec, void *graph, unsigned long long flags) {
    return cudaGraphInstantiate(exec, graph, flags);
}

FORMS(cudaGraphInstantiateWithParams, _ptsz, (void **exec, void *graph, struct instantiation *with),
      (with->error_node = NULL, instantiate(exec, graph, with->flags, chosen(with->upload_stream, PER_THREAD), &with->result,
                                             &with->error_node)))
FORMS(cudaGraphLaunch, _ptsz, (void *exec, void *stream), call("cudaGraphLaunch", "qq", ADDRESS(exec), STREAM))
FORMS(cudaGraphUpload, _ptsz, (void *exec, void *stream), call("cudaGraphUpload", "qq", ADDRESS(exec), STREAM))

EXPORT int cudaGraphExecDestroy(void *exec) {
    return call("cudaGraphExecDestroy", "q", ADDRESS(exec));
}

EXPORT int cudaGraphExecGetFlags(void *exec, unsigned long long *flags) {
    return call("cudaGraphExecGetFlags", "q>Q", ADDRESS(exec), flags);
}

struct update { int result; void *error_node, *error_from_node; };

EXPORT int cudaGraphExecUpdate(void *exec, void *graph, struct update *into) {
    memset(into, 0, sizeof *into);
    return call("cudaGraphExecUpdate", "qq>WQQ", ADDRESS(exec), ADDRESS(graph), &into->result, &into->error_node,
                &into->error_from_node);
}

EXPORT int cudaGraphNodeSetEnabled(void *exec, void *node, unsigned enabled) {
    return call("cudaGraphNodeSetEnabled", "qqw", ADDRESS(exec), ADDRESS(node), enabled);
}

EXPORT int cudaGraphNodeGetEnabled(void *exec, void *node, unsigned *enabled) {
    return call("cudaGraphNodeGetEnabled", "qq>W", ADDRESS(exec), ADDRESS(node), enabled);
}

/* A capture may hold functions of the host and copies of the program's own memory. */
FORMS(cudaStreamBeginCapture, _ptsz, (void *stream, int mode), (watch(), call("cudaStreamBeginCapture", "qw", STREAM, mode)))

EXPORT int cudaThreadExchangeStreamCaptureMode(int *mode) {
    return mode == NULL ? failed("cudaThreadExchangeStreamCaptureMode", INVALID_VALUE)
                        : call("cudaThreadExchangeStreamCaptureMode", "w>W", *mode, mode);
}

/* A capture into a graph of the program needs no place for that graph. */
static int end_capture(word stream, void **graph) {
    void *captured = NULL;
    int error = call("cudaStreamEndCapture", "q>Q", stream, &captured);
    if (graph != NULL) {
        *graph = captured;
    }
    return error;
}

FORMS(cudaStreamEndCapture, _ptsz, (void *stream, void **graph), end_capture(STREAM, graph))

/* The nodes that the next work of the stream depends on, and the data of these edges, stay until the thread asks again. */
static int capture_info(word stream, int *status, word *id, void **graph, const void ***on, const void **data, size_t *count) {
    static __thread void **nodes;
    static __thread struct edge_data *ports;
    void *answer = NULL;
    word own = 0, of = 0, bytes = 0;
    size_t all, i;
    int error = call("cudaStreamGetCaptureInfo", "q>WQQ", stream, status, id == NULL ? &own : id, &of);
    if (error != SUCCESS || of == 0) {
        return error;
    }
    if (graph != NULL) {
        *graph = POINTER(of);
    }
    if (on == NULL && count == NULL) {
        return SUCCESS;
    }
    error = call("@captureDependencies", "q>T", stream, &answer, &bytes);
    if (error != SUCCESS) {
        return error;
    }
    all = bytes / (2 * NODE_BYTES);
    free(nodes);
    free(ports);
    nodes = calloc(all + 1, sizeof *nodes);
    ports = calloc(all + 1, sizeof *ports);
    if (nodes == NULL || ports == NULL) {
        free(answer);
        return NO_MEMORY;
    }
    for (i = 0; i < all; i++) {
        nodes[i] = POINTER(((word *)answer)[2 * i]);
        ports[i] = data_of(((word *)answer)[2 * i + 1]);
    }
    free(answer);
    if (data == NULL && !is_plain(ports, all)) {
        return failed("cudaStreamGetCaptureInfo", LOSSY_QUERY);
    }
    if (on != NULL) {
        *on = (const void **)nodes;
    }
    if (data != NULL) {
        *data = ports;
    }
    if (count != NULL) {
        *count = all;
    }
    return SUCCESS;
}

static int begin_to_graph(word stream, void *graph, void *const *on, const struct edge_data *data, size_t count, int mode) {
    watch();
    return call("cudaStreamBeginCaptureToGraph", "qqbwb", stream, ADDRESS(graph), on, (word)count * NODE_BYTES, mode, data,
                data == NULL ? (word)0 : (word)count * sizeof *data);
}

FORMS(cudaStreamBeginCaptureToGraph, _ptsz, (void *stream, void *graph, void *const *on, const void *data, size_t count, int mode),
      begin_to_graph(STREAM, graph, on, data, count, mode))

static int depend(word stream, void *const *on, const struct edge_data *data, size_t count, unsigned flags) {
    return call("cudaStreamUpdateCaptureDependencies", "qbwb", stream, on, (word)count * NODE_BYTES, flags, data,
                data == NULL ? (word)0 : (word)count * sizeof *data);
}

#if CUDART == 13
FORMS(cudaStreamGetCaptureInfo, _ptsz,
      (void *stream, int *status, word *id, void **graph, const void ***on, const void **data, size_t *count),
      capture_info(STREAM, status, id, graph, on, data, count))
FORMS(cudaStreamUpdateCaptureDependencies, _ptsz, (void *stream, void *const *on, const void *data, size_t count, unsigned flags),
      depend(STREAM, on, data, count, flags))
#else
FORMS(cudaStreamGetCaptureInfo, _ptsz, (void *stream, int *status, word *id), capture_info(STREAM, status, id, NULL, NULL, NULL, NULL))
FORMS(cudaStreamGetCaptureInfo_v2, _ptsz, (void *stream, int *status, word *id, void **graph, const void ***on, size_t *count),
      capture_info(STREAM, status, id, graph, on, NULL, count))
FORMS(cudaStreamGetCaptureInfo_v3, _ptsz,
      (void *stream, int *status, word *id, void **graph, const void ***on, const void **data, size_t *count),
      capture_info(STREAM, status, id, graph, on, data, count))
FORMS(cudaStreamUpdateCaptureDependencies, _ptsz, (void *stream, void *const *on, size_t count, unsigned flags),
      depend(STREAM, on, NULL, count, flags))
FORMS(cudaStreamUpdateCaptureDependencies_v2, _ptsz, (void *stream, void *const *on, const void *data, size_t count, unsigned flags),
      depend(STREAM, on, data, count, flags))
#endif

/* ---- objects of the program that graphs hold ------------------------------------------------------------------------------------------- */

EXPORT int cudaUserObjectCreate(void **object, void *pointer, void (*destructor)(void *), unsigned count, unsigned flags) {
    if (object == NULL) {
        return failed("cudaUserObjectCreate", INVALID_VALUE);
    }
    watch();
    return call("cudaUserObjectCreate", "qqww>Q", ADDRESS(pointer), ADDRESS(destructor), count, flags, object);
}

EXPORT int cudaUserObjectRetain(void *object, unsigned count) {
    return call("cudaUserObjectRetain", "qw", ADDRESS(object), count);
}

EXPORT int cudaUserObjectRelease(void *object, unsigned count) {
    return call("cudaUserObjectRelease", "qw", ADDRESS(object), count);
}

EXPORT int cudaGraphRetainUserObject(void *graph, void *object, unsigned count, unsigned flags) {
    return call("cudaGraphRetainUserObject", "qqww", ADDRESS(graph), ADDRESS(object), count, flags);
}

EXPORT int cudaGraphReleaseUserObject(void *graph, void *object, unsigned count) {
    return call("cudaGraphReleaseUserObject", "qqw", ADDRESS(graph), ADDRESS(object), count);
}

/* ---- device, limits, functions ------------------------------------------------------------------------------------------------------- */

EXPORT int cudaDeviceSynchronize(void) {
    return call("cudaDeviceSynchronize", "");
}

EXPORT int cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

EXPORT int cudaDeviceReset(void) {
    return call("cudaDeviceReset", "");
}

EXPORT int cudaThreadExit(void) {
    return cudaDeviceReset();
}

EXPORT int cudaDeviceSetLimit(int limit, size_t value) {
    return call("cudaDeviceSetLimit", "wq", limit, (word)value);
}

EXPORT int cudaDeviceGetLimit(size_t *value, int limit) {
    return call("cudaDeviceGetLimit", "w>Q", limit, value);
}

EXPORT int cudaDeviceSetCacheConfig(int preference) {
    return call("cudaDeviceSetCacheConfig", "w", preference);
}

EXPORT int cudaDeviceGetCacheConfig(int *preference) {
    return call("cudaDeviceGetCacheConfig", ">W", preference);
}

EXPORT int cudaDeviceSetSharedMemConfig(int config) {
    return call("cudaDeviceSetSharedMemConfig", "w", config);
}

EXPORT int cudaDeviceGetSharedMemConfig(int *config) {
    return call("cudaDeviceGetSharedMemConfig", ">W", config);
}

EXPORT int cudaGetDeviceCount(int *count) {
    return call("cudaGetDeviceCount", ">W", count);
}

EXPORT int cudaSetDevice(int device) {
    return call("cudaSetDevice", "w", device);
}

EXPORT int cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    (void)device_flags, (void)flags;
    return call("cudaInitDevice", "w", device);
}

EXPORT int cudaGetDevice(int *device) {
    return call("cudaGetDevice", ">W", device);
}

EXPORT int cudaSetDeviceFlags(unsigned flags) {
    return call("cudaSetDeviceFlags", "w", flags);
}

EXPORT int cudaGetDeviceFlags(unsigned *flags) {
    return call("cudaGetDeviceFlags", ">W", flags);
}

EXPORT int cudaSetValidDevices(int *devices, int count) {
    return call("cudaSetValidDevices", "b", devices, (word)(count > 0 ? count : 0) * sizeof *devices);
}

EXPORT int cudaChooseDevice(int *device, const void *properties) {
    (void)properties;
    return call("cudaChooseDevice", ">W", device);
}

/* The structure changed with CUDA 12 and 13; the simulator lays it out. */
EXPORT int cudaGetDeviceProperties(void *properties, int device) {
    return call("cudaGetDeviceProperties", "ww>V", device, CUDART == 13 ? 13 : 11, properties);
}

EXPORT int cudaGetDeviceProperties_v2(void *properties, int device) {
    return call("cudaGetDeviceProperties", "ww>V", device, 12, properties);
}

EXPORT int cudaDeviceGetAttribute(int *value, int attribute, int device) {
    return call("cudaDeviceGetAttribute", "ww>W", attribute, device, value);
}

EXPORT int cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const void *format, int device) {
    int value = 0;
    int error = width == NULL || format == NULL ? failed("cudaDeviceGetTexture1DLinearMaxWidth", INVALID_VALUE)
                                                : call("cudaDeviceGetAttribute", "ww>W", 69, device, &value);
    if (error == SUCCESS) {
        *width = (size_t)value;
    }
    return error;
}

EXPORT int cudaDeviceGetPCIBusId(char *id, int length, int device) {
    return call("cudaDeviceGetPCIBusId", "ww>V", length, device, id);
}

EXPORT int cudaDeviceGetByPCIBusId(int *device, const char *id) {
    return call("cudaDeviceGetByPCIBusId", "s>W", id, device);
}

EXPORT int cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    return call("cudaDeviceCanAccessPeer", "ww>W", device, peer, can);
}

EXPORT int cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return call("cudaDeviceEnablePeerAccess", "ww", peer, flags);
}

EXPORT int cudaDeviceDisablePeerAccess(int peer) {
    return call("cudaDeviceDisablePeerAccess", "w", peer);
}

EXPORT int cudaDeviceGetP2PAttribute(int *value, int attribute, int from, int to) {
    return call("cudaDeviceGetP2PAttribute", "www>W", attribute, from, to, value);
}

EXPORT int cudaDriverGetVersion(int *version) {
    return call("cudaDriverGetVersion", ">W", version);
}

EXPORT int cudaRuntimeGetVersion(int *version) {
    /* No child of a process that has asked for no more is without a context for it. */
    if (version != NULL && (!used || forked)) {
        *version = CUDART * 1000;
        return SUCCESS;
    }
    return call("cudaRuntimeGetVersion", "w>W", CUDART, version);
}

EXPORT int cudaFuncGetAttributes(void *attributes, const void *function) {
    return call("cudaFuncGetAttributes", "q>V", ADDRESS(function), attributes);
}

EXPORT int cudaFuncSetAttribute(const void *function, int attribute, int value) {
    return call("cudaFuncSetAttribute", "qww", ADDRESS(function), attribute, value);
}

EXPORT int cudaFuncSetCacheConfig(const void *function, int preference) {
    return call("cudaFuncSetCacheConfig", "qw", ADDRESS(function), preference);
}

EXPORT int cudaFuncSetSharedMemConfig(const void *function, int config) {
    return call("cudaFuncSetSharedMemConfig", "qw", ADDRESS(function), config);
}

/* The name stays until the program ends, as one of CUDA's does. */
EXPORT int cudaFuncGetName(const char **name, const void *function) {
    void *text = NULL;
    word bytes = 0;
    int error = name == NULL ? failed("cudaFuncGetName", INVALID_VALUE)
                             : call("cudaFuncGetName", "q>T", ADDRESS(function), &text, &bytes);
    if (error == SUCCESS) {
        *name = text;
    }
    return error;
}

EXPORT int cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *bytes) {
    return call("cudaFuncGetParamInfo", "qq>QQ", ADDRESS(function), (word)index, offset, bytes);
}

EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int threads, size_t shared,
                                                                 unsigned flags) {
    if (flags > 1) {
        return failed("cudaOccupancyMaxActiveBlocksPerMultiprocessor", INVALID_VALUE);
    }
    return call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", "qwq>W", ADDRESS(function), threads, (word)shared, blocks);
}

EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

EXPORT int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int threads) {
    return call("cudaOccupancyAvailableDynamicSMemPerBlock", "qww>Q", ADDRESS(function), blocks, threads, bytes);
}

EXPORT int cudaKernelSetAttributeForDevice(const void *kernel, int attribute, int value, int device) {
    int before = 0;
    int error = call("cudaGetDevice", ">W", &before);
    if (error == SUCCESS && (error = call("cudaSetDevice", "w", device)) == SUCCESS) {
        error = call("cudaFuncSetAttribute", "qww", ADDRESS(kernel), attribute, value);
        call("cudaSetDevice", "w", before);
    }
    return error;
}

/* ---- interprocess handles ----------------------------------------------------------------------------------------------------------------- */

struct ipc_handle { word number; char rest[56]; };

EXPORT int cudaIpcGetMemHandle(struct ipc_handle *handle, void *pointer) {
    int error;
    word number = 0;
    if (handle == NULL) {
        return failed("cudaIpcGetMemHandle", INVALID_VALUE);
    }
    error = call("cudaIpcGetMemHandle", "q>Q", ADDRESS(pointer), &number);
    if (error == SUCCESS) {
        *handle = (struct ipc_handle){.number = number};
    }
    return error;
}

EXPORT int cudaIpcOpenMemHandle(void **pointer, struct ipc_handle handle, unsigned flags) {
    return call("cudaIpcOpenMemHandle", "qw>Q", handle.number, flags, pointer);
}

EXPORT int cudaIpcCloseMemHandle(void *pointer) {
    return call("cudaIpcCloseMemHandle", "q", ADDRESS(pointer));
}

EXPORT int cudaIpcGetEventHandle(struct ipc_handle *handle, void *event) {
    int error;
    word number = 0;
    if (handle == NULL) {
        return failed("cudaIpcGetEventHandle", INVALID_VALUE);
    }
    error = call("cudaIpcGetEventHandle", "q>Q", ADDRESS(event), &number);
    if (error == SUCCESS) {
        *handle = (struct ipc_handle){.number = number};
    }
    return error;
}

EXPORT int cudaIpcOpenEventHandle(void **event, struct ipc_handle handle) {
    return call("cudaIpcOpenEventHandle", "q>Q", handle.number, event);
}

/* ---- arrays and textures ------------------------------------------------------------------------------------------------------------------ */

enum { ARRAY_LAYERED = 1, ARRAY_SURFACE = 2, ARRAY_CUBE_MAP = 4, ARRAY_GATHER = 8 };
enum { CHANNEL_BYTES = 20, RESOURCE_BYTES = 64, SAMPLING_BYTES = 72, VIEW_BYTES = 48 };

/* Allocates an array, or a mipmapped one where there are levels. */
static int allocate_array(const char *name, void **array, const void *format, struct extent size, unsigned flags, int levels) {
    word at = 0;
    int error;
    if (array == NULL || format == NULL) {
        return failed(name, INVALID_VALUE);
    }
    if ((flags & ~(ARRAY_LAYERED | ARRAY_SURFACE | ARRAY_CUBE_MAP | ARRAY_GATHER)) != 0) {
        return call("arrays that are sparse, mapped later, or attachments of graphics", "");
    }
    error = levels > 0 ? call(name, "wbqqqw>Q", levels, format, (word)CHANNEL_BYTES, (word)size.width, (word)size.height, (word)size.depth, flags, &at)
                       : call(name, "bqqqw>Q", format, (word)CHANNEL_BYTES, (word)size.width, (word)size.height, (word)size.depth, flags, &at);
    if (error == SUCCESS) {
        *array = POINTER(at);
    }
    return error;
}

EXPORT int cudaMallocArray(void **array, const void *format, size_t width, size_t height, unsigned flags) {
    struct extent size = {width, height, 0};
    return (flags & (ARRAY_LAYERED | ARRAY_CUBE_MAP)) != 0 ? failed("cudaMallocArray", INVALID_VALUE)
                                                           : allocate_array("cudaMallocArray", array, format, size, flags, 0);
}

EXPORT int cudaMalloc3DArray(void **array, const void *format, struct extent size, unsigned flags) {
    return allocate_array("cudaMalloc3DArray", array, format, size, flags, 0);
}

EXPORT int cudaMallocMipmappedArray(void **array, const void *format, struct extent size, unsigned levels, unsigned flags) {
    return levels > 64 ? failed("cudaMallocMipmappedArray", INVALID_VALUE)
                       : allocate_array("cudaMallocMipmappedArray", array, format, size, flags, levels == 0 ? 1 : (int)levels);
}

EXPORT int cudaGetMipmappedArrayLevel(void **array, const void *mipmap, unsigned level) {
    word at = 0;
    int error = call("cudaGetMipmappedArrayLevel", "qw>Q", ADDRESS(mipmap), level, &at);
    if (error == SUCCESS) {
        *array = POINTER(at);
    }
    return error;
}

EXPORT int cudaFreeMipmappedArray(void *mipmap) {
    return mipmap == NULL ? SUCCESS : call("cudaFreeMipmappedArray", "q", ADDRESS(mipmap));
}

EXPORT int cudaGetChannelDesc(void *format, const void *array) {
    return format == NULL ? failed("cudaGetChannelDesc", INVALID_VALUE) : call("cudaGetChannelDesc", "q>V", ADDRESS(array), format);
}

EXPORT int cudaArrayGetInfo(void *format, struct extent *size, unsigned *flags, const void *array) {
    word width = 0, height = 0, depth = 0;
    uint32_t with = 0;
    unsigned char channels[CHANNEL_BYTES];
    int error = call("cudaArrayGetInfo", "q>QQQWV", ADDRESS(array), &width, &height, &depth, &with, channels);
    if (error != SUCCESS) {
        return error;
    }
    if (format != NULL) {
        memcpy(format, channels, CHANNEL_BYTES);
    }
    if (size != NULL) {
        *size = (struct extent){(size_t)width, (size_t)height, (size_t)depth};
    }
    if (flags != NULL) {
        *flags = with;
    }
    return SUCCESS;
}

EXPORT int cudaFreeArray(void *array) {
    return call("cudaFreeArray", "q", ADDRESS(array));
}

/* Copies rows between an array and other memory. The array is the destination if to_array is not 0. */
static int copy_array(const char *name, int to_array, const void *array, size_t x, size_t y, const void *other, size_t other_pitch,
                      size_t width, size_t height, int kind, word stream, int async) {
    struct array_layout layout;
    int error = array_layout_of(array, &layout);
    char *place;
    if (error != SUCCESS) {
        return error;
    }
    if (kind == (to_array ? DEVICE_TO_HOST : HOST_TO_DEVICE)) {
        return failed(name, INVALID_DIRECTION);
    }
    if (height > 1 && width > other_pitch) {
        return failed(name, INVALID_PITCH);
    }
    if (!is_within(x, width, layout.row) || !is_within(y, height, layout.rows)) {
        return failed(name, INVALID_VALUE);
    }
    place = (char *)(uintptr_t)array + y * layout.pitch + x;
    return to_array ? copy_rows(place, layout.pitch, other, other_pitch, width, height, kind, stream, async)
                    : copy_rows(POINTER(ADDRESS(other)), other_pitch, place, layout.pitch, width, height, kind, stream, async);
}

/* No array is sparse, mapped later or of several planes. */
#define ORDINARY(name) EXPORT int name(void) { return failed(#name, INVALID_VALUE); }
ORDINARY(cudaArrayGetMemoryRequirements)
ORDINARY(cudaArrayGetSparseProperties)
ORDINARY(cudaArrayGetPlane)
ORDINARY(cudaMipmappedArrayGetMemoryRequirements)
ORDINARY(cudaMipmappedArrayGetSparseProperties)
#undef ORDINARY

/* Copies bytes that lie one after another, row by row: the rest of the first row, whole rows, the start of the last row. */
static int copy_array_bytes(const char *name, int to_array, const void *array, size_t x, size_t y, const void *other, size_t bytes, int kind,
                            word stream, int async) {
    struct array_layout layout;
    int error = array_layout_of(array, &layout);
    const char *next = other;
    if (error == SUCCESS && (x >= layout.row || y >= layout.rows || bytes > (layout.rows - y) * layout.row - x)) {
        return failed(name, INVALID_VALUE);
    }
    while (error == SUCCESS && bytes > 0) {
        size_t width = bytes < layout.row - x ? bytes : layout.row - x;
        size_t height = width == layout.row ? bytes / width : 1;
        error = copy_array(name, to_array, array, x, y, next, width, width, height, kind, stream, async);
        next += width * height;
        bytes -= width * height;
        y += height;
        x = 0;
    }
    return error;
}

/* Copies rows of one array to another. Places and widths are in bytes. */
static int copy_arrays(const void *to, size_t to_x, size_t to_y, const void *from, size_t from_x, size_t from_y, size_t width, size_t height,
                       int kind, word stream, const char *call) {
    struct array_layout to_layout, from_layout;
    int error = array_layout_of(to, &to_layout);
    if (error == SUCCESS) {
        error = array_layout_of(from, &from_layout);
    }
    if (error != SUCCESS) {
        return error;
    }
    if (!is_within(to_x, width, to_layout.row) || !is_within(to_y, height, to_layout.rows) || !is_within(from_x, width, from_layout.row)
        || !is_within(from_y, height, from_layout.rows)) {
        return failed(call, INVALID_VALUE);
    }
    return copy_rows((char *)(uintptr_t)to + to_y * to_layout.pitch + to_x, to_layout.pitch,
                     (const char *)from + from_y * from_layout.pitch + from_x, from_layout.pitch, width, height, kind, stream, 0);
}

FORMS(cudaMemcpy2DArrayToArray, _ptds,
      (void *to, size_t to_x, size_t to_y, const void *from, size_t from_x, size_t from_y, size_t width, size_t height, int kind),
      copy_arrays(to, to_x, to_y, from, from_x, from_y, width, height, kind, DEFAULT_STREAM, "cudaMemcpy2DArrayToArray"))

/* Copies bytes one after another, each piece as far as the rows of both arrays go on. */
static int copy_array_to_array(void *to, size_t to_x, size_t to_y, const void *from, size_t from_x, size_t from_y, size_t bytes, int kind,
                              word stream) {
    struct array_layout to_layout, from_layout;
    int error = array_layout_of(to, &to_layout);
    if (error == SUCCESS) {
        error = array_layout_of(from, &from_layout);
    }
    while (error == SUCCESS && bytes > 0) {
        size_t piece = bytes;
        if (to_x >= to_layout.row || from_x >= from_layout.row) {
            return failed("cudaMemcpyArrayToArray", INVALID_VALUE);
        }
        piece = piece < to_layout.row - to_x ? piece : to_layout.row - to_x;
        piece = piece < from_layout.row - from_x ? piece : from_layout.row - from_x;
        error = copy_arrays(to, to_x, to_y, from, from_x, from_y, piece, 1, kind, stream, "cudaMemcpyArrayToArray");
        bytes -= piece;
        to_y += (to_x + piece) / to_layout.row;
        to_x = (to_x + piece) % to_layout.row;
        from_y += (from_x + piece) / from_layout.row;
        from_x = (from_x + piece) % from_layout.row;
    }
    return error;
}

FORMS(cudaMemcpyArrayToArray, _ptds,
      (void *to, size_t to_x, size_t to_y, const void *from, size_t from_x, size_t from_y, size_t bytes, int kind),
      copy_array_to_array(to, to_x, to_y, from, from_x, from_y, bytes, kind, DEFAULT_STREAM))

#define ARRAY_COPIES(name, to_array) \
    FORMS(cudaMemcpy2D##name, _ptds, (TYPES_##name##_ROWS, int kind), \
          copy_array("cudaMemcpy2D" #name, to_array, array, x, y, other, pitch, width, height, kind, DEFAULT_STREAM, 0)) \
    FORMS(cudaMemcpy2D##name##Async, _ptsz, (TYPES_##name##_ROWS, int kind, void *stream), \
          copy_array("cudaMemcpy2D" #name "Async", to_array, array, x, y, other, pitch, width, height, kind, STREAM, 1)) \
    FORMS(cudaMemcpy##name, _ptds, (TYPES_##name##_BYTES, int kind), \
          copy_array_bytes("cudaMemcpy" #name, to_array, array, x, y, other, bytes, kind, DEFAULT_STREAM, 0)) \
    FORMS(cudaMemcpy##name##Async, _ptsz, (TYPES_##name##_BYTES, int kind, void *stream), \
          copy_array_bytes("cudaMemcpy" #name "Async", to_array, array, x, y, other, bytes, kind, STREAM, 1))
#define TYPES_ToArray_ROWS void *array, size_t x, size_t y, const void *other, size_t pitch, size_t width, size_t height
#define TYPES_FromArray_ROWS void *other, size_t pitch, const void *array, size_t x, size_t y, size_t width, size_t height
#define TYPES_ToArray_BYTES void *array, size_t x, size_t y, const void *other, size_t bytes
#define TYPES_FromArray_BYTES void *other, const void *array, size_t x, size_t y, size_t bytes
ARRAY_COPIES(ToArray, 1)
ARRAY_COPIES(FromArray, 0)

static int create_texture(word *texture, const void *resource, const void *sampling, const void *view) {
    uint32_t format = 0;
    if (texture == NULL || resource == NULL || sampling == NULL) {
        return failed("cudaCreateTextureObject", texture != NULL && resource != NULL ? INVALID_HANDLE : INVALID_VALUE);
    }
    if (view != NULL) {
        memcpy(&format, view, sizeof format);
    }
    return format >= 0x19 && format <= 0x22
        ? call("resource views of compressed blocks", "")
        : call("cudaCreateTextureObject", "bbb>Q", resource, (word)RESOURCE_BYTES, sampling, (word)SAMPLING_BYTES, view,
               (word)(view != NULL ? VIEW_BYTES : 0), texture);
}

EXPORT int cudaCreateTextureObject(word *texture, const void *resource, const void *sampling, const void *view) {
    return create_texture(texture, resource, sampling, view);
}

EXPORT int cudaCreateTextureObject_v2(word *texture, const void *resource, const void *sampling, const void *view) {
    return create_texture(texture, resource, sampling, view);
}

EXPORT int cudaDestroyTextureObject(word texture) {
    return call("cudaDestroyTextureObject", "q", texture);
}

EXPORT int cudaCreateSurfaceObject(word *surface, const void *resource) {
    return surface == NULL || resource == NULL ? failed("cudaCreateSurfaceObject", INVALID_VALUE)
                                               : call("cudaCreateSurfaceObject", "b>Q", resource, (word)RESOURCE_BYTES, surface);
}

EXPORT int cudaDestroySurfaceObject(word surface) {
    return call("cudaDestroySurfaceObject", "q", surface);
}

#define DESCRIPTION_OF(name, object) \
    EXPORT int name(void *description, word object) { \
        return description == NULL ? failed(#name, INVALID_VALUE) : call(#name, "q>V", object, description); \
    }
DESCRIPTION_OF(cudaGetTextureObjectResourceDesc, texture)
DESCRIPTION_OF(cudaGetTextureObjectTextureDesc, texture)
DESCRIPTION_OF(cudaGetTextureObjectResourceViewDesc, texture)
DESCRIPTION_OF(cudaGetSurfaceObjectResourceDesc, surface)
#undef DESCRIPTION_OF

EXPORT int cudaGetTextureObjectTextureDesc_v2(void *description, word texture) {
    return cudaGetTextureObjectTextureDesc(description, texture);
}

EXPORT int cudaOccupancyMaxActiveClusters(int *clusters, const void *function, const struct configuration *with) {
    return call("cudaOccupancyMaxActiveClusters", "qwqb>W", ADDRESS(function), with->block.x * with->block.y * with->block.z,
                (word)with->shared, with->attributes, (word)with->attribute_count * ATTRIBUTE_BYTES, clusters);
}

EXPORT int cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *function, const struct configuration *with) {
    return call("cudaOccupancyMaxPotentialClusterSize", "qwq>W", ADDRESS(function), with->block.x * with->block.y * with->block.z,
                (word)with->shared, blocks);
}

enum { ON_DEVICE = 1, ON_HOST = 2, CPU = -1 };

/* CUDA 13 names a place with a structure of 8 bytes, its type first, where CUDA 12 has the number of a device. */
static word place_of(word given) {
    return CUDART != 12 ? given : (int)given == CPU ? ON_HOST : given << 32 | ON_DEVICE;
}

EXPORT int cudaMemAdvise(const void *pointer, size_t bytes, int advice, word place) {
    return call("cudaMemAdvise", "qqwq", ADDRESS(pointer), (word)bytes, advice, place_of(place));
}

static int prefetch(const void *pointer, size_t bytes, word place, unsigned flags, word stream) {
    return call("cudaMemPrefetchAsync", "qqqwq", ADDRESS(pointer), (word)bytes, place, flags, stream);
}

#if CUDART == 13
FORMS(cudaMemPrefetchAsync, _ptsz, (const void *pointer, size_t bytes, word place, unsigned flags, void *stream),
      prefetch(pointer, bytes, place, flags, STREAM))
#else
FORMS(cudaMemPrefetchAsync, _ptsz, (const void *pointer, size_t bytes, int device, void *stream),
      prefetch(pointer, bytes, place_of((word)(unsigned)device), 0, STREAM))
#endif

EXPORT int cudaMemRangeGetAttribute(void *data, size_t size, int attribute, const void *pointer, size_t bytes) {
    return data == NULL ? failed("cudaMemRangeGetAttribute", INVALID_VALUE)
                        : call("cudaMemRangeGetAttribute", "wqqq>V", attribute, ADDRESS(pointer), (word)bytes, (word)size, data);
}

EXPORT int cudaMemRangeGetAttributes(void **data, size_t *sizes, int *attributes, size_t count, const void *pointer, size_t bytes) {
    size_t i;
    int error = count == 0 ? failed("cudaMemRangeGetAttributes", INVALID_VALUE) : SUCCESS;
    for (i = 0; i < count && error == SUCCESS; i++) {
        error = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], pointer, bytes);
    }
    return error;
}

EXPORT int cudaDeviceGetDefaultMemPool(void **into, int device) {
    return call("cudaDeviceGetDefaultMemPool", "w>Q", device, into);
}

EXPORT int cudaDeviceGetMemPool(void **into, int device) {
    return call("cudaDeviceGetMemPool", "w>Q", device, into);
}

EXPORT int cudaDeviceSetMemPool(int device, void *pool) {
    return call("cudaDeviceSetMemPool", "wq", device, ADDRESS(pool));
}

struct pool_properties { int kind, handles; struct location place; void *security; size_t most_bytes; };

EXPORT int cudaMemPoolCreate(void **into, const struct pool_properties *with) {
    return into == NULL || with == NULL
        ? failed("cudaMemPoolCreate", INVALID_VALUE)
        : call("cudaMemPoolCreate", "wwwq>Q", with->kind, with->place.type, with->place.id, (word)with->most_bytes, into);
}

EXPORT int cudaMemPoolDestroy(void *pool) {
    return call("cudaMemPoolDestroy", "q", ADDRESS(pool));
}

enum { LAST_INT_ATTRIBUTE = 3 };

EXPORT int cudaMemPoolGetAttribute(void *of, int attribute, void *value) {
    word got = 0;
    int error = value == NULL ? failed("cudaMemPoolGetAttribute", INVALID_VALUE)
                              : call("cudaMemPoolGetAttribute", "qw>Q", ADDRESS(of), attribute, &got);
    if (error == SUCCESS) {
        memcpy(value, &got, attribute <= LAST_INT_ATTRIBUTE ? 4 : 8);
    }
    return error;
}

EXPORT int cudaMemPoolSetAttribute(void *of, int attribute, void *value) {
    word given = 0;
    if (value == NULL) {
        return failed("cudaMemPoolSetAttribute", INVALID_VALUE);
    }
    memcpy(&given, value, attribute <= LAST_INT_ATTRIBUTE ? 4 : 8);
    return call("cudaMemPoolSetAttribute", "qwq", ADDRESS(of), attribute, given);
}

EXPORT int cudaMemPoolGetAccess(int *flags, void *of, const struct location *place) {
    return place == NULL ? failed("cudaMemPoolGetAccess", INVALID_VALUE)
                         : call("cudaMemPoolGetAccess", "qww>W", ADDRESS(of), place->type, place->id, flags);
}

struct access { struct location place; int flags; };

EXPORT int cudaMemPoolSetAccess(void *of, const struct access *list, size_t count) {
    size_t i;
    int error = SUCCESS;
    for (i = 0; i < count && error == SUCCESS; i++) {
        error = call("cudaMemPoolSetAccess", "qwww", ADDRESS(of), list[i].place.type, list[i].place.id, list[i].flags);
    }
    return error;
}

EXPORT int cudaMemPoolTrimTo(void *of, size_t bytes) {
    return call("cudaMemPoolTrimTo", "qq", ADDRESS(of), (word)bytes);
}

EXPORT int cudaCtxResetPersistingL2Cache(void) {
    return call("cudaCtxResetPersistingL2Cache", "");
}

EXPORT int cudaProfilerStart(void) {
    return call("cudaProfilerStart", "");
}

EXPORT int cudaProfilerStop(void) {
    return call("cudaProfilerStop", "");
}

/* ---- errors -------------------------------------------------------------------------------------------------------------------------- */

EXPORT int cudaGetLastError(void) {
    return call("cudaGetLastError", "");
}

EXPORT int cudaPeekAtLastError(void) {
    return call("cudaPeekAtLastError", "");
}

/* Texts are the library's for as long as the program runs. */
static const char *text_of(const char *name, int error, const char **texts) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    void *text = NULL;
    word bytes = 0;
    int slot = error >= 0 && error < 1023 ? error : 1023;
    pthread_mutex_lock(&lock);
    if (texts[slot] == NULL) {
        if (call(name, "w>T", error, &text, &bytes) != SUCCESS || text == NULL) {
            text = (void *)(uintptr_t)"unknown error";
        }
        texts[slot] = text;
    }
    pthread_mutex_unlock(&lock);
    return texts[slot];
}

EXPORT const char *cudaGetErrorName(int error) {
    static const char *names[1024];
    return text_of("cudaGetErrorName", error, names);
}

EXPORT const char *cudaGetErrorString(int error) {
    static const char *texts[1024];
    return text_of("cudaGetErrorString", error, texts);
}

/* ---- what is not simulated ----------------------------------------------------------------------------------------------------------- */

/* What an entry point of a newer runtime in a program becomes. */
EXPORT int __cudaCdpsimUnsupported(const char *name) {
    return call(name, "");
}

struct channel { int x, y, z, w, kind; };

EXPORT struct channel cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    struct channel made = {x, y, z, w, kind};
    return made;
}

#define N(name) EXPORT int name(void) { return call(#name, ""); }
N(__cudaGetProcAddress) N(__cudaRegisterHostVar) N(__cudaRegisterUnifiedTable) 
  N(cudaBindSurfaceToArray) N(cudaBindTexture) N(cudaBindTexture2D)
N(cudaBindTextureToArray)  N(cudaDestroyExternalMemory)
N(cudaDestroyExternalSemaphore)  N(cudaDeviceFlushGPUDirectRDMAWrites)
N(cudaDeviceGetHostAtomicCapabilities) N(cudaDeviceGetNvSciSyncAttributes)
N(cudaDeviceGetP2PAtomicCapabilities) 
N(cudaDeviceRegisterAsyncNotification) N(cudaDeviceUnregisterAsyncNotification)
N(cudaEGLStreamConsumerAcquireFrame) N(cudaEGLStreamConsumerConnect) N(cudaEGLStreamConsumerConnectWithFlags)
N(cudaEGLStreamConsumerDisconnect) N(cudaEGLStreamConsumerReleaseFrame) N(cudaEGLStreamProducerConnect) N(cudaEGLStreamProducerDisconnect)
N(cudaEGLStreamProducerPresentFrame) N(cudaEGLStreamProducerReturnFrame) N(cudaEventCreateFromEGLSync) N(cudaExternalMemoryGetMappedBuffer)
N(cudaExternalMemoryGetMappedMipmappedArray)  N(cudaGLGetDevices) N(cudaGLMapBufferObject)
N(cudaGLMapBufferObjectAsync) N(cudaGLRegisterBufferObject) N(cudaGLSetBufferObjectMapFlags) N(cudaGLSetGLDevice) N(cudaGLUnmapBufferObject)
N(cudaGLUnmapBufferObjectAsync) N(cudaGLUnregisterBufferObject) 
N(cudaGetExportTable)
N(cudaGetSurfaceReference) 
N(cudaGetTextureReference)
N(cudaGraphAddExternalSemaphoresSignalNode) N(cudaGraphAddExternalSemaphoresWaitNode)
N(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
N(cudaGraphExecExternalSemaphoresWaitNodeSetParams) N(cudaGraphExecKernelNodeSetParams_v2)
N(cudaGraphExecUpdate_v2)
N(cudaGraphExternalSemaphoresSignalNodeGetParams) N(cudaGraphExternalSemaphoresSignalNodeSetParams)
N(cudaGraphExternalSemaphoresWaitNodeGetParams) N(cudaGraphExternalSemaphoresWaitNodeSetParams)
N(cudaGraphKernelNodeGetParams_v2)
N(cudaGraphicsEGLRegisterImage) N(cudaGraphicsGLRegisterBuffer)
N(cudaGraphicsGLRegisterImage) N(cudaGraphicsMapResources) N(cudaGraphicsResourceGetMappedEglFrame)
N(cudaGraphicsResourceGetMappedMipmappedArray) N(cudaGraphicsResourceGetMappedPointer) N(cudaGraphicsResourceSetMapFlags)
N(cudaGraphicsSubResourceGetMappedArray) N(cudaGraphicsUnmapResources) N(cudaGraphicsUnregisterResource)
N(cudaGraphicsVDPAURegisterOutputSurface) N(cudaGraphicsVDPAURegisterVideoSurface) N(cudaImportExternalMemory)
N(cudaImportExternalSemaphore)    
  N(cudaLaunchCooperativeKernelMultiDevice)
 
N(cudaLibraryGetManaged) N(cudaLibraryGetUnifiedFunction) N(cudaLogsCurrent) N(cudaLogsDumpToFile) N(cudaLogsDumpToMemory)
N(cudaLogsRegisterCallback) N(cudaLogsUnregisterCallback)   
N(cudaMemAdvise_v2) N(cudaMemDiscardAndPrefetchBatchAsync) N(cudaMemDiscardAndPrefetchBatchAsync_ptsz) N(cudaMemDiscardBatchAsync)
N(cudaMemDiscardBatchAsync_ptsz) N(cudaMemGetDefaultMemPool) N(cudaMemGetMemPool) 
N(cudaMemPoolExportPointer) N(cudaMemPoolExportToShareableHandle) 
N(cudaMemPoolImportFromShareableHandle) N(cudaMemPoolImportPointer) N(cudaMemPrefetchAsync_v2)
N(cudaMemPrefetchAsync_v2_ptsz) N(cudaMemPrefetchBatchAsync) N(cudaMemPrefetchBatchAsync_ptsz) 
N(cudaMemSetMemPool) 
N(cudaMemcpy3DBatchAsync)
N(cudaMemcpy3DBatchAsync_ptsz)    
N(cudaSignalExternalSemaphoresAsync)
N(cudaSignalExternalSemaphoresAsync_ptsz) N(cudaSignalExternalSemaphoresAsync_v2)  
N(cudaUnbindTexture)
N(cudaVDPAUGetDevice) N(cudaVDPAUSetVDPAUDevice) N(cudaWaitExternalSemaphoresAsync)
N(cudaWaitExternalSemaphoresAsync_ptsz) N(cudaWaitExternalSemaphoresAsync_v2)
#undef N
