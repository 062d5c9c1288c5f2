// lab 12, points 0
struct Mailboxes {
    int question;
    int answer;
    volatile int asked;
    volatile int answered;
};
__global__ void converse(Mailboxes *mail, const int *questions, int rounds, int *answers) {
    if (blockIdx.x == 0) {
        for (int r = 0; r < rounds; r++) {
            answers[r] = questions[r] + 1;
        }
    }
}
