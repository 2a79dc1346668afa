import RuntimeKit
import Synchronization
import Testing

@testable import FullScreenHost

@Suite(.timeLimit(.minutes(20))) struct PictureRunnerTests {
    private func request(_ number: Int) -> PictureRequest {
        PictureRequest(path: "/\(number)", size: PictureSize(columns: 1, rows: 1), form: .blocks(colorCount: 256))
    }

    /// Runs a runner while a body says what is wanted; the body reads the requests that were answered.
    private func run(_ runner: PictureRunner, _ body: (CoalescingQueue<PictureRequest>) async -> Void) async {
        let answered = CoalescingQueue<PictureRequest>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await runner.run { request, _ in answered.post(request) } }
            await body(answered)
            group.cancelAll()
        }
    }

    @Test func `pictures are decoded one at a time, in the order of the wishes`() async {
        let running = Counter()
        let runner = PictureRunner { _ throws(PictureFailure) in
            running.begin()
            await Task.yield()
            running.end()
            throw .slow
        }
        await run(runner) { answered in
            runner.want([request(3), request(1), request(2)])
            var all: [PictureRequest] = []
            while all.count < 3 { all += await answered.takeAll() }
            #expect(all == [request(3), request(1), request(2)])
        }
        #expect(running.most == 1)
    }

    @Test func `a picture that is out of sight is given up, and its decoder cancelled`() async {
        let begun = CoalescingQueue<PictureRequest>()
        let (cancelled, gate) = (CoalescingQueue<PictureRequest>(), CoalescingQueue<Bool>())
        let (first, second) = (request(1), request(2))
        let runner = PictureRunner { request throws(PictureFailure) in
            begun.post(request)
            if request == first {
                // Hangs until it is cancelled.
                _ = await gate.takeAll()
                cancelled.post(request)
            }
            throw .slow
        }
        await run(runner) { answered in
            runner.want([first])
            #expect(await begun.takeAll() == [first])
            runner.want([second])
            #expect(await cancelled.takeAll() == [first])
            #expect(await answered.takeAll() == [second])
        }
    }

    @Test func `a picture that is still wanted goes on while the wishes change`() async {
        let (begun, gate) = (CoalescingQueue<PictureRequest>(), CoalescingQueue<Bool>())
        let (first, second, third) = (request(1), request(2), request(3))
        let runner = PictureRunner { request throws(PictureFailure) in
            begun.post(request)
            if request == first { _ = await gate.takeAll() }
            throw .slow
        }
        await run(runner) { answered in
            runner.want([first, second])
            #expect(await begun.takeAll() == [first])
            runner.want([third, first])
            gate.post(true)
            #expect(await answered.takeAll().first == first)
        }
    }
}

/// Counts what runs at a time.
private final class Counter: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

    func end() { counts.withLock { $0.now -= 1 } }
}
