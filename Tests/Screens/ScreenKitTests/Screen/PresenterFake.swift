import Foundation
import RuntimeKit
import ScreenKit

/// A use case with a name, which says what it calls for once it is done.
struct Job: UseCase, Equatable {
    var name: String
    var lane: String?
    var mayBeOvertaken = true
    var settles = false
    var then: [ScreenEffect<Job, String>] = []
}

/// What a person does: it says itself what it calls for.
struct Deed: Sendable, Equatable {
    var name: String
    var steps: [ScreenEffect<Job, String>] = []

    /// Calls for one use case, in its turn or in a lane.
    static func job(_ name: String, in lane: String? = nil) -> Deed {
        Deed(name: "do \(name)", steps: [.perform(Job(name: name, lane: lane))])
    }

    /// Calls for one use case in a lane, which nothing that comes later may overtake.
    static func duty(_ name: String, in lane: String) -> Deed {
        Deed(name: "do \(name)", steps: [.perform(Job(name: name, lane: lane, mayBeOvertaken: false))])
    }

    /// Calls for nothing but being written down.
    static func word(_ name: String) -> Deed { Deed(name: name) }
}

/// Writes down what it is given, in the order in which it comes, and shows that.
struct PresenterFake: Presenter {
    struct State: Equatable, Sendable {
        var lines: [String]
        var day: Date?
    }

    /// When given, the state says which day it is.
    var environment: ChatEnvironment?
    var isSilent = false
    private var lines: [String] = []

    init(environment: ChatEnvironment? = nil, isSilent: Bool = false) {
        self.environment = environment
        self.isSilent = isSilent
    }

    /// The lines written so far stand for rows.
    var rowBuildCount: Int { lines.count }

    mutating func handle(_ action: Deed) -> [ScreenEffect<Job, String>] {
        if action.name == "nothing" { return [] }
        lines.append(action.name)
        return action.steps
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
