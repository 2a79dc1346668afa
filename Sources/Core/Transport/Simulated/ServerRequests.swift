package import ChatTypes

/// What the server does when it is asked: `ChatService` without a network in between.
extension SimulatedServer {
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
            updates: changed.items.map { state.chats[$0].update(after: place.base, limit: Self.messagesPerChat) },
            next: next.cursor,
            isComplete: changed.reached == nil
        )
    }

    /// With `isEmpty`, a page without messages, unless the last one for that place was.
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
        ledger.state.book.contact(contact).flatMap { Portrait.picture(of: $0.name) }
    }

    package func send(_ outgoing: OutgoingMessage) throws -> Message {
        if let message = ledger.state.message(outgoing.id) { return message }
        let index = try index(of: outgoing.chat)
        try admit(.me, toChatAt: index)
        if let fault = ServiceError(outgoing.fault) { throw fault }
        if let attachment = outgoing.attachment {
            let upload = ledger.state.upload(at: attachment.id)
            guard upload?.byteCount == attachment.byteCount else { throw ServiceError.unknownFile }
        }
        let message = try ledger.say(
            outgoing.text,
            attachment: outgoing.attachment,
            id: outgoing.id,
            as: .me,
            inChatAt: index
        )
        publish(messages: [message], inChatAt: index, isOwn: true)
        contactHears(inChatAt: index)
        return message
    }

    package func markRead(_ chat: ChatID, upTo message: MessageID) throws {
        try read(upTo: message, as: .me, inChatAt: try index(of: chat))
    }

    @discardableResult
    package func annotate(_ outgoing: OutgoingAnnotation) throws -> Annotation {
        if let text = outgoing.kind.text, let fault = ServiceError(TextError(of: text)) { throw fault }
        return try annotate(outgoing, as: .me)
    }

    package func setTyping(_ isTyping: Bool, in chat: ChatID) throws {
        try admit(.me, toChatAt: try index(of: chat))
        if isTyping { typists.insert(chat) } else { typists.remove(chat) }
    }

    package func setPresence(_ presence: Presence) {
        switch presence {
        case .active: farewell.appCame()
        case .away: appLeft(quitting: false)
        }
    }

    package func open(_ kind: LiveLine.Kind) throws -> LiveLine {
        if case .socket(let chat) = kind { _ = try index(of: chat) }
        let line = LiveLine(kind)
        lines.add(line)
        if kind == .push, farewell.hasQuit { farewell.appCame() }
        return line
    }

    package func close(_ line: LiveLine) {
        lines.remove(line)
    }
}
