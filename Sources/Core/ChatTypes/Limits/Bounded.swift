import RuntimeKit

extension ChatUpdate {
    /// Returns the update within the limits: cuts long names and texts, and drops everything without a usable ID.
    package func bounded() -> ChatUpdate? {
        guard chat.id.rawValue.isUsableID, let contact = chat.contact.bounded() else { return nil }
        guard !isWithinLimits else { return self }
        var update = self
        update.chat = ChatHeader(id: chat.id, contact: contact, isGroup: chat.isGroup, createdAt: chat.createdAt)
        update.messages = messages.compactMap { $0.bounded() }
        update.receipts = receipts.filter(\.isUsable)
        update.annotations = annotations.compactMap { $0.bounded() }
        update.memberships = memberships.prefix(Limits.members).compactMap { $0.bounded() }
        update.standing = standing.map { NumberedStanding($0.value.bounded(), number: $0.number) }
        update.threadCounts = threadCounts.map { Array($0.filter(\.isUsable).prefix(Limits.countedThreads)) }
        update.pins = pins?.bounded()
        update.spaces = spaces.map(ChatSpace.bounded)
        return update
    }

    private var isWithinLimits: Bool {
        chat.contact.isWithinLimits && messages.allSatisfy(\.isWithinLimits) && receipts.allSatisfy(\.isUsable)
            && annotations.allSatisfy(\.isWithinLimits)
            && memberships.count <= Limits.members && memberships.allSatisfy(\.isWithinLimits)
            && (standing.map { $0.value == $0.value.bounded() } ?? true) && pins == pins?.bounded()
            && spaces == spaces.map(ChatSpace.bounded)
            && (threadCounts.map { $0.count <= Limits.countedThreads && $0.allSatisfy(\.isUsable) } ?? true)
    }
}

extension Author {
    /// Whether the author is no member, or a member with a usable ID.
    package var isUsable: Bool { member?.rawValue.isUsableID ?? true }
}

extension ReadReceipt {
    fileprivate var isUsable: Bool {
        message.rawValue.isUsableID && reader.isUsable && scope.thread?.rawValue.isUsableID ?? true
    }
}

extension ThreadCount {
    fileprivate var isUsable: Bool { root.rawValue.isUsableID }
}

extension Membership {
    private var isUsable: Bool {
        member != .contact && member.isUsable && (1...Limits.membershipNumber).contains(number)
            && since.map { $0.rawValue > .min } ?? true
    }

    fileprivate var isWithinLimits: Bool { isUsable && name.utf8.count <= Limits.nameCharacters }

    /// Returns the membership with a name within the limits; nil without a usable member and number.
    package func bounded() -> Membership? {
        guard isUsable else { return nil }
        guard !isWithinLimits else { return self }
        return Membership(
            member: member,
            name: name.cutToName(),
            isMember: isMember,
            role: role,
            since: since,
            number: number
        )
    }
}

extension Contact {
    /// Returns the contact with a name within the limits; nil without a usable ID.
    package func bounded() -> Contact? {
        guard id.rawValue.isUsableID else { return nil }
        guard !isWithinLimits else { return self }
        return Contact(id: id, name: name.cutToName())
    }

    fileprivate var isWithinLimits: Bool { name.utf8.count <= Limits.nameCharacters }
}

extension Picture {
    /// Returns the picture; nil if it is larger than a contact's picture needs to be.
    package func bounded() -> Picture? {
        let isWithinLimits = bytes.count <= Limits.pictureBytes && mediaType.utf8.count <= Limits.mediaTypeBytes
        return isWithinLimits ? self : nil
    }
}

extension AttachedFile {
    fileprivate var isWithinLimits: Bool {
        id.rawValue.utf8.count <= Limits.idBytes && FileName.isHarmless(name) && Self.isPlain(type)
            && pixels?.isPossible != false
    }

    /// Returns the attachment under a harmless name. Replaces an unusable ID by an empty one, and an invalid type by
    /// the unknown one. Drops a width and height that no picture has.
    ///
    /// The stated size stays: see `error`.
    package func bounded() -> AttachedFile {
        guard !isWithinLimits else { return self }
        return AttachedFile(
            id: id.rawValue.isUsableID ? id : FileID(""),
            name: FileName.harmless(name),
            type: Self.isPlain(type) ? type : MediaType.unknown,
            byteCount: byteCount,
            pixels: pixels.flatMap { $0.isPossible ? $0 : nil }
        )
    }

    /// Whether the type is two words of ASCII with a slash between them.
    private static func isPlain(_ type: String) -> Bool {
        let words = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return type.utf8.count <= Limits.mediaTypeBytes && words.count == 2
            && words.allSatisfy { word in
                !word.isEmpty && word.allSatisfy { $0.isASCIILetterOrDigit || "!#$&^_.+-".utf8.contains($0) }
            }
    }
}

extension SyncCursor {
    /// Returns the cursor; nil if it is too long to store. The next sync then starts at the last stored cursor.
    package func bounded() -> SyncCursor? { rawValue.utf8.count <= Limits.cursorBytes ? self : nil }
}

extension Message {
    fileprivate var isWithinLimits: Bool {
        isUsable && text.utf8.count <= Limits.textBytes && spans.fit(text)
            && (0...Limits.imageCount).contains(imageCount)
            && Self.editNumbers.contains(editNumber)
            && (attachment?.isWithinLimits ?? true) && poll == poll?.bounded() && (!isDeleted || isEmpty)
            && (repliesTo.map { $0.rawValue.isUsableID && $0 != id } ?? true)
            && (thread.map { $0.rawValue.isUsableID && $0 != id } ?? true)
    }

    private static let editNumbers = unreadableNumber...Limits.annotationNumber

    private var isEmpty: Bool {
        text.isEmpty && imageCount == 0 && attachment == nil && poll == nil && repliesTo == nil
    }

    /// The store reserves the lowest position for "before everything".
    private var isUsable: Bool {
        id.rawValue.isUsableID && author.isUsable && position.rawValue > .min
            && (predecessor?.cursor.rawValue.utf8.count ?? 0) <= Limits.cursorBytes
    }

    /// Returns the message with content within the limits, or its tombstone if it is deleted; nil without a usable ID
    /// and position.
    package func bounded() -> Message? {
        guard !isWithinLimits else { return self }
        guard isUsable else { return nil }
        var message = self
        // A message is no answer in a thread of its own.
        message.thread = thread.flatMap { $0.rawValue.isUsableID && $0 != id ? $0 : nil }
        guard !isDeleted else { return message.tombstone }
        message.text = text.cut(toBytes: Limits.textBytes)
        message.spans = spans.bounded(to: message.text)
        message.imageCount = min(max(0, imageCount), Limits.imageCount)
        message.attachment = attachment?.bounded()
        message.poll = poll?.bounded()
        // A message cannot answer itself.
        message.repliesTo = repliesTo.flatMap { $0.rawValue.isUsableID && $0 != id ? $0 : nil }
        message.editNumber = min(max(Self.editNumbers.lowerBound, editNumber), Self.editNumbers.upperBound)
        return message
    }
}

extension String {
    /// Whether it has something to see: neither blanks alone nor invisible characters.
    package var isVisible: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
            }
        }
    }

    package var isUsableID: Bool { !isEmpty && utf8.count <= Limits.idBytes }

    /// Limits bytes as well, because a single character may have any number of them.
    package func cutToName() -> String {
        String(prefix(Limits.nameCharacters)).cut(toBytes: Limits.nameBytes)
    }

    /// Returns the longest prefix of at most `limit` bytes that ends between two Unicode scalars.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
