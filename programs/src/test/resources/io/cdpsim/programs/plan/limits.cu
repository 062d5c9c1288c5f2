// Two functions that call one another, and new on the device's heap.
__device__ __noinline__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : 2 * odd(n - 1) + n; }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1) - n; }
extern "C" __global__ void mutual(int depth, int *out) { *out = even(depth); }
struct Node { Node *next; long long value; };
extern "C" __global__ void list(int count, long long *out) {
    Node *head = nullptr;
    int made = 0;
    for (int i = 0; i < count; i++) {
        Node *node = new Node;
        if (node == nullptr) break;
        node->next = head;
        node->value = i;
        head = node;
        made++;
    }
    long long sum = 0;
    while (head != nullptr) {
        Node *next = head->next;
        sum += head->value;
        delete head;
        head = next;
    }
    out[0] = made;
    out[1] = sum;
}
