import ChatTypes
import ScreenKit

extension [ChatViewState.Row] {
    /// Returns the rows with a sentence for each event, and one for several of the same kind that follow each other: "Ada, Eve and 3
    /// others joined". A combined row has the ID and the time of its last event.
    ///
    /// Rows after a gap, and some others, begin anew. Cost: linear in the rows.
    ///
    /// - Parameter chat: the name of the chat, which is the contact's in a chat of two.
    func combiningEvents(in chat: String, besides separate: [MessageID?]) -> Self {
        guard contains(where: { $0.event != nil }) else { return self }
        var (combined, names) = (Self(), [String]())
        combined.reserveCapacity(count)
        for (index, row) in enumerated() {
            guard let event = row.event, !row.isDeleted else {
                combined.append(row)
                continue
            }
            var row = row
            let name = row.author == .me ? ownName : row.sender ?? chat
            let isNext = event.isCombined && index > 0 && self[index - 1].event == event && !self[index - 1].isDeleted
            if isNext, !row.followsGap, !separate.contains(row.id), !separate.contains(self[index - 1].id) {
                if !names.contains(name) { names.append(name) }
                row.text = "\(Self.listing(names)) \(event.verb)"
                row.followsGap = combined.removeLast().followsGap
            } else {
                names = [name]
                row.text = "\(name) \(row.text)"
            }
            combined.append(row)
        }
        return combined
    }

    /// The names, two at most of more than three.
    private static func listing(_ names: [String]) -> String {
        switch names.count {
        case 1: names[0]
        case 2, 3: "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
        default: "\(names[0]), \(names[1]) and \(names.count - 2) others"
        }
    }
}
