import Observation
import OneThread
import PhoneKit
import PhoneTesting
import Testing

@testable import MVObservable

@Suite struct RendererTests {
    private let phone: TestPhone<Bench>

    @Observable final class Counter {
        var count = 0
        var other = 0
    }

    private final class Bench {
        let counter = Counter()
        var log: [Int] = []
        var renderer: Renderer?

        init(_ queue: MainQueue) {
            renderer = Renderer(
                on: queue,
                reading: { [counter] in counter.count },
                show: { [weak self, counter] in
                    self?.log.append($0)
                    _ = counter.other
                }
            )
        }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context.queue) }
    }

    private func log(_ body: @escaping @Sendable (Bench) -> Void) throws -> [Int] {
        try phone.perform { bench, _ in body(bench) }
        phone.run()
        return try phone.perform { bench, _ in bench.log }
    }

    @Test func `a renderer shows the value at once and after each change`() throws {
        #expect(try log { _ in } == [0])
        #expect(try log { $0.counter.count = 1 } == [0, 1])
        #expect(try log { $0.counter.count = 2 } == [0, 1, 2])
    }

    @Test func `a renderer coalesces the changes of one method`() throws {
        let log = try log { bench in
            for _ in 1...3 { bench.counter.count += 1 }
            #expect(bench.log == [0])
        }
        #expect(log == [0, 3])
    }

    @Test func `a renderer ignores changes of values that it did not read`() throws {
        #expect(try log { $0.counter.other = 1 } == [0])
    }

    @Test func `a released renderer shows nothing`() throws {
        let log = try log { bench in
            bench.counter.count = 1
            bench.renderer = nil
        }
        #expect(log == [0])
        #expect(try self.log { $0.counter.count = 2 } == [0])
    }
}
