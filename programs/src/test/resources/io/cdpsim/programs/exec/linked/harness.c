/* No CUDA program: runs the commands that its arguments are, one after another. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

int main(int count, char **arguments) {
    int i, failed = 0;
    for (i = 1; i < count; i++) {
        int status = system(arguments[i]);
        printf("status %d\n", WEXITSTATUS(status));
        fflush(stdout);
        failed |= status != 0;
    }
    return failed;
}
