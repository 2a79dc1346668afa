/// Which chats changed, in the order of their last changes.
///
/// Recording costs the same however many chats there are (amortised); asking costs as much as there were changes since.
struct ChangeLog {
    private struct Change {
        let sequence: Int
        let chat: Int
    }

    /// In ascending order of sequence; outlived by later changes of the same chat until it is tidied.
    private var changes: [Change] = []
    private var latest: [Int: Int] = [:]

    mutating func record(_ chat: Int, at sequence: Int) {
        latest[chat] = sequence
        changes.append(Change(sequence: sequence, chat: chat))
        if changes.count > 64 + 2 * latest.count {
            changes.removeAll { latest[$0.chat] != $0.sequence }
        }
    }

    /// At most `limit` chats whose last change came after `sequence`, oldest change first.
    ///
    /// `reached` is the last one's sequence, and nil when there are no others behind it.
    func chats(changedAfter sequence: Int, limit: Int) -> (chats: [Int], reached: Int?) {
        var found: [Change] = []
        for change in changes[changes.partitioningIndex { $0.sequence > sequence }...]
        where latest[change.chat] == change.sequence {
            if found.count == limit { return (found.map(\.chat), found.last?.sequence ?? sequence) }
            found.append(change)
        }
        return (found.map(\.chat), nil)
    }
}
