// Empty tail launches, to be counted: an example, not a task.

__global__ void tail() {}

// One thread.
__global__ void launch_tails(int count) {
    for (int i = 0; i < count; i++) {
        tail<<<1, 1, 0, cudaStreamTailLaunch>>>();
    }
}
