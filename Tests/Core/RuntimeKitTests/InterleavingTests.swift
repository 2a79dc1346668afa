import RuntimeKit
import Testing

@Suite struct InterleavingTests {
    @Test func `a mutex runs other work after each critical section, with the lock released`() {
        let (counter, seen) = (Counter(), Recorder<Int>())
        let other = Interleaving {
            // Within the other work there is no other work.
            Interleaving.$current.withValue(nil) { seen.record(counter.value.withLock { $0 }) }
        }
        Interleaving.$current.withValue(other) {
            for _ in 1...2 { counter.value.withLock { $0 += 1 } }
        }
        #expect(seen.values == [1, 2])
    }

    @Test func `a queue runs other work after each element is posted`() {
        let (queue, seen) = (CoalescingQueue<Int>(), Recorder<[Int]>())
        Interleaving.$current.withValue(Interleaving { seen.record(queue.drain()) }) {
            for number in 1...2 { queue.post(number) }
        }
        #expect(seen.values == [[1], [2]])
    }

    @Test func `nothing else runs in a task without an interleaving`() {
        let counter = Counter()
        counter.value.withLock { $0 += 1 }
        Interleaving.runOtherWork()
        #expect(counter.value.withLock { $0 } == 1)
    }
}

private final class Counter: Sendable {
    let value = InterleavingMutex(0)
}
