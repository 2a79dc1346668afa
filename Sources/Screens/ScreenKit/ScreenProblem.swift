public import ChatTypes
public import RuntimeKit

/// A problem that a screen shows to the user.
///
/// The number distinguishes a repeated problem from one that is still shown.
public struct ScreenProblem: Hashable, Sendable {
    /// The text for the user.
    public var text: String
    /// The number of the problem on its screen, counted from 1.
    public var number: Int

    public init(text: String, number: Int) {
        self.text = text
        self.number = number
    }
}

/// The problems of a screen, of which the newest is shown.
public struct ScreenProblems: Sendable {
    /// The problem to show; `nil` before the first.
    public private(set) var newest: ScreenProblem?
    private var disk: DiskProblem?

    public init() {}

    /// Adds a problem, also if its text is that of the last one.
    public mutating func tell(_ text: String) {
        newest = ScreenProblem(text: text, number: (newest?.number ?? 0) + 1)
    }

    /// Tells of a disk problem when it begins, and not again while it lasts.
    public mutating func note(_ problem: DiskProblem?) {
        if let problem, problem != disk { tell(problem.text) }
        disk = problem
    }
}

/// A problem with the disk: content may be out of date, or changes may be lost.
public enum DiskProblem: Hashable, Sendable {
    /// The content may be out of date.
    case cannotRead(StorageProblem)
    /// Changes may be lost.
    case cannotSave(StorageProblem)

    /// Creates the problem that a query result reports; `nil` if there is none.
    public init?<Content>(_ snapshot: QueryResult<Content>) {
        if case .failure(let problem) = snapshot.content {
            self = .cannotRead(problem)
        } else if let problem = snapshot.status.storageProblem {
            self = .cannotSave(problem)
        } else {
            return nil
        }
    }

    fileprivate var text: String {
        switch self {
        case .cannotRead(let problem): "Cannot read the history: \(errorText(problem))"
        case .cannotSave(let problem): "Cannot save: \(errorText(problem))"
        }
    }
}
