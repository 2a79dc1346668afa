import HostKit
import ScreenKit

/// A text for the user in the status area.
struct Notice: Equatable, Sendable {
    /// One or more lines.
    let text: String
    /// Whether it announces a message; news take one row and are replaced by newer ones.
    var isNews = false

    init(text: String, isNews: Bool = false) { (self.text, self.isNews) = (text, isNews) }

    /// Creates the notice of a connection's state, which is one line.
    init(connection: String) { self.init(text: TerminalText.oneLine(connection)) }

    /// The text as it is shown: sanitized, and wrapped to a width with all rows but the first indented.
    func rows(columns: Int, upTo limit: Int) -> [WrappedRow] {
        let lines = TerminalText.lines(text).joined(separator: "\n")
        return WrappedText(lines, columns: columns, indent: 2, measuredBy: TerminalText.width(_:)).rows(upTo: limit)
    }
}

/// The notice in the status area. It stays until the user presses a key; later ones are added below it.
struct NoticeBoard: Sendable {
    private(set) var current: Notice?
    private var shownProblems: [ScreenName: ScreenProblem] = [:]

    /// Replaces the notice with the answer to a key press.
    mutating func show(_ text: String) { current = Notice(text: text) }

    /// Adds a line below the notice, unless the notice contains it already.
    mutating func add(_ text: String) {
        let shown = current.flatMap { $0.isNews ? nil : $0.text }
        // One fact may be reported twice, at the start and by a screen: what follows the colon is the same then.
        let facts = shown?.split(separator: "\n").map(\.fact) ?? []
        if facts.contains(text[...].fact) { return }
        current = Notice(text: [shown, text].compactMap(\.self).joined(separator: "\n"))
    }

    /// Adds a screen's problem once.
    mutating func add(_ problem: ScreenProblem?, on screen: ScreenName) {
        guard let problem, shownProblems.updateValue(problem, forKey: screen) != problem else { return }
        add(problem.text)
    }

    /// Shows news if there is no other notice.
    mutating func addNews(_ text: String) {
        if current?.isNews != false { current = Notice(text: text, isNews: true) }
    }

    mutating func clear() { current = nil }

    mutating func clearNews() {
        if current?.isNews == true { current = nil }
    }

    /// Forgets the problem of a screen that begins anew.
    mutating func forgetProblem(on screen: ScreenName) { shownProblems[screen] = nil }
}

extension Substring {
    /// The reason in a notice about the disk, or the whole line of any other.
    fileprivate var fact: Substring {
        for beginning in ["Nothing can be saved: ", "Cannot save: "] where hasPrefix(beginning) {
            return dropFirst(beginning.count)
        }
        return self
    }
}
