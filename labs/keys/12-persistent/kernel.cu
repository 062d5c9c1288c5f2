// Lab 12. A persistent kernel: block 0 writes questions, block 1 answers, through mailboxes in device memory.

struct Mailboxes {
    int question;            // the question
    int answer;              // the answer
    volatile int asked;      // number of questions so far
    volatile int answered;   // number of answers so far
};

// Two blocks of one thread. questions has `rounds` elements; all of *mail is 0.
__global__ void converse(Mailboxes *mail, const int *questions, int rounds, int *answers) {
    // Fence, then flag; flag seen, then fence.
    if (blockIdx.x == 0) {
        for (int r = 1; r <= rounds; r++) {
            mail->question = questions[r - 1];
            __threadfence();
            mail->asked = r;
            while (mail->answered < r) {
            }
            __threadfence();
            answers[r - 1] = mail->answer;
        }
    } else {
        for (int r = 1; r <= rounds; r++) {
            while (mail->asked < r) {
            }
            __threadfence();
            mail->answer = mail->question + 1;
            __threadfence();
            mail->answered = r;
        }
    }
}
