extension ChatUpdate {
    /// The same news within the limits: long names and texts are cut; what has no usable id is left out.
    package func bounded() -> ChatUpdate? {
        guard chat.id.rawValue.isUsableID, let contact = chat.contact.bounded() else { return nil }
        guard !isWithinLimits else { return self }
        return ChatUpdate(
            chat: ChatHeader(id: chat.id, contact: contact, isGroup: chat.isGroup, createdAt: chat.createdAt),
            messages: messages.compactMap { $0.bounded() },
            receipts: receipts.filter(\.isUsable),
            annotations: annotations.compactMap { $0.bounded() },
            memberships: memberships.prefix(Limits.members).compactMap { $0.bounded() },
            isMuted: isMuted
        )
    }

    private var isWithinLimits: Bool {
        chat.contact.isWithinLimits && messages.allSatisfy(\.isWithinLimits) && receipts.allSatisfy(\.isUsable)
            && annotations.allSatisfy(\.isWithinLimits)
            && memberships.count <= Limits.members && memberships.allSatisfy(\.isWithinLimits)
    }
}

extension Author {
    /// Whether a member has a usable id.
    package var isUsable: Bool { member?.rawValue.isUsableID ?? true }
}

extension ReadReceipt {
    fileprivate var isUsable: Bool { message.rawValue.isUsableID && reader.isUsable }
}

extension Membership {
    private var isUsable: Bool {
        member != .contact && member.isUsable && (1...Limits.membershipNumber).contains(number)
            && since.map { $0.rawValue > .min } ?? true
    }

    fileprivate var isWithinLimits: Bool { isUsable && name.utf8.count <= Limits.nameCharacters }

    /// The membership with a name within the limits; nil without a usable member and number.
    package func bounded() -> Membership? {
        guard isUsable else { return nil }
        guard !isWithinLimits else { return self }
        return Membership(member: member, name: name.cutToName(), isMember: isMember, since: since, number: number)
    }
}

extension Contact {
    /// The same contact with a name within the limits; nil without a usable id.
    package func bounded() -> Contact? {
        guard id.rawValue.isUsableID else { return nil }
        guard !isWithinLimits else { return self }
        return Contact(id: id, name: name.cutToName())
    }

    fileprivate var isWithinLimits: Bool { name.utf8.count <= Limits.nameCharacters }
}

extension Picture {
    /// The picture, unless it is larger than any picture of a contact has to be.
    package func bounded() -> Picture? {
        let isWithinLimits = bytes.count <= Limits.pictureBytes && mediaType.utf8.count <= Limits.mediaTypeBytes
        return isWithinLimits ? self : nil
    }
}

extension AttachedFile {
    fileprivate var isWithinLimits: Bool {
        id.rawValue.utf8.count <= Limits.idBytes && FileName.isHarmless(name) && Self.isPlain(type)
    }

    /// The attachment under a harmless name; without an id where that is unusable, and of an unknown type where that is none.
    ///
    /// Its size stays as it was said: see `fault`.
    package func bounded() -> AttachedFile {
        guard !isWithinLimits else { return self }
        return AttachedFile(
            id: id.rawValue.isUsableID ? id : FileID(""),
            name: FileName.harmless(name),
            type: Self.isPlain(type) ? type : MediaType.unknown,
            byteCount: byteCount
        )
    }

    /// Two words of ASCII with a slash between, and nothing else.
    private static func isPlain(_ type: String) -> Bool {
        let words = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return type.utf8.count <= Limits.mediaTypeBytes && words.count == 2
            && words.allSatisfy { word in
                !word.isEmpty && word.allSatisfy { $0.isASCIILetterOrDigit || "!#$&^_.+-".utf8.contains($0) }
            }
    }
}

extension SyncCursor {
    /// The cursor, if it can be kept; without one, the next sync starts where the last one that could be did.
    package func bounded() -> SyncCursor? { rawValue.utf8.count <= Limits.cursorBytes ? self : nil }
}

extension Message {
    fileprivate var isWithinLimits: Bool {
        isUsable && text.utf8.count <= Limits.textBytes
            && (0...Limits.imageCount).contains(imageCount) && (0...Limits.editNumber).contains(editNumber)
            && (attachment?.isWithinLimits ?? true) && (!isRemoved || isEmpty)
    }

    private var isEmpty: Bool { text.isEmpty && imageCount == 0 && attachment == nil }

    /// The lowest position of all is the store's word for before everything.
    private var isUsable: Bool {
        id.rawValue.isUsableID && author.isUsable && position.rawValue > .min
            && (predecessor?.cursor.rawValue.utf8.count ?? 0) <= Limits.cursorBytes
    }

    /// The message with what it says within the limits, or its tombstone where it was taken back; nil without a usable id and place.
    package func bounded() -> Message? {
        guard !isWithinLimits else { return self }
        guard isUsable else { return nil }
        guard !isRemoved else { return tombstone }
        return Message(
            id: id,
            author: author,
            text: text.cut(toBytes: Limits.textBytes),
            imageCount: min(max(0, imageCount), Limits.imageCount),
            attachment: attachment?.bounded(),
            editNumber: min(max(0, editNumber), Limits.editNumber),
            sentAt: sentAt,
            position: position,
            predecessor: predecessor
        )
    }
}

extension String {
    package var isUsableID: Bool { !isEmpty && utf8.count <= Limits.idBytes }

    /// A single character may have any number of bytes.
    fileprivate func cutToName() -> String {
        String(prefix(Limits.nameCharacters)).cut(toBytes: Limits.nameBytes)
    }

    /// The longest beginning that has at most `limit` bytes and ends between two Unicode scalars.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
