// Connected components of an image: tiles of 32 x 32 are labelled by union and find, then the seams between them are joined, from small squares to large ones. The squares are visited by the host's launches, by a recursion that launches a square's quarters and joins its seams in a tail launch, or level by level with tail launches.
#include "programs.cuh"
#define TILE 32
__device__ int rootOf(volatile int* l, int a) { int p; while ((p = l[a]) != a) a = p; return a; }
__device__ void unite(int* l, int a, int b) {
  for (;;) {
    a = rootOf(l, a); b = rootOf(l, b); if (a == b) return;
    if (a < b) { int s = a; a = b; b = s; }
    int old = atomicMin(&l[a], b); if (old == a) return;
    a = old;
  }
}
__device__ void labelTile(const unsigned char* image, int* l, int w, int x0, int y0) {
  int x = x0 + threadIdx.x;
  for (int y = y0 + threadIdx.y; y < y0 + TILE; y += blockDim.y) l[y * w + x] = image[y * w + x] ? y * w + x : -1;
  __syncthreads();
  for (int y = y0 + threadIdx.y; y < y0 + TILE; y += blockDim.y) {
    int p = y * w + x; if (!image[p]) continue;
    if (x > x0 && image[p - 1]) unite(l, p, p - 1);
    if (y > y0 && image[p - w]) unite(l, p, p - w);
  }
}
__global__ void tiles(const unsigned char* image, int* l, int w) { labelTile(image, l, w, blockIdx.x * TILE, blockIdx.y * TILE); }
__device__ void joinSeams(const unsigned char* image, int* l, int w, int x0, int y0, int size) {
  int h = size / 2;
  for (int t = threadIdx.x; t < size; t += blockDim.x) {
    int p = (y0 + t) * w + x0 + h; if (image[p] && image[p - 1]) unite(l, p, p - 1);
    p = (y0 + h) * w + x0 + t; if (image[p] && image[p - w]) unite(l, p, p - w);
  }
}
__global__ void seams(const unsigned char* image, int* l, int w, int x0, int y0, int size) { joinSeams(image, l, w, x0 + blockIdx.x * size, y0 + blockIdx.y * size, size); }
template <bool FORGET> __global__ void square(const unsigned char* image, int* l, int w, int x0, int y0, int size) {
  x0 += blockIdx.x * size; y0 += blockIdx.y * size;
  if (size == TILE) { labelTile(image, l, w, x0, y0); return; }
  if (threadIdx.x || threadIdx.y) return;
  int h = size / 2;
  if (FORGET) for (int q = 0; q < 4; ++q) square<FORGET><<<1, dim3(32, 8), 0, cudaStreamFireAndForget>>>(image, l, w, x0 + (q & 1) * h, y0 + (q >> 1) * h, h);
  else square<FORGET><<<dim3(2, 2), dim3(32, 8)>>>(image, l, w, x0, y0, h);
  seams<<<1, 128, 0, cudaStreamTailLaunch>>>(image, l, w, x0, y0, size);
}
__global__ void level(const unsigned char* image, int* l, int w, int size) {
  joinSeams(image, l, w, blockIdx.x * size, blockIdx.y * size, size);
  if (size < w && blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0) level<<<dim3(w / size / 2, w / size / 2), min(2 * size, 128), 0, cudaStreamTailLaunch>>>(image, l, w, 2 * size);
}
__global__ void tilesThenLevels(const unsigned char* image, int* l, int w) {
  labelTile(image, l, w, blockIdx.x * TILE, blockIdx.y * TILE);
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0 && threadIdx.y == 0) level<<<dim3(w / TILE / 2, w / TILE / 2), 64, 0, cudaStreamTailLaunch>>>(image, l, w, 2 * TILE);
}
__global__ void flatten(const int* l, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; int a = l[i]; if (a < 0) { out[i] = 0; return; } while (l[a] != a) a = l[a]; out[i] = a + 1; }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int w = which == 0 ? 128 : 256, noise = which == 2, n = w * w; Random r{5}; std::vector<unsigned char> image(n, 0);
    if (noise) for (auto& p : image) p = r.below(100) < 57;
    else for (int k = 0; k < w / 2; ++k) { int cx = r.below(w), cy = r.below(w), a = 1 + r.below(10), b = 1 + r.below(20); for (int y = std::max(0, cy - b); y < std::min(w, cy + b); ++y) for (int x = std::max(0, cx - a); x < std::min(w, cx + a); ++x) image[y * w + x] ^= 1; }
    std::vector<int> expected(n, 0), stack;
    for (int s = 0; s < n; ++s) if (image[s] && !expected[s]) {
      expected[s] = s + 1; stack.push_back(s);
      while (!stack.empty()) { int p = stack.back(), x = p % w, y = p / w; stack.pop_back(); auto go = [&](int q) { if (image[q] && !expected[q]) { expected[q] = s + 1; stack.push_back(q); } }; if (x) go(p - 1); if (x + 1 < w) go(p + 1); if (y) go(p - w); if (y + 1 < w) go(p + w); }
    }
    unsigned char* im = device(image); int *l = device<int>(n), *out = device<int>(n); char v[64]; const char* kinds[] = {"host", "null", "forget", "tail"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], noise ? "noise" : "blobs");
      row("ccl", v, "width", w, [&] { cudaMemset(l, 0, 4 * n); cudaMemset(out, 0, 4 * n); },
        [&] {
          if (k == 0) { tiles<<<dim3(w / TILE, w / TILE), dim3(32, 8)>>>(im, l, w); for (int s = 2 * TILE; s <= w; s *= 2) seams<<<dim3(w / s, w / s), std::min(s, 128)>>>(im, l, w, 0, 0, s); }
          else if (k == 1) square<false><<<1, dim3(32, 8)>>>(im, l, w, 0, 0, w); else if (k == 2) square<true><<<1, dim3(32, 8)>>>(im, l, w, 0, 0, w);
          else tilesThenLevels<<<dim3(w / TILE, w / TILE), dim3(32, 8)>>>(im, l, w);
          flatten<<<n / 256, 256>>>(l, out, n);
        },
        [&] {
          std::vector<int> got(n); CHECK(cudaMemcpy(got.data(), out, 4 * n, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,ccl %s %d: wrong labels\n", v, w); exit(1); }
          return sumOf(out, n);
        });
    }
    cudaFree(im); cudaFree(l); cudaFree(out);
  }
}
