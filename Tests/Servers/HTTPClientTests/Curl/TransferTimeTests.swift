import Testing

@testable import HTTPClient

@Suite struct TransferTimeTests {
    private let begin = ContinuousClock.now
    private let limits = HTTPLimits(total: .seconds(60), silence: .seconds(5))

    @Test func `the total time limit applies however many bytes move`() {
        var time = TransferTime(limits, began: begin)
        for second in 0..<60 {
            time.move(at: begin + .seconds(second))
            #expect(time.passedLimit(at: begin + .seconds(second)) == nil)
        }
        #expect(time.passedLimit(at: begin + .seconds(60)) == .timedOut)
    }

    @Test func `silence counts from the last byte`() {
        var time = TransferTime(limits, began: begin)
        time.move(at: begin + .seconds(20))
        #expect(time.nextDeadline(after: begin + .seconds(20)) == begin + .seconds(25))
        #expect(time.passedLimit(at: begin + .milliseconds(24_999)) == nil)
        #expect(time.passedLimit(at: begin + .seconds(25)) == .silence)
    }

    @Test func `a paused transfer is not silent, and silence restarts when it continues`() {
        var time = TransferTime(limits, began: begin)
        time.move(at: begin)
        time.hold()
        #expect(time.passedLimit(at: begin + .seconds(59)) == nil)
        #expect(time.nextDeadline(after: begin) == begin + .seconds(60))
        time.move(at: begin + .seconds(30))
        #expect(time.passedLimit(at: begin + .seconds(34)) == nil)
        #expect(time.passedLimit(at: begin + .seconds(35)) == .silence)
    }

    @Test func `a request waiting for a connection is not silent and has reached nothing`() {
        let time = TransferTime(limits, began: begin)
        #expect(time.passedLimit(at: begin + .seconds(59)) == nil)
        #expect(!time.isSending)
        // It may be sent just now and be silent from then on.
        #expect(time.nextDeadline(after: begin + .seconds(50)) == begin + .seconds(55))
    }

    @Test func `infinite limits and zero limits are kept`() {
        let endless = HTTPLimits(total: .seconds(Int64.max), silence: .seconds(Int64.max))
        #expect(TransferTime(endless, began: begin).passedLimit(at: begin + .seconds(1_000_000)) == nil)
        let none = HTTPLimits(total: .seconds(-1))
        #expect(TransferTime(none, began: begin).passedLimit(at: begin) == .timedOut)
    }
}
