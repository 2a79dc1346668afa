import Testing

@testable import HTTPClient

@Suite struct HostQueueTests {
    private let begin = ContinuousClock.now
    private var queue = HostQueue(isSecure: false)

    private mutating func append(_ ids: ClosedRange<UInt64>, isLong: Bool = false) {
        for id in ids { queue.append(.init(id: id, isLong: isLong, deadline: begin + .seconds(Int64(id)))) }
    }

    private mutating func startAll() -> [UInt64] {
        var started: [UInt64] = []
        while let id = queue.next() { started.append(id) }
        return started
    }

    @Test mutating func `eight requests run, and each that ends lets the next one run`() {
        append(1...10)
        #expect(startAll() == Array(1...8))
        queue.remove(3)
        #expect(startAll() == [9])
        queue.remove(10)
        queue.remove(1)
        #expect(startAll() == [])
        for id in [2, 4, 5, 6, 7, 8] as [UInt64] { queue.remove(id) }
        #expect(!queue.isEmpty)
        queue.remove(9)
        #expect(queue.isEmpty)
    }

    @Test mutating func `six long requests run, and short ones overtake the seventh`() {
        append(1...7, isLong: true)
        append(8...9)
        append(10...10)
        #expect(startAll() == [1, 2, 3, 4, 5, 6, 8, 9])
        queue.remove(8)
        #expect(startAll() == [10])
        queue.remove(6)
        #expect(startAll() == [7])
    }

    @Test mutating func `a long request gets its turn before later short ones`() {
        append(1...8)
        append(9...9, isLong: true)
        append(10...20)
        #expect(startAll() == Array(1...8))
        queue.remove(1)
        #expect(startAll() == [9])
    }

    @Test mutating func `the first request to a secure host connects alone`() {
        queue = HostQueue(isSecure: true)
        append(1...3)
        #expect(startAll() == [1])
        #expect(queue.connecting == 1)
        queue.open()
        #expect(startAll() == [2, 3])
    }

    @Test mutating func `the others follow if the first request to a secure host ends before it connects`() {
        queue = HostQueue(isSecure: true)
        append(1...3)
        #expect(startAll() == [1])
        queue.remove(1)
        #expect(startAll() == [2, 3])
    }

    @Test mutating func `waiting requests are overdue at their deadline, in order, and running ones are not`() {
        append(1...12)
        #expect(queue.nextDeadline == begin + .seconds(1))
        _ = startAll()
        #expect(queue.nextDeadline == begin + .seconds(9))
        #expect(queue.removeOverdue(at: begin + .seconds(9) - .nanoseconds(1)) == [])
        #expect(queue.removeOverdue(at: begin + .seconds(11)) == [9, 10, 11])
        queue.remove(1)
        #expect(startAll() == [12])
    }
}
