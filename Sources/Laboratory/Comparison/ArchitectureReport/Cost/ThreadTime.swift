import Foundation

/// How long the processor has worked for the calling thread so far, in seconds: what else the machine does is not in it.
func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
