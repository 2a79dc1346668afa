import Foundation
import RuntimeKit
import ScreenKit

/// A use case with a name and the effects that follow.
struct Job: UseCase, Equatable {
    var name: String
    var queue: String?
    var isCoalesced = true
    var settles = false
    var then: [ScreenEffect<Job, String>] = []
}

/// An action of the user, with its effects.
struct Deed: Sendable, Equatable {
    var name: String
    var effects: [ScreenEffect<Job, String>] = []

    /// A deed with one use case, in turn or in a queue.
    static func job(_ name: String, in queue: String? = nil) -> Deed {
        Deed(name: "do \(name)", effects: [.perform(Job(name: name, queue: queue))])
    }

    /// A deed with one use case in a queue, which is not coalesced.
    static func duty(_ name: String, in queue: String) -> Deed {
        Deed(name: "do \(name)", effects: [.perform(Job(name: name, queue: queue, isCoalesced: false))])
    }

    /// A deed without effects.
    static func word(_ name: String) -> Deed { Deed(name: name) }
}

/// Records its inputs in order, and shows them.
struct PresenterFake: Presenter {
    struct State: Equatable, Sendable {
        var lines: [String]
        var day: Date?
    }

    /// The environment of a state that shows the day.
    var environment: ChatEnvironment?
    var isSilent = false
    private var lines: [String] = []

    init(environment: ChatEnvironment? = nil, isSilent: Bool = false) {
        self.environment = environment
        self.isSilent = isSilent
    }

    /// The number of lines, which stand for rows.
    var rowBuildCount: Int { lines.count }

    mutating func handle(_ action: Deed) -> [ScreenEffect<Job, String>] {
        if action.name == "nothing" { return [] }
        lines.append(action.name)
        return action.effects
    }

    mutating func receive(_ content: String) {
        isSilent = false
        lines.append("content \(content)")
    }

    mutating func receive(_ outcome: Job) -> [ScreenEffect<Job, String>] {
        lines.append("did \(outcome.name)")
        return outcome.then
    }

    func state() -> State? {
        isSilent ? nil : State(lines: lines, day: environment?.today)
    }
}
