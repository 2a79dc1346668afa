import ChatTypes
import Foundation
import HostKit
import RuntimeKit

extension ChatEnvironment {
    /// The environment of commands for accounts: a moment of 2020 for ever, and the real clock for pauses.
    static let ofAccounts = ChatEnvironment(
        clock: ContinuousClock(),
        now: { Date(timeIntervalSince1970: 1_600_000_000) },
        calendar: .utcInUSEnglish,
        random: RandomSource(SystemRandomNumberGenerator())
    )
}
