import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Testing

@Suite struct MessageIDTests {
    @Test func `message ids are 32 hexadecimal digits, each different`() {
        let environment = ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
        let ids = (0..<2).map { _ in environment.makeMessageID() }
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.rawValue.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }
}
