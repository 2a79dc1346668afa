import Transport

/// What is taken from the wire at most: a source is not trusted to keep within what screens and disks can bear.
enum WireLimits {
    static let idBytes = 512
    static let nameCharacters = 200
    static let nameBytes = 1600
    static let textBytes = 1_048_576
    static let cursorBytes = 8192
    static let imageCount = 10_000
    static let pictureBytes = 4_194_304
    static let reasonBytes = 1024
}

extension ChatUpdate {
    /// The same news within the limits: long names and texts are cut; what has no usable id is left out.
    func bounded() -> ChatUpdate? {
        guard chat.id.rawValue.isUsableID, let contact = chat.contact.bounded() else { return nil }
        guard !isWithinLimits else { return self }
        return ChatUpdate(
            chat: ChatHeader(id: chat.id, contact: contact, createdAt: chat.createdAt),
            messages: messages.compactMap { $0.bounded() },
            receipts: receipts.filter { $0.message.rawValue.isUsableID }
        )
    }

    private var isWithinLimits: Bool {
        chat.contact.isWithinLimits && messages.allSatisfy(\.isWithinLimits)
            && receipts.allSatisfy { $0.message.rawValue.isUsableID }
    }
}

extension Contact {
    /// The same contact with a name within the limits; nil without a usable id.
    func bounded() -> Contact? {
        guard id.rawValue.isUsableID else { return nil }
        guard !isWithinLimits else { return self }
        // A single character may have any number of bytes.
        let name = String(name.prefix(WireLimits.nameCharacters)).cut(toBytes: WireLimits.nameBytes)
        return Contact(id: id, name: name)
    }

    fileprivate var isWithinLimits: Bool { name.utf8.count <= WireLimits.nameCharacters }
}

extension Picture {
    /// The picture, unless it is larger than any picture of a contact has to be.
    func bounded() -> Picture? {
        let isWithinLimits = bytes.count <= WireLimits.pictureBytes && mediaType.utf8.count <= WireLimits.nameBytes
        return isWithinLimits ? self : nil
    }
}

extension SyncCursor {
    /// The cursor, if it can be kept; without one, the next sync starts where the last one that could be did.
    func bounded() -> SyncCursor? { rawValue.utf8.count <= WireLimits.cursorBytes ? self : nil }
}

extension Message {
    fileprivate var isWithinLimits: Bool {
        isUsable && text.utf8.count <= WireLimits.textBytes
            && (0...WireLimits.imageCount).contains(imageCount)
    }

    /// The lowest position of all is the store's word for before everything.
    private var isUsable: Bool {
        id.rawValue.isUsableID && position.rawValue > .min
            && (predecessor?.cursor.rawValue.utf8.count ?? 0) <= WireLimits.cursorBytes
    }

    fileprivate func bounded() -> Message? {
        guard !isWithinLimits else { return self }
        guard isUsable else { return nil }
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
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
