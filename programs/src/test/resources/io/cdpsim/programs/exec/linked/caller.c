/* Calls what it is linked with. */
int plugged(void);

int main(void) {
    return plugged();
}
