/// Which of several things, known by their indices, changed: in the order of their last changes.
///
/// Recording costs the same however many there are (amortised); asking costs as much as there were changes since.
struct ChangeLog {
    private struct Change {
        let sequence: Int
        let item: Int
    }

    /// In ascending order of sequence; outlived by later changes of the same thing until it is tidied.
    private var changes: [Change] = []
    private var latest: [Int: Int] = [:]

    mutating func record(_ item: Int, at sequence: Int) {
        latest[item] = sequence
        changes.append(Change(sequence: sequence, item: item))
        if changes.count > 64 + 2 * latest.count {
            changes.removeAll { latest[$0.item] != $0.sequence }
        }
    }

    /// At most `limit` whose last change came after `sequence`, oldest change first.
    ///
    /// `reached` is the last one's sequence, and nil when there are no others behind it.
    func items(changedAfter sequence: Int, limit: Int) -> (items: [Int], reached: Int?) {
        var found: [Change] = []
        for change in changes[changes.partitioningIndex { $0.sequence > sequence }...]
        where latest[change.item] == change.sequence {
            if found.count == limit { return (found.map(\.item), found.last?.sequence ?? sequence) }
            found.append(change)
        }
        return (found.map(\.item), nil)
    }
}
