// SP(rho) message passing on random 3-SAT factor graphs.  rho = 0 is belief propagation, rho = 1 is
// survey propagation (Maneva, Mossel, Wainwright 2007).  Variables are drawn from a skewed law, thus a
// handful of them sits in hundreds of clauses: these are reduced by child grids.
//
//   eta[e]    : survey sent along edge e = (clause a, literal slot k), e = 3 a + k
//   logS[2j+s]: log prod over the clauses b where j has sign s of (1 - eta_{b->j})
//
// Variants: host loop, device-side driver kernel, CUDA graph by stream capture, flat (no nesting).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

namespace {

inline void ck(cudaError_t e, const char* where) {
  if (e != cudaSuccess) {
    std::cerr << "CUDA failure in " << where << ": " << cudaGetErrorName(e) << std::endl;
    std::exit(2);
  }
}
#define CK(x) ck((x), #x)
#define CK_LAUNCH() ck(cudaGetLastError(), "kernel launch")

constexpr int kHub = 24;          // occurrences beyond which a variable is handled by a child grid
constexpr int kHubThreads = 64;
constexpr float kEtaMax = 0.9999f;

struct Formula {                  // device view
  int nvar, nclause;
  const int* lit;                 // [3 m] variable * 2 + sign
  const int* occ_ptr;             // [n + 1]
  const int* occ;                 // [3 m] edges of each variable, ascending
};
struct Messages {
  float* eta;                     // [3 m]
  float* logS;                    // [2 n]
  unsigned* residual;             // [iterations] bits of max |change|
  float rho, damp;
};

// -------------------------------------------------------------------------------- variables
// Sum of both signs' logarithms, one block per hub variable.
__global__ void __launch_bounds__(kHubThreads) hub_variable(Formula f, Messages m, int j) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float2 part[kHubThreads / 32];
  float pos = 0.f, neg = 0.f;
  for (int i = f.occ_ptr[j] + block.thread_rank(); i < f.occ_ptr[j + 1]; i += block.size()) {
    const int e = __ldg(&f.occ[i]);
    const float l = log1pf(-m.eta[e]);
    if (__ldg(&f.lit[e]) & 1) neg += l; else pos += l;
  }
  pos = cg::reduce(warp, pos, cg::plus<float>());
  neg = cg::reduce(warp, neg, cg::plus<float>());
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = make_float2(pos, neg);
  block.sync();
  if (block.thread_rank() == 0) {
    for (unsigned w = 1; w < warp.meta_group_size(); ++w) { pos += part[w].x; neg += part[w].y; }
    m.logS[2 * j] = pos;
    m.logS[2 * j + 1] = neg;
  }
}

enum class Hubs { kSerial, kChildren };

template <Hubs H>
__global__ void __launch_bounds__(256) variable_kernel(Formula f, Messages m) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= f.nvar) return;
  const int b = __ldg(&f.occ_ptr[j]), e = __ldg(&f.occ_ptr[j + 1]);
  if constexpr (H == Hubs::kChildren) {
    if (e - b > kHub) {
      // hubs of one block do not depend on each other: don't serialise them in the NULL stream
      hub_variable<<<1, kHubThreads, 0, cudaStreamFireAndForget>>>(f, m, j);
      return;
    }
  }
  float s[2] = {0.f, 0.f};
  for (int i = b; i < e; ++i) {
    const int edge = __ldg(&f.occ[i]);
    const float l = log1pf(-m.eta[edge]);
    if (__ldg(&f.lit[edge]) & 1) s[1] += l; else s[0] += l;
  }
  reinterpret_cast<float2*>(m.logS)[j] = make_float2(s[0], s[1]);
}

// ---------------------------------------------------------------------------------- clauses
template <typename T>
__host__ __device__ inline T unsat_weight(T same, T oppo, T eta, T rho) {
  // same: log prod over the clauses that agree with this literal, without this clause itself
  same -= log1p(-eta);
  const T top = same > oppo ? same : oppo;
  const T ps = exp(same - top), pu = exp(oppo - top), both = rho * ps * pu * exp(top);
  return (ps - both) / (ps + pu - both);
}

__global__ void __launch_bounds__(128) clause_kernel(Formula f, Messages m, int iteration) {
  const int a = blockIdx.x * blockDim.x + threadIdx.x;
  float change = 0.f;
  if (a < f.nclause) {
    float w[3], old[3];
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const int l = __ldg(&f.lit[3 * a + k]);
      old[k] = m.eta[3 * a + k];
      w[k] = unsat_weight<float>(m.logS[l], m.logS[l ^ 1], old[k], m.rho);
    }
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const float fresh = fminf(w[(k + 1) % 3] * w[(k + 2) % 3], kEtaMax);
      const float next = m.damp * old[k] + (1.f - m.damp) * fresh;
      change = fmaxf(change, fabsf(next - old[k]));
      m.eta[3 * a + k] = next;
    }
  }
  // a non-negative float orders like its bits
  const unsigned top = __reduce_max_sync(0xffffffffu, __float_as_uint(change));
  if ((threadIdx.x & 31) == 0 && top) atomicMax(&m.residual[iteration], top);
}

// ----------------------------------------------------------------------------------- driver
// One thread of the device plays the host: both kernels of every iteration in a stream of its own.
__global__ void driver_kernel(Formula f, Messages m, int iterations) {
  cudaStream_t s;
  if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess) return;
  for (int it = 0; it < iterations; ++it) {
    variable_kernel<Hubs::kChildren><<<(f.nvar + 255) / 256, 256, 0, s>>>(f, m);
    clause_kernel<<<(f.nclause + 127) / 128, 128, 0, s>>>(f, m, it);
  }
  cudaStreamDestroy(s);            // work that is in the stream still completes
}

// ------------------------------------------------------------------------------------- host
struct Instance {
  int n, m;
  std::vector<int> lit, occ_ptr, occ;
  std::vector<float> eta0;
  Instance(int n_, double alpha, unsigned seed) : n(n_), m(int(alpha * n_)), occ_ptr(n_ + 1, 0) {
    std::mt19937 gen(seed);
    auto u01 = [&] { return gen() * (1.0 / 4294967296.0); };
    for (int a = 0; a < m; ++a) {
      int v[3];
      for (int k = 0; k < 3; ++k) {
        bool again = true;
        while (again) {
          const double x = u01();
          v[k] = u01() < 0.25 ? int(x * x * x * x * n) : int(x * n);
          again = std::find(v, v + k, v[k]) != v + k;
        }
        lit.push_back(2 * v[k] + int(gen() >> 31));
      }
    }
    for (int l : lit) ++occ_ptr[(l >> 1) + 1];
    for (int j = 0; j < n; ++j) occ_ptr[j + 1] += occ_ptr[j];
    occ.resize(lit.size());
    std::vector<int> at(occ_ptr.begin(), occ_ptr.end() - 1);
    for (int e = 0; e < 3 * m; ++e) occ[at[lit[e] >> 1]++] = e;
    for (int e = 0; e < 3 * m; ++e) eta0.push_back(float(0.05 + 0.4 * u01()));
  }
  // double precision reference
  std::vector<double> reference(double rho, double damp, int iterations) const {
    std::vector<double> eta(eta0.begin(), eta0.end()), logS(2 * n);
    for (int it = 0; it < iterations; ++it) {
      std::fill(logS.begin(), logS.end(), 0.0);
      for (int e = 0; e < 3 * m; ++e) logS[lit[e]] += std::log1p(-eta[e]);
      for (int a = 0; a < m; ++a) {
        double w[3];
        for (int k = 0; k < 3; ++k) w[k] = unsat_weight<double>(logS[lit[3 * a + k]], logS[lit[3 * a + k] ^ 1], eta[3 * a + k], rho);
        for (int k = 0; k < 3; ++k) {
          const double fresh = std::min(w[(k + 1) % 3] * w[(k + 2) % 3], double(kEtaMax));
          eta[3 * a + k] = damp * eta[3 * a + k] + (1.0 - damp) * fresh;
        }
      }
    }
    return eta;
  }
};

template <typename T>
struct DeviceVector {
  T* p = nullptr;
  size_t n;
  explicit DeviceVector(size_t n_) : n(n_) { CK(cudaMalloc(&p, n * sizeof(T))); }
  explicit DeviceVector(const std::vector<T>& h) : DeviceVector(h.size()) { put(h); }
  ~DeviceVector() { cudaFree(p); }
  DeviceVector(const DeviceVector&) = delete;
  void put(const std::vector<T>& h) { CK(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
  std::vector<T> get() const {
    std::vector<T> h(n);
    CK(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
};

void experiment(const std::string& variant, int n, float rho, int iterations, int runs) {
  const Instance inst(n, 3.2, 77u + n);
  const float damp = 0.3f;
  const auto want = inst.reference(rho, damp, iterations);
  DeviceVector<int> lit(inst.lit), occ_ptr(inst.occ_ptr), occ(inst.occ);
  DeviceVector<float> eta(inst.eta0), logS(2 * size_t(n));
  DeviceVector<unsigned> residual(iterations);
  const Formula f{n, inst.m, lit.p, occ_ptr.p, occ.p};
  const Messages msg{eta.p, logS.p, residual.p, rho, damp};
  const dim3 gv((n + 255) / 256), gc((inst.m + 127) / 128);

  cudaStream_t s;
  CK(cudaStreamCreate(&s));
  auto sweep = [&](bool nested) {
    for (int it = 0; it < iterations; ++it) {
      if (nested) variable_kernel<Hubs::kChildren><<<gv, 256, 0, s>>>(f, msg);
      else variable_kernel<Hubs::kSerial><<<gv, 256, 0, s>>>(f, msg);
      CK_LAUNCH();
      clause_kernel<<<gc, 128, 0, s>>>(f, msg, it);
      CK_LAUNCH();
    }
  };
  cudaGraphExec_t exec = nullptr;
  if (variant == "graph") {
    cudaGraph_t graph;
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    sweep(true);
    CK(cudaStreamEndCapture(s, &graph));
    CK(cudaGraphInstantiate(&exec, graph, 0));
    CK(cudaGraphDestroy(graph));
  }
  std::function<void()> work;
  if (variant == "driver") work = [&] { driver_kernel<<<1, 1, 0, s>>>(f, msg, iterations); CK_LAUNCH(); };
  else if (variant == "graph") work = [&] { CK(cudaGraphLaunch(exec, s)); };
  else work = [&] { sweep(variant == "host"); };

  cudaEvent_t start, stop;
  CK(cudaEventCreate(&start));
  CK(cudaEventCreate(&stop));
  std::vector<float> us;
  unsigned long long checksum = 0;
  for (int r = 0; r <= runs; ++r) {   // run 0 warms up
    eta.put(inst.eta0);
    residual.put(std::vector<unsigned>(iterations, 0u));
    CK(cudaDeviceSynchronize());
    CK(cudaEventRecord(start, s));
    work();
    CK(cudaEventRecord(stop, s));
    CK(cudaEventSynchronize(stop));
    float ms = 0.f;
    CK(cudaEventElapsedTime(&ms, start, stop));
    if (r > 0) us.push_back(1e3f * ms);

    const auto got = eta.get();
    double total = 0.0, worst = 0.0;
    for (size_t e = 0; e < got.size(); ++e) {
      const double d = std::fabs(got[e] - want[e]);
      if (!(d < 2e-3)) {
        std::cerr << "surveyprop_" << variant << ": edge " << e << " is " << got[e] << ", expected " << want[e] << std::endl;
        std::abort();
      }
      worst = std::max(worst, d);
      total += got[e];
    }
    for (unsigned bits : residual.get()) {
      float x; std::memcpy(&x, &bits, sizeof x);
      if (!(x > 0.f && x <= 1.f)) { std::cerr << "surveyprop_" << variant << ": bad residual " << x << std::endl; std::abort(); }
    }
    checksum = static_cast<unsigned long long>(std::llround(total));
  }
  std::sort(us.begin(), us.end());
  std::cerr << "program,surveyprop_" << variant << ",nvar," << n << ",time,us," << us.front() << ',' << us[us.size() / 2]
            << ',' << us.back() << ',' << runs << "\nnote,surveyprop_" << variant << ",nvar," << n << ",sum," << checksum << std::endl;
  if (exec) CK(cudaGraphExecDestroy(exec));
  CK(cudaEventDestroy(start));
  CK(cudaEventDestroy(stop));
  CK(cudaStreamDestroy(s));
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  const std::string only = argc > 2 ? argv[2] : "";
  CK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  struct Row { const char* variant; int n; float rho; int iterations; };
  for (const Row& r : {Row{"host", 1000, 0.f, 20}, Row{"host", 2000, 0.9f, 12}, Row{"driver", 1000, 0.f, 20}, Row{"driver", 2000, 0.9f, 12},
                       Row{"graph", 1000, 0.f, 20}, Row{"graph", 2000, 0.9f, 12}, Row{"flat", 1000, 0.f, 20}, Row{"flat", 2000, 0.9f, 12}})
    if (("surveyprop_" + std::string(r.variant)).find(only) != std::string::npos) experiment(r.variant, r.n, r.rho, r.iterations, runs);
  return 0;
}
