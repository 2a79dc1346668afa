/* Tells the thread sanitizer when a contended Synchronization.Mutex is locked and unlocked on Linux.
 *
 * Without contention, both are atomic instructions in instrumented code. With contention, they are calls into a library of
 * the toolchain that is not instrumented, so the sanitizer sees no order and reports races that do not exist. This library,
 * preloaded, intercepts those calls and reports their order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Absent in a process that is not sanitized, such as the package manager's. */
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t owner, SELF void *mutex);
typedef SWIFT bool TryLock(SELF void *mutex);
typedef SWIFT void Unlock(SELF void *mutex);

Lock lock_slowly __asm__(LOCK);
TryLock try_lock_slowly __asm__(TRY_LOCK);
Unlock unlock_slowly __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t owner, SELF void *mutex) {
    Lock *next = dlsym(RTLD_NEXT, LOCK);
    next(owner, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slowly(SELF void *mutex) {
    TryLock *next = dlsym(RTLD_NEXT, TRY_LOCK);
    bool isTaken = next(mutex);
    if (isTaken && __tsan_acquire) __tsan_acquire(mutex);
    return isTaken;
}

SWIFT void unlock_slowly(SELF void *mutex) {
    Unlock *next = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    next(mutex);
}
