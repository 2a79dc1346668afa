import DriverKit
import Foundation
import Transport

/// A sequence of user actions and expectations, the same for every architecture.
public struct Scenario: Sendable {
    /// A sentence that describes the app's behaviour.
    public let name: String
    /// The features that it covers, by their numbers in the catalog of ChatApp.
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

    /// Creates a scenario that begins with the list on screen, up to date.
    static func fromList(
        _ name: String,
        features: [Int],
        in setting: Setting = Setting(),
        play: @escaping @Sendable (Stage) async throws -> Void
    ) -> Self {
        Self(name, features: features, in: setting) { stage in
            try await stage.startInList()
            try await play(stage)
        }
    }

    /// Creates a scenario that begins with John's chat on screen, opened from the list.
    static func fromJohnsChat(
        _ name: String,
        features: [Int],
        in setting: Setting = Setting(),
        play: @escaping @Sendable (Stage) async throws -> Void
    ) -> Self {
        .fromList(name, features: features, in: setting) { stage in
            try await stage.open("John")
            try await play(stage)
        }
    }
}

/// The initial conditions of a scenario.
struct Setting: Sendable {
    var conditions = NetworkConditions.perfect
    /// Whether contacts read and answer by themselves.
    var contactsLive = false
    /// Whether the phone keeps its data after the app quits.
    var restarts = false
    /// Whether ready work runs immediately under every seed, because the scenario depends on the time of day.
    var isPunctual = false
    /// Ten in the morning, UTC, on 11 March 2022.
    var start = Date(timeIntervalSince1970: 1_646_992_800)

    static let restarting = Setting(restarts: true)
}

extension Scenario {
    /// All scenarios, in the order in which they run.
    public static let all =
        stackScenarios + listScenarios + rowScenarios + searchScenarios + creatingScenarios + liveScenarios
        + readingScenarios + quietScenarios + editScenarios + answerScenarios + groupScenarios + diskScenarios
        + sendingScenarios
        + historyScenarios + lastingScenarios + contactScenarios + weatherScenarios + outageScenarios
}
