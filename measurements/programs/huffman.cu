// Huffman decoding of blocks of very unequal length, with the first bit of every 128 symbols known: a thread decodes its block, or launches a grid with a thread for each 128 symbols of a long one (NULL stream, fire and forget), or one thread launches a grid for each block into four streams.
#include "programs.cuh"
#include <queue>
#define CHUNK 128
#define LONGEST 12
struct Code { const unsigned* bits; const unsigned short* table; const int *firstSymbol, *firstChunk, *chunkBit; };
__device__ void decode(const Code& c, int bit, int count, unsigned char* out) {
  for (int i = 0; i < count; ++i) {
    ull w = (ull)c.bits[bit >> 5] << 32 | c.bits[(bit >> 5) + 1];
    unsigned e = c.table[(w >> (64 - LONGEST - (bit & 31))) & ((1 << LONGEST) - 1)];
    out[i] = e >> 4; bit += e & 15;
  }
}
__device__ void decodeChunk(const Code& c, int b, int k, unsigned char* out) {
  int s = c.firstSymbol[b] + k * CHUNK; decode(c, c.chunkBit[c.firstChunk[b] + k], min(CHUNK, c.firstSymbol[b + 1] - s), out + s);
}
__global__ void chunks(Code c, int b, unsigned char* out) { int k = blockIdx.x * blockDim.x + threadIdx.x; if (k < c.firstChunk[b + 1] - c.firstChunk[b]) decodeChunk(c, b, k, out); }
template <int KIND> __global__ void blocksOf(Code c, int n, unsigned char* out) {
  int b = blockIdx.x * blockDim.x + threadIdx.x; if (b >= n) return;
  int m = c.firstChunk[b + 1] - c.firstChunk[b];
  if (KIND && m > 3) {
    if (KIND == 1) chunks<<<(m + 31) / 32, min(m, 32)>>>(c, b, out); else chunks<<<(m + 31) / 32, min(m, 32), 0, cudaStreamFireAndForget>>>(c, b, out);
  } else for (int k = 0; k < m; ++k) decodeChunk(c, b, k, out);
}
__global__ void single(Code c, int n, unsigned char* out) {
  cudaStream_t s[4]; for (int k = 0; k < 4; ++k) cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
  for (int b = 0; b < n; ++b) { int m = c.firstChunk[b + 1] - c.firstChunk[b]; chunks<<<(m + 63) / 64, 64, 0, s[b & 3]>>>(c, b, out); }
  for (int k = 0; k < 4; ++k) cudaStreamDestroy(s[k]);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 0 ? 16384 : 98304, skew = which != 1; Random r{41};
    // Symbols after Zipf, and the lengths of their codes.
    int S = 64; std::vector<double> weight(S), upTo(S); double total = 0; for (int s = 0; s < S; ++s) { total += weight[s] = 1.0 / (s + 2); upTo[s] = total; }
    std::vector<int> up(2 * S, -1), length(S); { typedef std::pair<double, int> Q; std::priority_queue<Q, std::vector<Q>, std::greater<Q>> q; for (int s = 0; s < S; ++s) q.push({weight[s], s}); int next = S;
      while (q.size() > 1) { Q a = q.top(); q.pop(); Q b = q.top(); q.pop(); up[a.second] = up[b.second] = next; q.push({a.first + b.first, next++}); } }
    for (int s = 0; s < S; ++s) for (int x = up[s]; x >= 0; x = up[x]) ++length[s];
    std::vector<unsigned> code(S); std::vector<unsigned short> table(1 << LONGEST); unsigned c = 0;
    for (int l = 1; l <= LONGEST; ++l, c <<= 1) for (int s = 0; s < S; ++s) if (length[s] == l) { code[s] = c++; for (int k = 0; k < 1 << (LONGEST - l); ++k) table[(code[s] << (LONGEST - l)) + k] = s << 4 | l; }
    std::vector<unsigned char> text(n); std::vector<unsigned> bits(n * LONGEST / 32 + 2, 0); std::vector<int> firstSymbol, firstChunk, chunkBit; int bit = 0, left = 0, inChunk = 0;
    for (int i = 0; i < n; ++i) {
      if (!left) { double u = r.real(); left = skew ? 20 + (int)(n / 6 * u * u * u * u * u * u) : 600 + r.below(400); firstSymbol.push_back(i); firstChunk.push_back((int)chunkBit.size()); inChunk = 0; }
      if (inChunk == 0) chunkBit.push_back(bit);
      int s = 0; double u = r.real() * total; while (s < S - 1 && upTo[s] < u) ++s;
      text[i] = s; for (int k = length[s] - 1; k >= 0; --k, ++bit) if (code[s] >> k & 1) bits[bit >> 5] |= 0x80000000u >> (bit & 31);
      --left; inChunk = (inChunk + 1) % CHUNK;
    }
    int m = (int)firstSymbol.size(); firstSymbol.push_back(n); firstChunk.push_back((int)chunkBit.size());
    Code d{device(bits), device(table), device(firstSymbol), device(firstChunk), device(chunkBit)}; unsigned char* out = device<unsigned char>(n); char v[64]; const char* kinds[] = {"loops", "null", "forget", "streams"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], skew ? "skewed" : "even");
      row("huffman", v, "symbols", n, [&] { cudaMemset(out, 0xff, n); },
        [&] { int g = (m + 31) / 32; if (k == 0) blocksOf<0><<<g, 32>>>(d, m, out); else if (k == 1) blocksOf<1><<<g, 32>>>(d, m, out); else if (k == 2) blocksOf<2><<<g, 32>>>(d, m, out); else single<<<1, 1>>>(d, m, out); },
        [&] {
          std::vector<unsigned char> got(n); CHECK(cudaMemcpy(got.data(), out, n, cudaMemcpyDeviceToHost));
          if (got != text) { fprintf(stderr, "FATAL,huffman %s %d: wrong symbols\n", v, n); exit(1); }
          return sumOf(out, n);
        });
    }
    cudaFree((void*)d.bits); cudaFree((void*)d.table); cudaFree((void*)d.firstSymbol); cudaFree((void*)d.firstChunk); cudaFree((void*)d.chunkBit); cudaFree(out);
  }
}
