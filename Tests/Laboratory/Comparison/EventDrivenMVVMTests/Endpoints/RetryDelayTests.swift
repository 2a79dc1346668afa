import SimulationKit
import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct RetryDelayTests {
    private var delay = RetryDelay(random: RandomSource(SplitMix64(seed: 1)))

    @Test mutating func `pauses double up to half a minute`() {
        for full in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            let pause = delay.next(after: ServiceError.unreachable)
            #expect((Duration.seconds(full / 2)...Duration.seconds(full)).contains(pause))
        }
        delay.reset()
        #expect(delay.next(after: ServiceError.unreachable) <= .milliseconds(500))
    }

    @Test mutating func `the server is left alone for as long as it asks, up to an hour`() {
        #expect(delay.next(after: ServiceError.tryAgain(after: .seconds(90))) == .seconds(90))
        #expect(delay.next(after: ServiceError.tryAgain(after: .seconds(100_000))) == .seconds(3600))
    }
}
