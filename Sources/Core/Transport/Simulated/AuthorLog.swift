import ChatTypes

/// The latest value of each author, when it last changed, and what it was when we left.
///
/// To set a value costs the same however many there are (amortised); to ask what changed costs as much as there were changes
/// since, in the order of the authors.
struct AuthorLog<Value> {
    private struct Entry {
        let author: Author
        var value: Value
        var sequence: Int
    }

    /// In the order in which they first came.
    private var entries: [Entry] = []
    private var indices: [Author: Int] = [:]
    private var changes = ChangeLog()
    /// As they were when we left, of those that have changed since.
    private var before: [Int: Entry] = [:]

    var count: Int { entries.count }

    /// All of them, in the order in which their authors first came.
    var values: [Value] { entries.map(\.value) }

    subscript(author: Author) -> Value? { indices[author].map { entries[$0].value } }

    /// - Parameter leftAt: the sequence at which we left; nil while we have not.
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

    /// We are back: what changed meanwhile is ours to know.
    mutating func forgetBefore() { before = [:] }

    /// What changed last after `sequence`, and not after we left.
    func changed(after sequence: Int, leftAt: Int?) -> [(author: Author, value: Value)] {
        changes.items(changedAfter: sequence, limit: .max).items
            .map { index in before[index] ?? entries[index] }
            .filter { sequence < $0.sequence && $0.sequence <= leftAt ?? .max }
            .sorted { $0.author < $1.author }
            .map { ($0.author, $0.value) }
    }
}
