package import ChatTypes
import RuntimeKit
public import Transport

/// The server's answers to requests: `ChatService` without a network in between.
extension SimulatedChatServer {
    static let chatsPerSync = 100
    static let messagesPerChat = 20
    static let messagesPerPage = 50

    package func sync(since cursor: SyncCursor?) throws -> SyncPage {
        let state = ledger.state
        var place = SyncPlace(server: state.server, base: 0, reached: 0, digest: ledger.digest(at: 0))
        if let cursor {
            guard let known = SyncPlace(cursor), known.server == state.server, known.reached <= state.sequence,
                known.digest == ledger.digest(at: known.reached)
            else { throw ServiceError.unknownCursor }
            place = known
        }
        let changed = state.changes.items(changedAfter: place.reached, limit: Self.chatsPerSync)
        let reached = changed.reached ?? state.sequence
        let next = SyncPlace(
            server: state.server,
            base: changed.reached == nil ? reached : place.base,
            reached: reached,
            digest: ledger.digest(at: reached)
        )
        return SyncPage(
            updates: changed.items.filter { !state.chats[$0].isForgotten }.map { index in
                state.chats[index].update(after: place.base, limit: Self.messagesPerChat)
            },
            next: next.cursor,
            isComplete: changed.reached == nil
        )
    }

    /// Returns a page; with `isEmpty` one without messages, unless the last one for that place was empty.
    package func page(of chat: ChatID, before cursor: PageCursor, isEmpty: Bool) throws -> MessagePage {
        let index = try index(of: chat)
        guard let place = PagePlace(cursor),
            let page = ledger.state.chats[index].page(endingAt: place.position, limit: Self.messagesPerPage)
        else { throw ServiceError.unknownCursor }
        if isEmpty, !place.isRepeated {
            return MessagePage(messages: [], next: PagePlace(position: place.position, isRepeated: true).cursor)
        }
        return page
    }

    package func createChat(with name: String) throws -> ChatHeader {
        let name = try ContactName(accepting: name)
        if let index = ledger.state.index(ofChatWith: name) { return ledger.state.chats[index].header }
        return try ledger.openChat(with: name)
    }

    func picture(of contact: ContactID) -> Picture? {
        ledger.state.book.contact(contact).flatMap { GeneratedPicture.picture(of: $0.name) }
    }

    package func send(_ outgoing: OutgoingMessage) throws -> Message {
        if let message = ledger.state.message(outgoing.id) { return message }
        let index = try index(of: outgoing.chat)
        try admit(.me, toChatAt: index)
        if let fault = ServiceError(outgoing.error) { throw fault }
        if let attachment = outgoing.attachment {
            // A contact's file may be forwarded, with the size that the contact stated.
            let upload = ledger.state.upload(at: attachment.id)
            guard upload?.byteCount == attachment.byteCount || GeneratedFile(attachment.id) != nil else {
                throw ServiceError.unknownFile
            }
        }
        if let root = outgoing.thread {
            let known = ledger.state.message(root, in: outgoing.chat)
            guard known.map({ $0.thread == nil && $0.event == nil }) ?? false else { throw ServiceError.noThread }
        }
        let message = try ledger.say(
            outgoing.text,
            spans: outgoing.spans,
            attachment: outgoing.attachment,
            asking: outgoing.poll,
            replyingTo: outgoing.repliesTo,
            inThread: outgoing.thread,
            id: outgoing.id,
            as: .me,
            inChatAt: index
        )
        publish(messages: [message], inChatAt: index, isOwn: true)
        contactHears(inChatAt: index)
        return message
    }

    package func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope = .main) throws {
        let index = try index(of: chat)
        if scope != .everything { return try read(upTo: message, as: .me, in: scope.thread, inChatAt: index) }
        try read(upTo: message, as: .me, inChatAt: index)
        for thread in ledger.state.chats[index].threads {
            try read(upTo: message, as: .me, in: thread, inChatAt: index)
        }
    }

    @discardableResult
    package func annotate(_ outgoing: OutgoingAnnotation) throws -> Annotation {
        if let text = outgoing.kind.text, let fault = ServiceError(TextError(of: text)) { throw fault }
        return try annotate(outgoing, as: .me)
    }

    package func setTyping(_ isTyping: Bool, in chat: ChatID) throws {
        try admit(.me, toChatAt: try index(of: chat))
        if isTyping { typingAuthors.insert(chat) } else { typingAuthors.remove(chat) }
    }

    package func setPresence(_ presence: Presence) {
        switch presence {
        case .active: goodbyeTimer.appCame()
        case .away: appLeft(quitting: false)
        }
    }
}

extension SimulatedChatServer: LiveServer {
    public func open(_ kind: LiveConnection.Kind) throws -> LiveConnection {
        if case .socket(let chat) = kind { _ = try index(of: chat) }
        let line = LiveConnection(kind)
        connections.add(line)
        if kind == .push, goodbyeTimer.hasQuit { goodbyeTimer.appCame() }
        return line
    }

    public func close(_ line: LiveConnection) {
        connections.remove(line)
    }

    public func appQuit() {
        appLeft(quitting: true)
    }
}

/// Actions that the user and the contacts share.
extension SimulatedChatServer {
    func index(of chat: ChatID) throws(ServiceError) -> Int {
        guard let index = ledger.state.index(of: chat) else { throw .unknownChat }
        return index
    }

    func admit(_ author: Author, toChatAt index: Int) throws(ServiceError) {
        guard ledger.state.chats[index].admits(author) else { throw .notMember }
    }

    /// Moves a reader's receipt in a thread, or outside threads.
    func read(upTo id: MessageID, as reader: Author, in thread: MessageID? = nil, inChatAt index: Int) throws {
        let message = try message(id, inChatAt: index)
        guard ledger.state.chats[index].isReadable(message.position, by: reader) else {
            throw ServiceError.unknownMessage
        }
        if let thread { _ = try self.message(thread, inChatAt: index) }
        if ledger.state.chats[index].hasRead(reader, in: thread, upTo: message.position) { return }
        try admit(reader, toChatAt: index)
        try ledger.read(upTo: message, as: reader, in: thread, inChatAt: index)
        let receipt = ReadReceipt(reader: reader, message: id, scope: ReceiptScope(thread: thread))
        publish(receipts: [receipt], inChatAt: index, isOwn: reader == .me)
    }

    /// Edits or deletes a message of the author's own or ends it as a poll, sets or removes the author's reaction to any message, or sets the
    /// author's vote in any poll. Returns the first annotation for each repetition under its ID, and the present one for a reaction or
    /// an end that changes nothing. A poll that has ended takes no vote.
    func annotate(_ outgoing: OutgoingAnnotation, as author: Author) throws -> Annotation {
        let index = try index(of: outgoing.chat)
        let message = try message(outgoing.message, inChatAt: index)
        guard message.author == author || outgoing.kind.isOfAnyone else { throw ServiceError.unknownMessage }
        if let known = ledger.state.annotation(outgoing.id), known.message == message.id { return known }
        try admit(author, toChatAt: index)
        guard !message.isDeleted else { throw ServiceError.unknownMessage }
        if let text = outgoing.kind.reaction {
            guard ReactionText.isUsable(text) else { throw ServiceError.notReaction }
            let known = ledger.state.chats[index].reactions[text, to: message.id, by: author]
            if let known, known.kind == outgoing.kind { return known }
        }
        let end = ledger.state.chats[index].reactions.ends[message.id]
        switch outgoing.kind {
        case .vote: guard message.poll != nil, end == nil else { throw ServiceError.noPoll }
        case .pollEnd:
            guard message.poll != nil else { throw ServiceError.noPoll }
            if let end { return end }
        case .edit: guard message.poll == nil else { throw ServiceError.noPoll }
        case .deletion, .reaction: break
        }
        let annotation = try ledger.annotate(message, with: outgoing, as: author)
        var lines: [Message] = []
        if outgoing.kind == .pollEnd, tellsEvents {
            let line = ServerLine(event: .endedPoll, author: author)
            lines = [try say(line, as: Self.end(of: message.id), inChatAt: index)]
        }
        publish(messages: lines, annotations: [annotation], inChatAt: index, isOwn: author == .me)
        return annotation
    }

    /// Returns the ID of the line about the end of a poll.
    package static func end(of poll: MessageID) -> MessageID { MessageID("\(endPrefix)\(poll)") }

    /// Returns the poll that ended with a line; nil for any other message.
    package static func poll(endedBy line: MessageID) -> MessageID? {
        guard line.rawValue.hasPrefix(endPrefix) else { return nil }
        return MessageID(String(line.rawValue.dropFirst(endPrefix.count)))
    }

    private static let endPrefix = "end-"

    private func message(_ id: MessageID, inChatAt index: Int) throws(ServiceError) -> Message {
        let message = ledger.state.message(id, in: ledger.state.chats[index].header.id)
        guard let message else { throw .unknownMessage }
        return message
    }
}

/// Delivery of news: to the chat's sockets if one is open, by push otherwise.
extension SimulatedChatServer {
    /// Publishes an update. The user's own actions are not pushed, except joining and leaving.
    func publish(
        messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        annotations: [Annotation] = [],
        memberships: [Membership] = [],
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false,
        isLast: Bool = false
    ) {
        let update = ChatUpdate(
            chat: ledger.state.chats[index].header,
            messages: messages,
            receipts: receipts,
            annotations: annotations,
            memberships: memberships,
            standing: ledger.state.chats[index].standing,
            pins: ledger.state.chats[index].knownPins
        )
        publish(.update(update), inChatAt: index, isOwn: isOwn, byPush: byPush, isLast: isLast)
    }

    /// Publishes an event. The user's leaving is the last event of a group.
    func publish(
        _ news: LiveConnection.Event,
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false,
        isLast: Bool = false
    ) {
        guard isLast || ledger.state.chats[index].leftAt == nil else { return }
        let sockets = byPush ? [] : connections.sockets(of: ledger.state.chats[index].header.id)
        for line in sockets.isEmpty && !isOwn ? connections.pushes : sockets {
            line.post(news, at: stopwatch.now)
        }
    }
}
