/*
 * Loaded before every program that runs under CDPSim. Where an object of the process contains the CUDA runtime itself, as nvcc links it by default,
 * each entry point that the object's symbol table names becomes a jump to the function of the same name in CDPSim's libcudart. It does nothing in any
 * other process.
 *
 * Only the first bytes of functions with a known name are written, never more than the symbol's size, and only where the process holds the bytes of
 * the file: a file that is cut or changed leaves the process as it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JUMP_BYTES = 5, ISLAND_ENTRY = 16, MOST_ENTRIES = 1024, PAGE = 4096, MOST_REACH = 1 << 30 };

typedef uint64_t word;

/* An entry point: its address in this process, its size, and where its bytes are in the file. */
struct entry {
    const char *name;
    word address, bytes, offset;
};

struct object {
    word base;
    const ElfW(Phdr) *segments;
    int segment_count;
    const unsigned char *file;
    word file_bytes;
};

static int within(const struct object *in, word offset, word bytes) {
    return offset <= in->file_bytes && bytes <= in->file_bytes - offset;
}

/* The file offset of a function, if its bytes are in an executable segment of the process and of the file. */
static int place(const struct object *in, word value, word bytes, word *offset) {
    int i;
    for (i = 0; i < in->segment_count; i++) {
        const ElfW(Phdr) *each = &in->segments[i];
        if (each->p_type == PT_LOAD && (each->p_flags & PF_X) != 0 && value >= each->p_vaddr && bytes <= each->p_filesz
            && value - each->p_vaddr <= each->p_filesz - bytes) {
            *offset = each->p_offset + (value - each->p_vaddr);
            return within(in, *offset, bytes);
        }
    }
    return 0;
}

static int is_entry_name(const char *name) {
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0;
}

/* The entry points that the symbol table names; -1 if this is no object with a runtime of its own. */
static int entries(const struct object *in, struct entry *into) {
    const Elf64_Ehdr *head = (const void *)in->file;
    const Elf64_Shdr *sections;
    int count = 0, has_runtime = 0;
    unsigned i;
    if (!within(in, 0, sizeof *head) || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64
        || head->e_shentsize != sizeof *sections || !within(in, head->e_shoff, (word)head->e_shnum * sizeof *sections)
        || head->e_shoff % 8 != 0) {
        return -1;
    }
    sections = (const void *)(in->file + head->e_shoff);
    for (i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        const Elf64_Shdr *names;
        word each;
        if (table->sh_type != SHT_SYMTAB || table->sh_entsize != sizeof(Elf64_Sym) || table->sh_link >= head->e_shnum
            || table->sh_offset % 8 != 0 || !within(in, table->sh_offset, table->sh_size)) {
            continue;
        }
        names = &sections[table->sh_link];
        if (!within(in, names->sh_offset, names->sh_size) || names->sh_size == 0
            || in->file[names->sh_offset + names->sh_size - 1] != 0) {
            continue;
        }
        for (each = 0; each < table->sh_size / sizeof(Elf64_Sym); each++) {
            const Elf64_Sym *symbol = (const Elf64_Sym *)(in->file + table->sh_offset) + each;
            const char *name;
            if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF || symbol->st_name >= names->sh_size) {
                continue;
            }
            name = (const char *)in->file + names->sh_offset + symbol->st_name;
            if (!is_entry_name(name) || count == MOST_ENTRIES) {
                continue;
            }
            has_runtime |= strcmp(name, "__cudaRegisterFatBinary") == 0;
            into[count].name = name;
            into[count].address = in->base + symbol->st_value;
            into[count].bytes = symbol->st_size;
            if (symbol->st_size >= JUMP_BYTES && place(in, symbol->st_value, symbol->st_size, &into[count].offset)
                && memcmp((const void *)(uintptr_t)into[count].address, in->file + into[count].offset, JUMP_BYTES) == 0) {
                count++;
            }
        }
    }
    return has_runtime ? count : -1;
}

/* A page within reach of a jump from all entry points. */
static unsigned char *island(const struct entry *list, int count) {
    word low = list[0].address, high = list[0].address, size = (word)MOST_ENTRIES * ISLAND_ENTRY, distance;
    int i;
    for (i = 1; i < count; i++) {
        low = list[i].address < low ? list[i].address : low;
        high = list[i].address > high ? list[i].address : high;
    }
    if (high - low > MOST_REACH) {
        return NULL;
    }
    for (distance = PAGE; distance < MOST_REACH; distance += 16 * PAGE) {
        int side;
        for (side = 0; side < 2; side++) {
            /* Below first: the heap of a program with fixed addresses grows above. */
            word at = side == 1 ? (high + distance) & ~(word)(PAGE - 1) : (low - distance - size) & ~(word)(PAGE - 1);
            void *got;
            if (side == 0 && low < distance + size + 16 * PAGE) {
                continue;
            }
            got = mmap((void *)(uintptr_t)at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            if (got == (void *)(uintptr_t)at) {
                return got;
            }
            if (got != MAP_FAILED) {
                munmap(got, size);
            }
        }
    }
    return NULL;
}

/* What an entry point of the runtime without a counterpart does. The library reports its name. */
static int (*unsupported)(const char *name);

static void emit_word(unsigned char *at, word value) {
    memcpy(at, &value, 8);
}

/* jmp *[rip]; the address */
static void emit_jump(unsigned char *at, const void *target) {
    static const unsigned char code[] = {0xff, 0x25, 0, 0, 0, 0};
    memcpy(at, code, sizeof code);
    emit_word(at + sizeof code, (word)(uintptr_t)target);
}

/* mov name(%rip), %rdi; jmp *target(%rip): both addresses are behind the code */
static unsigned char *emit_unsupported(unsigned char *at, const char *name) {
    static const unsigned char code[] = {0x48, 0x8b, 0x3d, 6, 0, 0, 0, 0xff, 0x25, 8, 0, 0, 0};
    memcpy(at, code, sizeof code);
    emit_word(at + sizeof code, (word)(uintptr_t)name);
    emit_word(at + sizeof code + 8, (word)(uintptr_t)unsupported);
    return at + 2 * ISLAND_ENTRY;
}

static int protect(const struct entry *list, int count, int how) {
    int i;
    for (i = 0; i < count; i++) {
        word from = list[i].address & ~(word)(PAGE - 1);
        word to = (list[i].address + JUMP_BYTES + PAGE - 1) & ~(word)(PAGE - 1);
        if (mprotect((void *)(uintptr_t)from, to - from, how) != 0) {
            return 0;
        }
    }
    return 1;
}

static int has_name(const struct entry *list, int count, const char *name) {
    int i;
    for (i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The folder of this library and of CDPSim's libcudart, with a slash at its end. */
static int own_folder(char *path) {
    Dl_info own;
    if (dladdr((void *)(uintptr_t)emit_jump, &own) == 0 || own.dli_fname == NULL || strlen(own.dli_fname) >= 4096
        || strchr(own.dli_fname, '/') == NULL) {
        return 0;
    }
    strcpy(path, own.dli_fname);
    strrchr(path, '/')[1] = 0;
    return 1;
}

/* The library of the runtime's version, which its entry points show: layouts of structures differ. */
static void *library(const struct entry *list, int count) {
    int old = has_name(list, count, "cudaGetDeviceProperties_v2") || has_name(list, count, "cudaThreadSynchronize");
    const char *name = old ? "libcudart.so.12" : "libcudart.so.13";
    char path[4096 + 32];
    if (!own_folder(path)) {
        return NULL;
    }
    strcat(path, name);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void replace(const struct object *in) {
    static struct entry list[MOST_ENTRIES];
    int count = entries(in, list);
    word low = ~(word)0, high = 0;
    unsigned char *pages, *free_at, *last;
    void *runtime;
    int i;
    if (count <= 0 || (runtime = library(list, count)) == NULL || (pages = island(list, count)) == NULL) {
        return;
    }
    unsupported = (int (*)(const char *))(uintptr_t)dlsym(runtime, "__cudaCdpsimUnsupported");
    for (i = 0; i < count; i++) {
        if (dlsym(runtime, list[i].name) != NULL) {
            low = list[i].address < low ? list[i].address : low;
            high = list[i].address > high ? list[i].address : high;
        }
    }
    if (unsupported == NULL || !protect(list, count, PROT_READ | PROT_WRITE)) {
        protect(list, count, PROT_READ | PROT_EXEC);
        return;
    }
    free_at = pages;
    last = pages + (word)MOST_ENTRIES * ISLAND_ENTRY - 2 * ISLAND_ENTRY;
    for (i = 0; i < count; i++) {
        void *target = dlsym(runtime, list[i].name);
        unsigned char *at = free_at;
        int32_t distance = (int32_t)(at - (unsigned char *)(uintptr_t)(list[i].address + JUMP_BYTES));
        unsigned char *to = (unsigned char *)(uintptr_t)list[i].address;
        if (free_at > last) {
            break;
        }
        if (target != NULL) {
            emit_jump(at, target);
            free_at += ISLAND_ENTRY;
        } else if (strncmp(list[i].name, "cuda", 4) == 0 && list[i].address > low && list[i].address < high) {
            /* Among the runtime's own functions: one of its entry points. Elsewhere it is the program's function. */
            free_at = emit_unsupported(at, strdup(list[i].name));
        } else {
            continue;
        }
        to[0] = 0xe9;
        memcpy(to + 1, &distance, 4);
    }
    mprotect(pages, (word)MOST_ENTRIES * ISLAND_ENTRY, PROT_READ | PROT_EXEC);
    protect(list, count, PROT_READ | PROT_EXEC);
}

static void examine(const struct object *object, const char *path) {
    struct object in = *object;
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        void *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            in.file = file;
            in.file_bytes = (word)status.st_size;
            replace(&in);
            munmap(file, (size_t)status.st_size);
        }
    }
    close(fd);
}

enum { MOST_OBJECTS = 256 };

static struct object objects[MOST_OBJECTS];
static const char *paths[MOST_OBJECTS];
static int object_count;

static int collect(struct dl_phdr_info *info, size_t bytes, void *unused) {
    (void)bytes, (void)unused;
    if (object_count < MOST_OBJECTS) {
        struct object *each = &objects[object_count];
        each->base = info->dlpi_addr;
        each->segments = info->dlpi_phdr;
        each->segment_count = info->dlpi_phnum;
        paths[object_count] = object_count == 0 || info->dlpi_name == NULL ? "/proc/self/exe" : info->dlpi_name;
        object_count++;
    }
    return 0;
}

__attribute__((constructor)) static void loaded(void) {
    char folder[4096 + 32];
    int i;
    if (getenv("CDPSIM_EXEC_SOCKET") == NULL || !own_folder(folder)) {
        return;
    }
    /* Collected first: nothing may be loaded while the list of objects is scanned. */
    dl_iterate_phdr(collect, NULL);
    for (i = 0; i < object_count; i++) {
        if (strncmp(paths[i], folder, strlen(folder)) != 0) {
            examine(&objects[i], paths[i]);
        }
    }
}
