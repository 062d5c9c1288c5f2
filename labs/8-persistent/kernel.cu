// Lab 8. A kernel that stays on the device: block 0 asks, block 1 answers, through mailboxes in device memory.

struct Mailboxes {
    int question;            // what is asked
    int answer;              // what is answered
    volatile int asked;      // how many questions have been asked
    volatile int answered;   // how many have been answered
};

// Two blocks of one thread. All of *mail is 0.
__global__ void converse(Mailboxes *mail, int rounds, int *answers) {
    // TODO: a flag that is seen says nothing of the words beside it, until both sides say so.
    if (blockIdx.x == 0) {
        for (int r = 1; r <= rounds; r++) {
            mail->question = 10 * r;
            mail->asked = r;
            while (mail->answered < r) {
            }
            answers[r - 1] = mail->answer;
        }
    } else {
        for (int r = 1; r <= rounds; r++) {
            while (mail->asked < r) {
            }
            mail->answer = mail->question + 1;
            mail->answered = r;
        }
    }
}
