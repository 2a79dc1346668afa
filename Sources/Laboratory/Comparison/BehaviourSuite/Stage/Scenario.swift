import Foundation
import PhoneKit
import Transport

/// Something that a person does and sees, checked the same way against every version.
public struct Scenario: Sendable {
    /// A sentence that says what the app does.
    public let name: String
    /// Which features it shows, by their numbers in the catalog of ChatApp.
    public let features: [Int]
    let setting: Setting
    let play: @Sendable (Stage) async throws -> Void

    init(
        _ name: String,
        features: [Int],
        in setting: Setting = Setting(),
        play: @escaping @Sendable (Stage) async throws -> Void
    ) {
        self.name = name
        self.features = features
        self.setting = setting
        self.play = play
    }
}

/// The circumstances that a scenario begins in.
struct Setting: Sendable {
    var conditions = NetworkConditions.perfect
    /// Whether the contacts read and answer of their own accord.
    var contactsLive = false
    /// Whether the phone is to remember anything after the app has quit.
    var restarts = false
    /// Whether work is done as soon as it is ready under every seed, because the scenario is about the time of day.
    var isPunctual = false
    var strategy = Strategy()
    /// Ten in the morning, UTC, on the eleventh of March 2022.
    var start = Date(timeIntervalSince1970: 1_646_992_800)

    static let restarting = Setting(restarts: true)
}

extension Scenario {
    /// All that is played, in this order.
    public static let all =
        stackScenarios + listScenarios + rowScenarios + searchScenarios + creatingScenarios + liveScenarios
        + readingScenarios + quietScenarios + editScenarios + groupScenarios + diskScenarios + sendingScenarios
        + historyScenarios + lastingScenarios + contactScenarios + weatherScenarios + outageScenarios
}
