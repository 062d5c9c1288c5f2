/*
 * Loaded before every program that runs under CDPSim. Where an object of the process contains the CUDA runtime itself, as nvcc links it by default,
 * each entry point that the object's symbol table names becomes a jump to the function of the same name in CDPSim's libcudart. It does nothing in any
 * other process.
 *
 * This has to happen before the object's constructors, which register its kernels. For the objects that a program is linked with, this library is
 * built to be initialized first (-z initfirst). For those that it opens later, the function that the dynamic linker calls for debuggers, when objects
 * are mapped and nothing of them has run, becomes a jump too.
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
#include <stdio.h>
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
    const unsigned char *file;
    word file_bytes;
};

static int within(const struct object *in, word offset, word bytes) {
    return offset <= in->file_bytes && bytes <= in->file_bytes - offset;
}

/* The file offset of a function, if its bytes are in an executable segment of the process and of the file. */
static int place(const struct object *in, word value, word bytes, word *offset) {
    const Elf64_Ehdr *head = (const void *)in->file;
    int i;
    if (head->e_phoff % 8 != 0 || !within(in, head->e_phoff, (word)head->e_phnum * sizeof(Elf64_Phdr))) {
        return 0;
    }
    for (i = 0; i < head->e_phnum; i++) {
        const Elf64_Phdr *each = (const Elf64_Phdr *)(const void *)(in->file + head->e_phoff) + i;
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

/* The section headers of a file; NULL if it is no object for this computer. */
static const Elf64_Shdr *sections_of(const struct object *in) {
    const Elf64_Ehdr *head = (const void *)in->file;
    if (!within(in, 0, sizeof *head) || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64
        || head->e_shentsize != sizeof(Elf64_Shdr) || !within(in, head->e_shoff, (word)head->e_shnum * sizeof(Elf64_Shdr))
        || head->e_shoff % 8 != 0) {
        return NULL;
    }
    return (const void *)(in->file + head->e_shoff);
}

/* Whether a section's bytes, which end with a zero, are texts in the file. */
static int holds_texts(const struct object *in, const Elf64_Shdr *names) {
    return within(in, names->sh_offset, names->sh_size) && names->sh_size != 0
        && in->file[names->sh_offset + names->sh_size - 1] == 0;
}

/* The entry points that tables of one kind name; -1 if they show no runtime. */
static int entries_in(const struct object *in, const Elf64_Shdr *sections, unsigned kind, struct entry *into) {
    const Elf64_Ehdr *head = (const void *)in->file;
    int count = 0, has_runtime = 0;
    unsigned i;
    for (i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        const Elf64_Shdr *names;
        word each;
        if (table->sh_type != kind || table->sh_entsize != sizeof(Elf64_Sym) || table->sh_link >= head->e_shnum
            || table->sh_offset % 8 != 0 || !within(in, table->sh_offset, table->sh_size)) {
            continue;
        }
        names = &sections[table->sh_link];
        if (!holds_texts(in, names)) {
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

/* The entry points of a runtime in the object: NVIDIA's shared one has only the table of what it exports. -1 if there is none. */
static int entries(const struct object *in, struct entry *into) {
    const Elf64_Shdr *sections = sections_of(in);
    int count = sections == NULL ? -1 : entries_in(in, sections, SHT_SYMTAB, into);
    return sections == NULL || count >= 0 ? count : entries_in(in, sections, SHT_DYNSYM, into);
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

/* Returns whether the object's runtime is replaced. */
static int replace(const struct object *in) {
    static struct entry list[MOST_ENTRIES];
    int count = entries(in, list);
    word low = ~(word)0, high = 0;
    unsigned char *pages, *free_at, *last;
    void *runtime;
    int i;
    if (count <= 0 || (runtime = library(list, count)) == NULL || (pages = island(list, count)) == NULL) {
        return 0;
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
        return 0;
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
    return 1;
}

/* Does something with the file of an object. */
static int with_file(word base, const char *path, int (*does)(const struct object *)) {
    struct object in = {base, NULL, 0};
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int result = 0;
    if (fd < 0) {
        return 0;
    }
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        void *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            in.file = file;
            in.file_bytes = (word)status.st_size;
            result = does(&in);
            munmap(file, (size_t)status.st_size);
        }
    }
    close(fd);
    return result;
}

/* ---- objects of the process ------------------------------------------------------------------------------------------------------------ */

enum { MOST_OBJECTS = 4096 };

/* What was looked at: an object that is closed and opened again has a new place, or at least was missing in between. */
static struct seen { const struct link_map *object; word base; int replaced; } seen[MOST_OBJECTS];
static int seen_count;
static char folder[4096 + 32];
static int is_looking;

static const char *path_of(const struct link_map *object) {
    return object == _r_debug.r_map ? "/proc/self/exe" : object->l_name == NULL ? "" : object->l_name;
}

static const struct seen *seen_before(const struct seen *list, int count, const struct link_map *object) {
    int i;
    for (i = 0; i < count; i++) {
        if (list[i].object == object && list[i].base == object->l_addr) {
            return &list[i];
        }
    }
    return NULL;
}

/* Replaces the runtimes in objects that are new in the process, and forgets those that are gone. */
static void look(void) {
    static struct seen before[MOST_OBJECTS];
    const struct link_map *each;
    int before_count = seen_count, count = 0, i;
    if (is_looking) {
        return;
    }
    is_looking = 1;
    memcpy(before, seen, sizeof *seen * (size_t)seen_count);
    /* Collected first: a runtime that is opened below comes to the end of the list. */
    for (each = _r_debug.r_map; each != NULL && count < MOST_OBJECTS; each = each->l_next) {
        const struct seen *known = seen_before(before, before_count, each);
        seen[count].object = each;
        seen[count].base = each->l_addr;
        seen[count++].replaced = known == NULL ? -1 : known->replaced;
    }
    seen_count = count;
    for (i = 0; i < count; i++) {
        if (seen[i].replaced < 0) {
            const char *path = path_of(seen[i].object);
            seen[i].replaced = strchr(path, '/') != NULL && strncmp(path, folder, strlen(folder)) != 0
                && with_file(seen[i].base, path, replace);
        }
    }
    /* A name without counterpart was no error of the program's. */
    dlerror();
    is_looking = 0;
}

static void mapped(void) {
    if (_r_debug.r_state == RT_CONSISTENT) {
        look();
    }
}

/*
 * Has the dynamic linker call this library when it has mapped objects. Its function for debuggers is empty: one return, behind the mark of a branch
 * target perhaps, and before what fills up the place to the next function. Where it is anything else, it stays as it is.
 */
static void watch_linker(void) {
    static const unsigned char mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char *at = (unsigned char *)(uintptr_t)_r_debug.r_brk;
    unsigned char *page = (unsigned char *)((uintptr_t)at & ~(uintptr_t)(PAGE - 1));
    size_t bytes = (size_t)(at + JUMP_BYTES - page);
    int64_t distance = (int64_t)((intptr_t)mapped - (intptr_t)(at + JUMP_BYTES));
    int32_t near = (int32_t)distance;
    int has_mark = at != NULL && memcmp(at, mark, sizeof mark) == 0;
    unsigned char jump[JUMP_BYTES] = {0xe9};
    if (at == NULL || (uintptr_t)at % 16 != 0 || at[has_mark ? sizeof mark : 0] != 0xc3 || near != distance
        || mprotect(page, bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        return;
    }
    memcpy(jump + 1, &near, 4);
    memcpy(at, jump, JUMP_BYTES);
    mprotect(page, bytes, PROT_READ | PROT_EXEC);
}

/* ---- what the program opens ------------------------------------------------------------------------------------------------------------ */

/* Whether a file has device code that nvcc registers, and none of the shared runtime. */
static int has_own_runtime(const struct object *in) {
    static const char segment[] = ".nvFatBinSegment", shared[] = "libcudart.so";
    const Elf64_Ehdr *head = (const void *)in->file;
    const Elf64_Shdr *sections = sections_of(in);
    int found = 0;
    unsigned i;
    if (sections == NULL || head->e_shstrndx >= head->e_shnum || !holds_texts(in, &sections[head->e_shstrndx])) {
        return 0;
    }
    for (i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *names = &sections[head->e_shstrndx];
        if (sections[i].sh_name < names->sh_size) {
            const char *name = (const char *)in->file + names->sh_offset + sections[i].sh_name;
            found |= strcmp(name, segment) == 0;
            if (strcmp(name, ".dynstr") == 0 && holds_texts(in, &sections[i])
                && memmem(in->file + sections[i].sh_offset, sections[i].sh_size, shared, sizeof shared - 1) != NULL) {
                return 0;
            }
        }
    }
    return found;
}

/* The runtime opens the driver at its first call. One that does so under CDPSim could not be replaced, and none of its calls will work. */
static void warn_of_runtime(const void *caller) {
    static const char before[] = "cdpsim: ",
                      after[] = ": contains the CUDA runtime itself, which cannot be replaced there, so that its CUDA calls fail;"
                                " build it without -s and strip, or with -cudart shared\n";
    static int warned;
    struct link_map *object = NULL;
    Dl_info from;
    const struct seen *known;
    if (warned || dladdr1(caller, &from, (void **)&object, RTLD_DL_LINKMAP) == 0 || object == NULL) {
        return;
    }
    known = seen_before(seen, seen_count, object);
    if ((known == NULL || known->replaced <= 0) && with_file(object->l_addr, path_of(object), has_own_runtime)) {
        warned = 1;
        dprintf(2, "%s%s%s", before, path_of(object), after);
    }
}

__attribute__((visibility("default"))) void *dlopen(const char *file, int mode) {
    static void *(*next)(const char *, int);
    if (next == NULL) {
        *(void **)&next = dlsym(RTLD_NEXT, "dlopen");
    }
    if (folder[0] != 0 && file != NULL && strcmp(file, "libcuda.so.1") == 0) {
        warn_of_runtime(__builtin_return_address(0));
    }
    /* As the last call, it sees this function's caller, whose search path counts. */
    return next(file, mode);
}

__attribute__((constructor)) static void loaded(int count, char **arguments, char **variables) {
    (void)count, (void)arguments;
    if (environ == NULL) {
        /* The C library is initialized after this library, and hands all constructors what the process was started with. */
        environ = variables;
    }
    if (getenv("CDPSIM_EXEC_SOCKET") == NULL || !own_folder(folder)) {
        folder[0] = 0;
        return;
    }
    look();
    watch_linker();
}
