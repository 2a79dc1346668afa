import ChatTypes
import Foundation
import ScreenKit

extension [ChatViewState.Row] {
    /// Returns the rows with a sentence for each event, and one for several of the same kind that follow each other: "You, Ada and 3
    /// others joined". A combined row has the ID and the time of its last event, and the last author other than the user.
    ///
    /// Steps of one thing, such as of comparing emoji, are one row for each person, if they are within ten minutes.
    ///
    /// People are told apart by ID, and the user is named first. Rows after a gap, and some others, begin anew. Cost: linear in the rows.
    ///
    /// - Parameter contact: the name of the contact in a chat of two.
    func combiningEvents(in contact: String, besides separate: [MessageID?]) -> Self {
        guard contains(where: { $0.event != nil }) else { return self }
        var (combined, people) = (Self(), EventPeople())
        combined.reserveCapacity(count)
        for (index, row) in enumerated() {
            guard let event = row.event, !row.isDeleted else {
                combined.append(row)
                continue
            }
            var row = row
            let isNext = event.isCombined && index > 0 && self[index - 1].event == event && !self[index - 1].isDeleted
            if isNext, !row.followsGap, !separate.contains(row.id), !separate.contains(self[index - 1].id) {
                let last = combined.removeLast()
                people.add(row, contact)
                row.text = "\(people.listing) \(event.verb)"
                row.followsGap = last.followsGap
                if row.author == .me {
                    (row.author, row.sender, row.delivery) = (last.author, last.sender, last.delivery)
                }
            } else {
                people = EventPeople()
                people.add(row, contact)
                row.text = "\(people.listing) \(row.text)"
                if !row.followsGap, !separate.contains(row.id), let same = combined.indexOfRepeated(row),
                    !separate.contains(combined[same].id)
                {
                    combined.remove(at: same)
                }
            }
            combined.append(row)
        }
        return combined
    }
}

extension [ChatViewState.Row] {
    /// Returns the index of a row that says the same, among the last few, which are of the kind `called`; nil if there is none.
    fileprivate func indexOfRepeated(_ row: ChatViewState.Row) -> Int? {
        guard row.event == .called else { return nil }
        for (index, other) in zip(indices, self).suffix(4).reversed() {
            if other.event != .called || other.isDeleted || other.followsGap { return nil }
            if other.author == row.author, other.text == row.text, row.date.timeIntervalSince(other.date) <= 600 {
                return index
            }
        }
        return nil
    }
}

/// The people of a combined event, each once.
private struct EventPeople {
    private var authors: Set<Author> = []
    private var names: [String] = []

    mutating func add(_ row: ChatViewState.Row, _ contact: String) {
        guard authors.insert(row.author).inserted else { return }
        if row.author == .me { names.insert(ownName, at: 0) } else { names.append(row.sender ?? contact) }
    }

    /// The names, two at most of more than three.
    var listing: String {
        switch names.count {
        case 1: names[0]
        case 2, 3: "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
        default: "\(names[0]), \(names[1]) and \(names.count - 2) others"
        }
    }
}
