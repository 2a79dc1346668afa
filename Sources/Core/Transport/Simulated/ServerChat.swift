import Foundation

/// One conversation as the server holds it.
struct ServerChat {
    /// How far a reader has read, and when that last changed.
    struct Marker {
        let message: MessageID
        let position: Position
        let sequence: Int
    }

    let header: ChatHeader
    /// In ascending order of position.
    private(set) var messages: [Message] = []
    /// The account's sequence at which each message came: ascending too.
    private var sequences: [Int] = []
    private(set) var markers: [Author: Marker] = [:]
    /// What was taken back, and when: ascending.
    private var removals: [(removal: Removal, sequence: Int)] = []
    /// What was edited, and when: ascending.
    private var edits: [(edit: Edit, sequence: Int)] = []
    private(set) var hasGreeted = false
    /// Our newest message.
    private(set) var lastOwn: Message?

    init(header: ChatHeader) {
        self.header = header
    }

    /// The server's time never goes back within a chat.
    func time(notBefore now: Date) -> Date {
        max(now, messages.last?.sentAt ?? header.createdAt)
    }

    mutating func append(_ entry: JournaledMessage, sequence: Int) {
        let predecessor = messages.last.map {
            Predecessor(position: $0.position, cursor: PagePlace(position: $0.position).cursor)
        }
        let message = Message(
            id: entry.id,
            author: entry.author,
            text: entry.text,
            imageCount: entry.imageCount,
            sentAt: entry.at,
            position: entry.position,
            predecessor: predecessor
        )
        messages.append(message)
        sequences.append(sequence)
        if entry.remark == .greeting { hasGreeted = true }
        if entry.author == .me { lastOwn = message }
    }

    mutating func mark(_ message: Message, readBy reader: Author, sequence: Int) {
        markers[reader] = Marker(message: message.id, position: message.position, sequence: sequence)
    }

    /// Leaves a tombstone in a message's place.
    mutating func removeMessage(at index: Int, sequence: Int) {
        let message = messages[index]
        messages[index] = message.tombstone
        removals.append((Removal(author: message.author, message: message.id), sequence))
    }

    /// Gives a message another text.
    mutating func editMessage(at index: Int, text: String, number: Int64, sequence: Int) {
        let message = messages[index]
        let edit = Edit(author: message.author, message: message.id, text: text, number: number)
        messages[index] = message.edited(by: edit)
        edits.append((edit, sequence))
    }

    func hasRead(_ reader: Author, upTo position: Position) -> Bool {
        markers[reader].map { position <= $0.position } ?? false
    }

    /// What changed after `sequence`: at most the newest `limit` messages, the receipts, the removals and the edits.
    func update(after sequence: Int, limit: Int) -> ChatUpdate {
        let first = sequences.partitioningIndex { $0 > sequence }
        let receipts = [Author.me, .contact].compactMap { reader -> ReadReceipt? in
            guard let marker = markers[reader], marker.sequence > sequence else { return nil }
            return ReadReceipt(reader: reader, message: marker.message)
        }
        return ChatUpdate(
            chat: header,
            messages: Array(messages[max(first, messages.count - limit)...]),
            receipts: receipts,
            removals: removals[removals.partitioningIndex { $0.sequence > sequence }...].map(\.removal),
            edits: edits[edits.partitioningIndex { $0.sequence > sequence }...].map(\.edit)
        )
    }

    /// At most `limit` messages that end with the one at `position`; nil when none stands there.
    func page(endingAt position: Position, limit: Int) -> MessagePage? {
        let last = messages.partitioningIndex { $0.position >= position }
        guard last < messages.count, messages[last].position == position else { return nil }
        let stretch = messages[max(0, last + 1 - limit)...last]
        return MessagePage(messages: Array(stretch), next: stretch.first?.predecessor?.cursor)
    }
}

extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, when all that do stand behind all that do not.
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
