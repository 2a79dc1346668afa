import Chat
import ChatTypes
import ScreenKit

extension KeyScreen {
    /// Returns the keys for a message, only those that it allows, in several lengths, the longest first.
    ///
    /// - Parameters:
    ///   - canWrite: whether messages can be sent in the chat.
    ///   - hasViKeys: whether the keys of Vi are used.
    static func hints(for row: ChatViewState.Row, canWrite: Bool, hasViKeys: Bool) -> [String] {
        let keys = row.keys(canWrite: canWrite) + (hasViKeys ? ["j and k select", "/ searches"] : [])
        let first = hasViKeys ? ["i types"] : []
        let last = [hasViKeys ? "I details" : "i details", "Esc leaves"]
        let hints = (0...keys.count).reversed().map { first + keys.prefix($0) + last }
        // The shortest ones keep what can be done with the message, if anything.
        let short = keys.isEmpty ? hints : hints.dropLast() + [[keys[0], "Esc leaves"]]
        return (short + [["Esc leaves"]]).map { $0.joined(separator: ", ") }
    }
}

extension ChatViewState.Row {
    /// The keys that act on the message, the most useful first.
    fileprivate func keys(canWrite: Bool) -> [String] {
        let isMessage = !isDeleted && event == nil
        let isMine = isMessage && author == .me && canWrite
        return [
            thread == nil ? nil : "Enter opens the thread",
            isMessage && hasTarget ? "o opens the \(file == nil ? "link" : "file")" : nil,
            isMine && !text.isEmpty ? "e edits" : nil,
            isMine ? "d deletes" : nil,
            isMessage && canWrite ? "r replies" : nil,
            isMessage && canWrite ? "+ reacts" : nil,
            answered?.author == nil ? nil : "a goes to what it answers",
            text.isEmpty && file == nil ? nil : "y copies",
            isMessage && canWrite && thread == nil ? "t begins a thread" : nil,
        ].compactMap(\.self)
    }

    /// Whether it has a file or a link.
    private var hasTarget: Bool {
        file != nil || !links(upTo: 1).isEmpty
    }
}
