/* Forks before its first call that needs a device, and after it. */
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

__global__ void square(int *out, int value) {
    *out = value * value;
}

static int run(const char *label, int value) {
    int *out = nullptr, got = 0;
    cudaError_t error = cudaMalloc(&out, sizeof *out);
    if (error == cudaSuccess) {
        square<<<1, 1>>>(out, value);
        error = cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    }
    printf("%s: %d, error %d\n", label, got, (int)error);
    fflush(stdout);
    return error == cudaSuccess && got == value * value ? 0 : 1;
}

static int child(const char *label, int value) {
    int status = 0;
    pid_t id = fork();
    if (id == 0) {
        _exit(run(label, value));
    }
    waitpid(id, &status, 0);
    return WEXITSTATUS(status);
}

int main() {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    int before = child("child before", 3);
    int own = run("parent", 4);
    int after = child("child after", 5);
    return before == 0 && own == 0 && after == 1 && run("parent again", 6) == 0 ? 0 : 1;
}
