// What the processor counts, by Linux's perf_event_open: Swift can call no function with variable arguments, and the C
// library has none for this call.
#ifndef VIPER_CHAT_CPERF_H
#define VIPER_CHAT_CPERF_H

#ifdef __linux__
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor from which to read how many instructions the calling thread has executed outside of the kernel, as
/// eight bytes; negative where the machine does not count them, or does not let us.
static inline int cperf_open_instructions(void) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof(attributes));
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof(attributes);
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}
#else
static inline int cperf_open_instructions(void) { return -1; }
#endif

#endif
