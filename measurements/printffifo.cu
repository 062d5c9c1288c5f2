// What an overflow of the printf buffer loses: how many lines of which threads come out, in which order, for several sizes of the buffer.
//
//   nvcc -arch=sm_90 -rdc=true -O2 -o printffifo printffifo.cu -lcudadevrt
//   ./printffifo CASE FIFO BLOCKS THREADS LINES      one case in a process, since the size is fixed by the first kernel that prints
//   ./printffifo                                     lists the cases
//
// Each line of a kernel carries its thread and its number in that thread. One row of output for each kernel:
//   case,fifo,asked,read,blocks,threads,lines,printed,kept,malformed,returned,first,last,monotonic,runs
// "returned" lists the values that printf returned; "runs" the first and last stretches of consecutive lines of a thread.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

__device__ int returned[8];
__device__ char shortText[] = "abcdefg";
__device__ char longText[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst";

__device__ void note(int value) {
    int kind = value >= 0 && value < 4 ? value : value == -1 ? 4 : value == -2 ? 5 : value > 3 ? 6 : 7;
    atomicAdd(&returned[kind], 1);
}

__device__ unsigned self() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void two(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d\n", self(), i)); }
__global__ void text(int lines) { for (int i = 0; i < lines; i++) note(printf("the thread of this number prints a longer text that has no other arguments: %u %d\n", self(), i)); }
__global__ void four(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d %d %d\n", self(), i, i, i)); }
__global__ void floats(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d %f %f\n", self(), i, i * 0.5, i * 2.0)); }
__global__ void eight(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d %d %d %d %d %d %d\n", self(), i, i, i, i, i, i, i)); }
__global__ void strings(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d %s\n", self(), i, shortText)); }
__global__ void longStrings(int lines) { for (int i = 0; i < lines; i++) note(printf("%u %d %s\n", self(), i, longText)); }
__global__ void mixed(int lines) { for (int i = 0; i < lines; i++) note(i % 2 ? printf("%u %d %d %d %d %d %d %d\n", self(), i, i, i, i, i, i, i) : printf("%u %d\n", self(), i)); }
__global__ void warped(int lines) { for (int i = 0; i < lines; i++) if (threadIdx.x % 2 == i % 2) note(printf("%u %d\n", self(), i)); }
__global__ void parent(int lines) { two<<<1, 32>>>(lines); two<<<1, 32>>>(lines); note(printf("%u %d\n", 64 + self(), 0)); }

typedef void (*Printing)(int);
static const std::map<std::string, Printing> CASES = {{"two", two}, {"text", text}, {"four", four}, {"floats", floats}, {"eight", eight},
    {"strings", strings}, {"longStrings", longStrings}, {"mixed", mixed}, {"warped", warped}, {"parent", parent}};

static const char *path = "/tmp/printffifo.txt";

static std::string between(int from) {
    FILE *f = fopen(path, "r");
    std::string all;
    char part[65536];
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) all.append(part, n);
    fclose(f);
    return all.substr(from);
}

static void report(const char *name, long asked, size_t read, int blocks, int threads, int lines, const std::string &out) {
    std::vector<std::pair<unsigned, int>> kept;
    long malformed = 0;
    for (size_t at = 0; at < out.size();) {
        size_t end = out.find('\n', at);
        std::string line = out.substr(at, end == std::string::npos ? std::string::npos : end - at);
        at = end == std::string::npos ? out.size() : end + 1;
        size_t colon = line.rfind(": ");
        unsigned thread; int number;
        if (sscanf(line.c_str() + (colon == std::string::npos ? 0 : colon + 2), "%u %d", &thread, &number) == 2) kept.push_back({thread, number});
        else malformed++;
    }
    bool monotonic = true;
    std::map<unsigned, int> latest;
    for (auto &k : kept) {
        if (latest.count(k.first) && latest[k.first] >= k.second) monotonic = false;
        latest[k.first] = k.second;
    }
    std::vector<std::string> runs;
    for (size_t i = 0; i < kept.size();) {
        size_t j = i;
        if (threads == 1) while (j + 1 < kept.size() && kept[j + 1].first == kept[i].first && kept[j + 1].second == kept[j].second + 1) j++;
        else while (j + 1 < kept.size() && kept[j + 1].second == kept[i].second && kept[j + 1].first == kept[j].first + 1) j++;
        char word[96];
        if (threads == 1) snprintf(word, sizeof word, "t%u:%d-%d", kept[i].first, kept[i].second, kept[j].second);
        else snprintf(word, sizeof word, "t%u-%u:%d", kept[i].first, kept[j].first, kept[i].second);
        runs.push_back(word);
        i = j + 1;
    }
    int values[8] = {};
    cudaMemcpyFromSymbol(values, returned, sizeof values);
    int none[8] = {};
    cudaMemcpyToSymbol(returned, none, sizeof none);
    long printed = 0;
    for (int v : values) printed += v;
    fprintf(stderr, "%s,%ld,%zu,%d,%d,%d,%ld,%zu,%ld,", name, asked, read, blocks, threads, lines, printed, kept.size(), malformed);
    const char *names[] = {"0", "1", "2", "3", "-1", "-2", "more", "other"};
    for (int i = 0; i < 8; i++) if (values[i]) fprintf(stderr, "%s:%d ", names[i], values[i]);
    fprintf(stderr, ",%s,", monotonic ? "monotonic" : "not monotonic");
    for (size_t i = 0; i < runs.size(); i++) if (i < 8 || i + 4 > runs.size()) fprintf(stderr, "%s ", runs[i].c_str());
    fprintf(stderr, "(%zu)\n", runs.size());
}

int main(int argc, char **argv) {
    if (argc < 6) {
        for (auto &each : CASES) puts(each.first.c_str());
        return argc > 1;
    }
    long asked = atol(argv[2]);
    int blocks = atoi(argv[3]), threads = atoi(argv[4]), lines = atoi(argv[5]);
    int rounds = argc > 6 ? atoi(argv[6]) : 1;
    if (asked > 0) {
        cudaError_t set = cudaDeviceSetLimit(cudaLimitPrintfFifoSize, asked);
        if (set) fprintf(stderr, "set: %s\n", cudaGetErrorName(set));
    }
    size_t read = 0;
    cudaDeviceGetLimit(&read, cudaLimitPrintfFifoSize);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, 1);
    size_t from = 0;
    for (int round = 0; round < rounds; round++) {
        CASES.at(argv[1])<<<blocks, threads>>>(lines);
        cudaError_t error = cudaDeviceSynchronize();
        if (error) fprintf(stderr, "%s\n", cudaGetErrorName(error));
        fflush(stdout);
        std::string out = between(from);
        from += out.size();
        report(argv[1], asked, read, blocks, threads, lines, out);
    }
    return 0;
}
