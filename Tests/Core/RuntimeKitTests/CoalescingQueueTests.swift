import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct CoalescingQueueTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    /// Reads until an empty array is returned, and records every array.
    private func read(_ queue: CoalescingQueue<Int>, into taken: Taken) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            while true {
                let elements = await queue.takeAll()
                taken.all.withLock { $0.append(elements) }
                if elements.isEmpty { return }
            }
        }
    }

    private func end(_ reader: Task<Void, Never>) {
        reader.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `takeAll takes all waiting elements in the order of posting`() {
        let (queue, taken) = (CoalescingQueue<Int>(), Taken())
        for number in 1...3 { queue.post(number) }
        let reader = read(queue, into: taken)
        executor.run(for: .seconds(1))
        queue.post(4)
        executor.run(for: .seconds(1))
        #expect(taken.all.withLock { $0 } == [[1, 2, 3], [4]])
        end(reader)
    }

    @Test func `a cancelled reader takes nothing and leaves the elements to the next reader`() {
        let (queue, first, second) = (CoalescingQueue<Int>(), Taken(), Taken())
        let waiting = read(queue, into: first)
        executor.run(for: .seconds(1))
        waiting.cancel()
        queue.post(1)
        let late = read(queue, into: first)
        late.cancel()
        executor.run(for: .seconds(1))
        #expect(first.all.withLock { $0 } == [[], []])
        let reader = read(queue, into: second)
        executor.run(for: .seconds(1))
        #expect(second.all.withLock { $0 } == [[1]])
        end(reader)
    }

    @Test func `a closed queue drops waiting and later elements and resumes its reader`() {
        let (queue, waiting, late) = (CoalescingQueue<Int>(), Taken(), Taken())
        _ = read(queue, into: waiting)
        executor.run(for: .seconds(1))
        queue.close()
        queue.post(1)
        executor.run(for: .seconds(1))
        #expect(waiting.all.withLock { $0 } == [[]])
        _ = read(queue, into: late)
        executor.run(for: .seconds(1))
        #expect(late.all.withLock { $0 } == [[]] && queue.drain().isEmpty)
    }

    @Test func `drain takes the waiting elements without suspending`() {
        let queue = CoalescingQueue<Int>()
        #expect(queue.drain().isEmpty)
        queue.post(1)
        queue.post(2)
        #expect(queue.drain() == [1, 2] && queue.drain().isEmpty)
    }

    @Test func `an element that posts from its deinitialiser does not deadlock the queue`() {
        let queue = CoalescingQueue<Reposting>()
        queue.post(Reposting(to: queue))
        queue.close()
        #expect(queue.drain().isEmpty)
    }

    @Test func `posts from many threads all arrive, those of one thread in order`() async {
        let queue = CoalescingQueue<(thread: Int, number: Int)>()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask { for number in 0..<1000 { queue.post((thread, number)) } }
            }
            var taken: [Int: [Int]] = [:]
            while taken.values.reduce(0, { $0 + $1.count }) < 8000 {
                for element in await queue.takeAll() { taken[element.thread, default: []].append(element.number) }
            }
            #expect(taken.values.allSatisfy { $0 == Array(0..<1000) })
        }
    }
}

private final class Taken: Sendable {
    let all = Mutex<[[Int]]>([])
}

private final class Reposting: Sendable {
    private let queue: CoalescingQueue<Reposting>?

    init(to queue: CoalescingQueue<Reposting>?) { self.queue = queue }

    deinit { queue?.post(Reposting(to: nil)) }
}
