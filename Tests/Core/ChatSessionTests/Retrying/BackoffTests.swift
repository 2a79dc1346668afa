import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct BackoffTests {
    @Test(arguments: Seeds.upTo(50))
    func `each delay is between half and all of a value that doubles up to the cap`(seed: UInt64) {
        let backoff = Backoff(random: RandomSource(SplitMix64(seed: seed)))
        var full = Backoff.first
        for _ in 1...100 {
            #expect((full / 2...full).contains(backoff.next(after: ServiceError.unreachable)))
            full = min(full * 2, Backoff.cap)
        }
        backoff.reset()
        #expect(backoff.next(after: ServiceError.responseLost) <= Backoff.first)
    }

    @Test func `clients that failed at the same time retry at different times`() {
        let delays = (UInt64(1)...20).map { seed in
            Backoff(random: RandomSource(SplitMix64(seed: seed))).next(after: ServiceError.unreachable)
        }
        #expect(Set(delays).count == 20)
    }

    @Test func `progress of a file resets the delay, and how far another came does not count`() {
        let backoff = Backoff(random: RandomSource(SplitMix64(seed: 1)))
        func delay(atOffset offset: Int64, of file: String) -> Duration {
            for _ in 1...9 { _ = backoff.next(after: ServiceError.unreachable) }
            backoff.note(offset, of: file)
            return backoff.next(after: ServiceError.unreachable)
        }
        #expect(delay(atOffset: 500, of: "one") <= Backoff.first)
        #expect(delay(atOffset: 500, of: "one") > Backoff.first, "nothing was added")
        #expect(delay(atOffset: 10, of: "two") <= Backoff.first)
    }

    @Test(arguments: [
        (Duration.seconds(90), Duration.seconds(90)...Duration.seconds(90)),
        (.seconds(-90), .milliseconds(250)...Backoff.first), (.zero, .milliseconds(250)...Backoff.first),
        (.seconds(1_000_000), .seconds(3600) ... .seconds(3600)),
    ])
    func `a delay that the server asks for is kept, up to an hour`(asked: Duration, delay: ClosedRange<Duration>) {
        let backoff = Backoff(random: RandomSource(SplitMix64(seed: 1)))
        #expect(delay.contains(backoff.next(after: ServiceError.tryAgain(after: asked))))
    }
}
