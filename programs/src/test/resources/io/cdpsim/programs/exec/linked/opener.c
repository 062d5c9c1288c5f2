/* Opens libraries one after the other, and closes each. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **names) {
    int i;
    for (i = 1; i < count; i++) {
        int closes = strcmp(names[i], "close") == 0;
        void *library = dlopen(names[i += closes], RTLD_NOW | RTLD_LOCAL);
        int (*plugged)(void);
        int (*version)(int *);
        int number = 0;
        if (library == NULL || dlerror() != NULL) {
            printf("not opened\n");
            return 1;
        }
        *(void **)&plugged = dlsym(library, "plugged");
        *(void **)&version = dlsym(library, "cudaRuntimeGetVersion");
        if (version != NULL) {
            version(&number);
            printf("version %d\n", number / 1000);
        } else if (!closes) {
            plugged();
        }
        dlclose(library);
    }
    return 0;
}
