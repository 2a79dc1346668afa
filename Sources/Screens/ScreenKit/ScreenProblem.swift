public import ChatTypes
public import RuntimeKit

/// Something to tell the person on a screen.
///
/// The number tells the same text, said again, from the same text still standing there.
public struct ScreenProblem: Hashable, Sendable {
    /// A sentence for people.
    public var text: String
    /// Rises by one with each problem of a screen.
    public var number: Int

    public init(text: String, number: Int) {
        self.text = text
        self.number = number
    }
}

/// A screen's problems, of which the newest is shown.
public struct ScreenProblems: Sendable {
    /// The one to show, until there is a newer one; nil before the first.
    public private(set) var newest: ScreenProblem?
    private var disk: DiskProblem?

    public init() {}

    /// Tells of one more problem, also where the text is that of the last.
    public mutating func tell(_ text: String) {
        newest = ScreenProblem(text: text, number: (newest?.number ?? 0) + 1)
    }

    /// Tells of a problem of the disk when it begins, and not again while it lasts.
    public mutating func note(_ problem: DiskProblem?) {
        if let problem, problem != disk { tell(problem.text) }
        disk = problem
    }
}

/// Why what a screen shows may be out of date or may not last.
public enum DiskProblem: Hashable, Sendable {
    /// The content may be out of date.
    case cannotRead(StorageProblem)
    /// What is done may not last.
    case cannotSave(StorageProblem)

    /// What is wrong according to a snapshot; nil when nothing is.
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
