/* A program without device code of its own. */
#include <cstdio>

int main() {
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    printf("%d: %s, %d SMs, textures of %d\n", error, properties.name, properties.multiProcessorCount, properties.maxTexture1D);
    return 0;
}
