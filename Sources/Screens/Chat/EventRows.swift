import ChatTypes
import ScreenKit

extension [ChatViewState.Row] {
    /// Returns the rows with a sentence for each event, and one for several of the same kind that follow each other: "You, Ada and 3
    /// others joined". A combined row has the ID and the time of its last event, and the last author other than the user.
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
            }
            combined.append(row)
        }
        return combined
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
