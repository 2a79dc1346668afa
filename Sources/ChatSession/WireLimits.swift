import Transport

/// What is taken from the wire at most: a source is not trusted to keep within what screens and disks can bear.
enum WireLimits {
    static let idBytes = 512
    static let nameCharacters = 200
    static let nameBytes = 1600
    static let textBytes = 1_048_576
    static let cursorBytes = 8192
    static let imageCount = 10_000
}

extension ChatUpdate {
    /// The same news within the limits: long names and texts are cut; what has no usable id is left out.
    func bounded() -> ChatUpdate? {
        guard chat.id.rawValue.isUsableID, chat.contact.id.rawValue.isUsableID else { return nil }
        guard !isWithinLimits else { return self }
        // A single character may have any number of bytes.
        let name = String(chat.contact.name.prefix(WireLimits.nameCharacters)).cut(toBytes: WireLimits.nameBytes)
        return ChatUpdate(
            chat: ChatHeader(
                id: chat.id,
                contact: Contact(id: chat.contact.id, name: name),
                createdAt: chat.createdAt
            ),
            messages: messages.compactMap { $0.bounded() },
            receipts: receipts.filter { $0.message.rawValue.isUsableID }
        )
    }

    private var isWithinLimits: Bool {
        chat.contact.name.utf8.count <= WireLimits.nameCharacters
            && messages.allSatisfy(\.isWithinLimits) && receipts.allSatisfy { $0.message.rawValue.isUsableID }
    }
}

extension Message {
    fileprivate var isWithinLimits: Bool {
        id.rawValue.isUsableID && text.utf8.count <= WireLimits.textBytes
            && (0...WireLimits.imageCount).contains(imageCount)
            && (predecessor?.cursor.rawValue.utf8.count ?? 0) <= WireLimits.cursorBytes
    }

    fileprivate func bounded() -> Message? {
        guard !isWithinLimits else { return self }
        guard id.rawValue.isUsableID, (predecessor?.cursor.rawValue.utf8.count ?? 0) <= WireLimits.cursorBytes
        else { return nil }
        return Message(
            id: id,
            author: author,
            text: text.cut(toBytes: WireLimits.textBytes),
            imageCount: min(max(0, imageCount), WireLimits.imageCount),
            sentAt: sentAt,
            position: position,
            predecessor: predecessor
        )
    }
}

extension String {
    fileprivate var isUsableID: Bool { !isEmpty && utf8.count <= WireLimits.idBytes }

    /// The longest beginning that has at most `limit` bytes and ends between two Unicode scalars.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
