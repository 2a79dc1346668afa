public import ChatTypes
public import ScreenKit

/// A view of the verification of a device.
public typealias VerificationView = ScreenView<VerificationViewState>

/// The verification of a device as a screen shows it: display-ready, immutable, comparable in a test.
public struct VerificationViewState: Sendable, Equatable {
    /// The verification's ID, which an answer names; `nil` without one.
    public var id: DeviceVerification.ID?
    /// The name of the other device's owner; "You" for the user, and empty without a verification.
    public var person: String
    /// The owner's ID, since anybody can take a name; `nil` for the user.
    public var owner: ContactID?
    /// The stage; `nil` without a verification.
    public var stage: DeviceVerification.Stage?
    /// The stage as a sentence, without the emoji and numbers to compare, and who else asks.
    public var text: String
    /// Whether another request waits.
    public var hasNext: Bool
    /// Why the stage may be out of date; `nil` while all is well.
    public var status: String?
    /// The newest problem; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        id: DeviceVerification.ID? = nil,
        person: String = "",
        owner: ContactID? = nil,
        stage: DeviceVerification.Stage? = nil,
        text: String,
        hasNext: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        (self.id, self.person, self.owner, self.stage, self.text) = (id, person, owner, stage, text)
        (self.hasNext, self.status, self.problem) = (hasNext, status, problem)
    }
}

extension VerificationViewState {
    /// Creates the state of a verification.
    public init(_ verification: DeviceVerification?) {
        guard let verification else {
            self.init(text: "No verification is going on")
            return
        }
        let name = verification.person?.name
        let asking = verification.person.map { "\($0.name) (\($0.id.rawValue))" } ?? "Your other device"
        let (device, other) = (name ?? "Your other device", name ?? "your other device")
        let text =
            switch verification.stage {
            case .waiting: "Waiting for \(other) to accept the verification"
            case .asked: "\(asking) asks you to compare emoji"
            case .ready: "Waiting for the emoji to compare with \(other)"
            case .comparing: "\(name.map { "The device of \($0)" } ?? device) must show the same"
            case .confirmed: "Waiting for \(other) to confirm the emoji"
            case .done: "\(device) is verified"
            case .cancelled(let reason, let isSuspicious):
                "\(device) is not verified: \(reason)"
                    + (isSuspicious ? ". Somebody may read along: do not trust the other device" : "")
            }
        let others = verification.waiting.map { $0.map { "\($0.name) (\($0.id.rawValue))" } ?? "your other device" }
        let verb = others.count == 1 ? "asks" : "ask"
        self.init(
            id: verification.id,
            person: name ?? ownName,
            owner: verification.person?.id,
            stage: verification.stage,
            text: others.isEmpty ? text : "\(text). Meanwhile \(others.joined(separator: ", ")) \(verb), too",
            hasNext: !others.isEmpty
        )
    }

    /// Whether the user is asked something: by the stage, or whether to go on to the next request.
    public var isQuestion: Bool { answer(true) != nil }

    /// Whether a verification goes on.
    public var goesOn: Bool { stage?.isEnded == false }

    /// Returns the answer that a yes or no to the shown stage is; `nil` if the stage does not ask for it.
    public func answer(_ isYes: Bool) -> VerificationAnswer? {
        switch stage {
        case .asked where isYes: .accept
        case .comparing: isYes ? .match : .mismatch
        case .done where isYes && hasNext, .cancelled where isYes && hasNext: .next
        default: isYes || !goesOn ? nil : .cancel
        }
    }
}

/// An action of the user on this screen.
public enum VerificationAction: Sendable, Equatable {
    /// Answers a verification: the one that the user saw, or without an ID the one that is shown. Does nothing if the stage does not ask
    /// for it; a refusal by the server is a problem.
    case answer(VerificationAnswer, of: DeviceVerification.ID? = nil)
    /// Leaves the screen. The verification goes on.
    case leave
}
