// Recursive prints: each thread of a block prints, its first launches two blocks more; and rows of prints of one thread.
#include "programs.cuh"
__global__ void tree(int depth, int parent) {
  printf("BLOCK of parent %d thread %d at depth %d\n", parent, (int)threadIdx.x, depth);
  if (depth > 1 && threadIdx.x == 0) tree<<<2, 2>>>(depth - 1, parent * 2 + blockIdx.x);
}
__global__ void lines(int n, int kind) { for (int i = 0; i < n; ++i) if (kind == 0) printf("%d\n", i); else if (kind == 1) printf("item %d of %d: %f\n", i, n, i * 0.5); else printf("%s %d\n", kind == 2 ? "a short text" : "a text that is longer than the one before, to see what a byte costs", i); }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int d : {1, 2, 3, 4}) row("print", "tree", "depth", d, [] {}, [=] { tree<<<2, 2>>>(d, 0); }, [] { return 0ULL; });
  for (int k : {0, 1, 2, 3}) for (int n : {1, 16}) row("print", k == 0 ? "number" : k == 1 ? "numbers" : k == 2 ? "text" : "long_text", "lines", n, [] {}, [=] { lines<<<1, 1>>>(n, k); }, [] { return 0ULL; });
  row("print", "warp_number", "lines", 4, [] {}, [] { lines<<<1, 32>>>(4, 0); }, [] { return 0ULL; });
}
