/* Loaded before the C library: the clock of this one program is some seconds off, from its start or
 * from some seconds after it; where a file is named, as long as that is there. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static time_t monotonic(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static int is_off(void) {
    const char *file = getenv("CLOCK_FILE");
    return !file || access(file, F_OK) == 0;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    static time_t begun;
    int failed = syscall(SYS_clock_gettime, which, now);
    if (!begun) begun = monotonic();
    if (!failed && which == CLOCK_REALTIME && monotonic() - begun >= number("CLOCK_AFTER")
        && is_off())
        now->tv_sec += number("CLOCK_OFF");
    return failed;
}
