import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite struct CoalescingQueueTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    /// Reads until there is nothing more to read, and remembers each taking.
    private func read(_ mailbox: CoalescingQueue<Int>, into taken: Taken) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            while true {
                let elements = await mailbox.takeAll()
                taken.all.withLock { $0.append(elements) }
                if elements.isEmpty { return }
            }
        }
    }

    private func end(_ reader: Task<Void, Never>) {
        reader.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `what waits is taken in one go, in the order of posting`() {
        let (mailbox, taken) = (CoalescingQueue<Int>(), Taken())
        for number in 1...3 { mailbox.post(number) }
        let reader = read(mailbox, into: taken)
        executor.run(for: .seconds(1))
        mailbox.post(4)
        executor.run(for: .seconds(1))
        #expect(taken.all.withLock { $0 } == [[1, 2, 3], [4]])
        end(reader)
    }

    @Test func `a cancelled reader takes nothing, and leaves what there is to the next one`() {
        let (mailbox, first, second) = (CoalescingQueue<Int>(), Taken(), Taken())
        let waiting = read(mailbox, into: first)
        executor.run(for: .seconds(1))
        waiting.cancel()
        mailbox.post(1)
        let late = read(mailbox, into: first)
        late.cancel()
        executor.run(for: .seconds(1))
        #expect(first.all.withLock { $0 } == [[], []])
        let reader = read(mailbox, into: second)
        executor.run(for: .seconds(1))
        #expect(second.all.withLock { $0 } == [[1]])
        end(reader)
    }

    @Test func `a closed mailbox drops what waits and what comes, and tells its reader`() {
        let (mailbox, waiting, late) = (CoalescingQueue<Int>(), Taken(), Taken())
        _ = read(mailbox, into: waiting)
        executor.run(for: .seconds(1))
        mailbox.close()
        mailbox.post(1)
        executor.run(for: .seconds(1))
        #expect(waiting.all.withLock { $0 } == [[]])
        _ = read(mailbox, into: late)
        executor.run(for: .seconds(1))
        #expect(late.all.withLock { $0 } == [[]] && mailbox.takeWaiting().isEmpty)
    }

    @Test func `taking without waiting takes what is there`() {
        let mailbox = CoalescingQueue<Int>()
        #expect(mailbox.takeWaiting().isEmpty)
        mailbox.post(1)
        mailbox.post(2)
        #expect(mailbox.takeWaiting() == [1, 2] && mailbox.takeWaiting().isEmpty)
    }

    @Test func `an element that posts as it is dropped does not lock the mailbox up`() {
        let mailbox = CoalescingQueue<Reposting>()
        mailbox.post(Reposting(to: mailbox))
        mailbox.close()
        #expect(mailbox.takeWaiting().isEmpty)
    }

    @Test func `posts from many threads all arrive, each thread's in its order`() async {
        let mailbox = CoalescingQueue<(thread: Int, number: Int)>()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask { for number in 0..<1000 { mailbox.post((thread, number)) } }
            }
            var taken: [Int: [Int]] = [:]
            while taken.values.reduce(0, { $0 + $1.count }) < 8000 {
                for element in await mailbox.takeAll() { taken[element.thread, default: []].append(element.number) }
            }
            #expect(taken.values.allSatisfy { $0 == Array(0..<1000) })
        }
    }
}

private final class Taken: Sendable {
    let all = Mutex<[[Int]]>([])
}

private final class Reposting: Sendable {
    private let mailbox: CoalescingQueue<Reposting>?

    init(to mailbox: CoalescingQueue<Reposting>?) { self.mailbox = mailbox }

    deinit { mailbox?.post(Reposting(to: nil)) }
}
