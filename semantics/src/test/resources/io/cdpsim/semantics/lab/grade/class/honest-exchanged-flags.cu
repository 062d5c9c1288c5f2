// lab 12, points 6
struct Mailboxes {
    int question;
    int answer;
    volatile int asked;
    volatile int answered;
};
__device__ void post(volatile int *flag, int value) {
    __threadfence();
    atomicExch((int *)flag, value);
}
__device__ void await(volatile int *flag, int value) {
    while (atomicAdd((int *)flag, 0) < value) {
    }
    __threadfence();
}
__global__ void converse(Mailboxes *mail, const int *questions, int rounds, int *answers) {
    for (int r = 1; r <= rounds; r++) {
        if (blockIdx.x == 0) {
            mail->question = questions[r - 1];
            post(&mail->asked, r);
            await(&mail->answered, r);
            answers[r - 1] = mail->answer;
        } else {
            await(&mail->asked, r);
            mail->answer = mail->question + 1;
            post(&mail->answered, r);
        }
    }
}
