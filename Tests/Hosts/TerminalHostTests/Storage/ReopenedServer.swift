import Foundation
import RuntimeKit
import SimulationKit
import Transport

extension SimulatedServer {
    /// The server that a journal tells of, in another process and at a time that stands still.
    init(reading journal: ServerJournal) throws {
        try self.init(
            environment: ChatEnvironment(
                clock: VirtualClock(),
                now: { Date(timeIntervalSince1970: 1_647_000_000) },
                calendar: Calendar(identifier: .gregorian),
                random: RandomSource(SplitMix64(seed: 1))
            ),
            journal: journal
        )
    }
}
