import ChatApp
import Transport

/// Keeps in evidence what passes between the app and the server.
struct TransportWitness: Sendable {
    let world: SimulatedWorld
    let sight: any Sight

    /// What a live connection hands over has to be announced, unless its chat is looked at or is just being left, or the disk
    /// takes nothing.
    func noteLive(_ updates: [ChatUpdate]) {
        world.evidence.note(
            "\(world.time) live: \(updates.flatMap(\.messages).map(\.id)) \(updates.flatMap(\.receipts))"
        )
        world.evidence.noteNames(in: updates)
        world.evidence.noteReads(in: updates, at: world.time)
        let canStore = !world.disk.isFailing
        for update in updates {
            noteAnnouncements(update)
            let chat = update.chat.id
            world.evidence.noteWriting(update.messages.map(\.author), in: chat, at: world.time, isLive: true)
            let isHeard = world.evidence.with { $0.isHeard(chat) }
            note(update.messages, of: chat, mustBeAnnounced: canStore && isHeard && !sight.isInSight(chat))
        }
    }

    private func noteAnnouncements(_ update: ChatUpdate) {
        world.evidence.with { content in
            for message in update.messages where message.author != .me {
                if message.author != .contact { content.senders[message.id] = message.author }
                content.announcements[message.id, default: []].formUnion(
                    content.announcements(of: message, in: update.chat)
                )
            }
        }
    }

    /// What a sync brings may be older than what is known of who types; what stands on a page is, and ends nothing.
    func noteSync(_ updates: [ChatUpdate]) {
        world.evidence.noteNames(in: updates)
        world.evidence.noteReads(in: updates, at: world.time)
        for update in updates {
            world.evidence.noteWriting(update.messages.map(\.author), in: update.chat.id, at: world.time, isLive: false)
        }
        noteAnswer(updates.map { ($0.chat.id, $0.messages) })
    }

    /// What an answer brings into the chat that is looked at is not announced, should it come again live when that was left.
    func noteAnswer(_ answers: [(chat: ChatID, messages: [Message])]) {
        world.evidence.note("\(world.time) answer: \(answers.flatMap(\.messages).map(\.id))")
        for (chat, messages) in answers {
            if sight.isLookedAt(chat) {
                note(messages, of: chat, mustBeAnnounced: false)
            } else {
                sight.noteHanded(messages.map(\.id), of: chat)
            }
        }
    }

    /// The server is not told that the person types where they do not.
    func checkTyping(_ isTyping: Bool, in chat: ChatID) {
        let isTrue = !isTyping || world.evidence.with { $0.chatsTypedIn.contains(chat) }
        world.evidence.check(.typing, isTrue, "the server was told of typing in \(chat), where nothing was typed")
    }

    /// What is asked again is asked after a pause.
    func noteRequest(_ name: String) {
        let isModest = world.evidence.with { $0.requests.take(name, at: world.time) }
        world.evidence.check(
            .modestRequests,
            isModest,
            "\(name) was asked over \(RequestMeter.limit) times in \(RequestMeter.span)"
        )
    }

    /// A page that has come is not asked for again and again, however long the pauses are.
    func notePage(_ name: String) {
        let isModest = world.evidence.with { $0.requests.takeAnswer(name, at: world.time) }
        world.evidence.check(
            .modestRequests,
            isModest,
            "the page before \(name) came over \(RequestMeter.answerLimit) times in \(RequestMeter.answerSpan)"
        )
    }

    /// A receipt is for what was on screen, and never for less than the last one.
    func checkReceipt(for message: MessageID, in chat: ChatID) async {
        await sight.look()
        let wasSeen = world.evidence.with { $0.seen[message] != nil } || sight.isShown(message, of: chat)
        world.evidence.check(.receipts, wasSeen, "a receipt for \(message), which was not on screen")
        guard let position = await world.server.log(of: chat).last(where: { $0.id == message })?.position else {
            return
        }
        let last = world.evidence.with { content in
            let last = content.receiptsSent[chat] ?? position
            content.receiptsSent[chat] = max(last, position)
            return last
        }
        world.evidence.check(.receipts, last <= position, "a receipt for \(message) after a later one in \(chat)")
    }

    /// How a message came first is what counts.
    private func note(_ messages: [Message], of chat: ChatID, mustBeAnnounced: Bool) {
        sight.noteHanded(messages.map(\.id), of: chat)
        world.evidence.with { content in
            for message in messages where message.author != .me && content.live[message.id] == nil {
                content.live[message.id] = Evidence.Live(
                    chat: chat,
                    time: world.time,
                    mustBeAnnounced: mustBeAnnounced && !message.isRemoved
                )
            }
        }
    }
}
