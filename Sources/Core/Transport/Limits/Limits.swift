/// What is taken at most from a server, a file or a person: none of them is trusted to keep within what screens and
/// disks can bear.
public enum Limits {
    public static let idBytes = 512
    public static let nameCharacters = 200
    public static let nameBytes = ContactName.byteLimit
    public static let textBytes = 1_048_576
    public static let cursorBytes = 8192
    public static let imageCount = 10_000
    public static let pictureBytes = 4_194_304
    public static let reasonBytes = 1024
    /// Above it are the numbers of edits that the server does not know of yet.
    public static let editNumber: Int64 = 1 << 62
    /// How much of what is typed into a search field is looked for.
    public static let searchWords = 16
    public static let searchCharacters = 256
    public static let searchBytes = 4096
}

extension ChatUpdate {
    /// The same news within the limits: long names and texts are cut; what has no usable id is left out.
    package func bounded() -> ChatUpdate? {
        guard chat.id.rawValue.isUsableID, let contact = chat.contact.bounded() else { return nil }
        guard !isWithinLimits else { return self }
        return ChatUpdate(
            chat: ChatHeader(id: chat.id, contact: contact, createdAt: chat.createdAt),
            messages: messages.compactMap { $0.bounded() },
            receipts: receipts.filter { $0.message.rawValue.isUsableID },
            removals: removals.filter { $0.message.rawValue.isUsableID },
            edits: edits.compactMap { $0.bounded() }
        )
    }

    private var isWithinLimits: Bool {
        chat.contact.isWithinLimits && messages.allSatisfy(\.isWithinLimits)
            && receipts.allSatisfy { $0.message.rawValue.isUsableID }
            && removals.allSatisfy { $0.message.rawValue.isUsableID } && edits.allSatisfy(\.isWithinLimits)
    }
}

extension Contact {
    /// The same contact with a name within the limits; nil without a usable id.
    package func bounded() -> Contact? {
        guard id.rawValue.isUsableID else { return nil }
        guard !isWithinLimits else { return self }
        // A single character may have any number of bytes.
        let name = String(name.prefix(Limits.nameCharacters)).cut(toBytes: Limits.nameBytes)
        return Contact(id: id, name: name)
    }

    fileprivate var isWithinLimits: Bool { name.utf8.count <= Limits.nameCharacters }
}

extension Picture {
    /// The picture, unless it is larger than any picture of a contact has to be.
    package func bounded() -> Picture? {
        let isWithinLimits = bytes.count <= Limits.pictureBytes && mediaType.utf8.count <= Limits.nameBytes
        return isWithinLimits ? self : nil
    }
}

extension SyncCursor {
    /// The cursor, if it can be kept; without one, the next sync starts where the last one that could be did.
    package func bounded() -> SyncCursor? { rawValue.utf8.count <= Limits.cursorBytes ? self : nil }
}

extension Edit {
    fileprivate var isWithinLimits: Bool { isUsable && text.utf8.count <= Limits.textBytes }

    private var isUsable: Bool { message.rawValue.isUsableID && (1...Limits.editNumber).contains(number) }

    /// The edit with a text within the limits; nil without a usable id and number.
    package func bounded() -> Edit? {
        guard isUsable else { return nil }
        guard !isWithinLimits else { return self }
        return Edit(author: author, message: message, text: text.cut(toBytes: Limits.textBytes), number: number)
    }
}

extension Message {
    fileprivate var isWithinLimits: Bool {
        isUsable && text.utf8.count <= Limits.textBytes
            && (0...Limits.imageCount).contains(imageCount) && (0...Limits.editNumber).contains(editNumber)
    }

    /// The lowest position of all is the store's word for before everything.
    private var isUsable: Bool {
        id.rawValue.isUsableID && position.rawValue > .min
            && (predecessor?.cursor.rawValue.utf8.count ?? 0) <= Limits.cursorBytes
    }

    package func bounded() -> Message? {
        guard !isWithinLimits else { return self }
        guard isUsable else { return nil }
        return Message(
            id: id,
            author: author,
            text: text.cut(toBytes: Limits.textBytes),
            imageCount: min(max(0, imageCount), Limits.imageCount),
            isRemoved: isRemoved,
            editNumber: min(max(0, editNumber), Limits.editNumber),
            sentAt: sentAt,
            position: position,
            predecessor: predecessor
        )
    }
}

extension String {
    package var isUsableID: Bool { !isEmpty && utf8.count <= Limits.idBytes }

    /// The longest beginning that has at most `limit` bytes and ends between two Unicode scalars.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
