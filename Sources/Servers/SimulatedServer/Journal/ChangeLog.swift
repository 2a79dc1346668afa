import ChatTypes

/// A log of items, known by their indices, in the order of their last changes.
///
/// Recording costs the same however many items there are (amortised). A query costs as much as there were changes
/// since.
struct ChangeLog {
    private struct Change {
        let sequence: Int
        let item: Int
    }

    /// The changes in ascending order of sequence, including older ones of the same item until the next cleanup.
    private var changes: [Change] = []
    private var latest: [Int: Int] = [:]

    mutating func record(_ item: Int, at sequence: Int) {
        latest[item] = sequence
        changes.append(Change(sequence: sequence, item: item))
        if changes.count > 64 + 2 * latest.count {
            changes.removeAll { latest[$0.item] != $0.sequence }
        }
    }

    /// Returns at most `limit` items whose last change came after `sequence`, the oldest change first.
    ///
    /// `reached` is the sequence of the last one; nil if no others follow.
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

/// The latest value of each author, the sequence of its last change, and its value when the user left.
///
/// Setting a value costs the same however many there are (amortised). A query costs as much as there were changes
/// since, and returns them in the order of the authors.
struct LatestByAuthor<Value> {
    private struct Entry {
        let author: Author
        var value: Value
        var sequence: Int
    }

    /// The entries in the order in which their authors first came.
    private var entries: [Entry] = []
    private var indices: [Author: Int] = [:]
    private var changes = ChangeLog()
    /// The entries as they were when the user left, of those that have changed since.
    private var before: [Int: Entry] = [:]

    var count: Int { entries.count }

    /// All values, in the order in which their authors first came.
    var values: [Value] { entries.map(\.value) }

    subscript(author: Author) -> Value? { indices[author].map { entries[$0].value } }

    /// - Parameter leftAt: The sequence at which the user left; nil for a member.
    mutating func set(_ value: Value, of author: Author, at sequence: Int, leftAt: Int?) {
        if let index = indices[author] {
            if let leftAt, entries[index].sequence <= leftAt { before[index] = entries[index] }
            (entries[index].value, entries[index].sequence) = (value, sequence)
        } else {
            indices[author] = entries.count
            entries.append(Entry(author: author, value: value, sequence: sequence))
        }
        changes.record(indices[author] ?? 0, at: sequence)
    }

    /// Forgets the older entries, because the user is back and may see the changes.
    mutating func forgetBefore() { before = [:] }

    /// Returns the values that last changed after `sequence`, and before the user left.
    func changed(after sequence: Int, leftAt: Int?) -> [(author: Author, value: Value)] {
        changes.items(changedAfter: sequence, limit: .max).items
            .map { index in before[index] ?? entries[index] }
            .filter { sequence < $0.sequence && $0.sequence <= leftAt ?? .max }
            .sorted { $0.author < $1.author }
            .map { ($0.author, $0.value) }
    }
}

extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, if all elements after it do and all before it do not.
    func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if predicate(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}

extension Array {
    /// Returns the elements after `start` up to and including `end`, of elements in ascending order.
    func elements(after start: Int, until end: Int?, by sequence: (Element) -> Int) -> ArraySlice<Element> {
        let first = partitioningIndex { sequence($0) > start }
        let last = end.map { end in partitioningIndex { sequence($0) > end } } ?? count
        return self[first..<Swift.max(first, last)]
    }
}
