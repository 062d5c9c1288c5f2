// lab 12, points 0
struct Mailboxes {
    int question;
    int answer;
    volatile int asked;
    volatile int answered;
};
__global__ void converse(Mailboxes *mail, const int *questions, int rounds, int *answers) {
    unsigned n = rounds;
    for (;;) {
        n = n * 1664525u + 1013904223u;
        atomicAdd(&mail->answer, n);
    }
}
