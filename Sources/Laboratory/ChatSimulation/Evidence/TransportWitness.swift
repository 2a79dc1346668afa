import ChatApp
import ChatTypes
import SimulatedServer
import Transport

/// A witness of all traffic between the app and the server. It records what it sees as evidence.
struct TransportWitness: Sendable {
    let world: SimulatedWorld
    let userView: any UserView

    /// Records live updates. Each message requires a notification unless the user is looking at its chat or just
    /// leaving it, the chat's mode leaves it out, or the disk refuses writes.
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
            note(update.messages, of: chat) { canStore && !userView.isVisible(chat, thread: $0.thread) }
        }
    }

    private func noteAnnouncements(_ update: ChatUpdate) {
        world.evidence.with { content in
            for message in update.messages where message.author != .me {
                if message.author != .contact { content.senders[message.id] = message.author }
                content.threads[message.id] = message.thread
                content.announcements[message.id, default: []].formUnion(
                    content.announcements(of: message, in: update.chat)
                )
            }
        }
    }

    /// Records the updates of a sync. They may be older than the latest typing notices. Messages on pages are always
    /// older and end no notice.
    func noteSync(_ updates: [ChatUpdate]) {
        world.evidence.noteNames(in: updates)
        world.evidence.noteReads(in: updates, at: world.time)
        for update in updates {
            world.evidence.noteWriting(update.messages.map(\.author), in: update.chat.id, at: world.time, isLive: false)
        }
        noteAnswer(updates.map { ($0.chat.id, $0.messages) })
    }

    /// Records the messages in an answer. Messages for the visible chat need no notification, even if they arrive
    /// again live after the user has left it.
    func noteAnswer(_ answers: [(chat: ChatID, messages: [Message])]) {
        world.evidence.note("\(world.time) answer: \(answers.flatMap(\.messages).map(\.id))")
        for (chat, messages) in answers {
            world.evidence.noteReadable(messages)
            if userView.isLookedAt(chat) {
                note(messages, of: chat) { _ in false }
            } else {
                userView.noteDelivered(messages.map(\.id), of: chat)
            }
        }
    }

    /// Checks that the server is told of typing only in chats in which the user has typed.
    func checkTyping(_ isTyping: Bool, in chat: ChatID) {
        let isTrue = !isTyping || world.evidence.with { $0.chatsTypedIn.contains(chat) }
        world.evidence.check(.typing, isTrue, "the server was told of typing in \(chat), where nothing was typed")
    }

    /// Checks that repeated requests are spaced by pauses.
    func noteRequest(_ name: String) {
        let isModest = world.evidence.with { $0.requests.take(name, at: world.time) }
        world.evidence.check(
            .modestRequests,
            isModest,
            "\(name) was asked over \(RequestMeter.limit) times in \(RequestMeter.span)"
        )
    }

    /// Checks that a received page is not requested over and over, however long the pauses are.
    func notePage(_ name: String) {
        let isModest = world.evidence.with { $0.requests.takeAnswer(name, at: world.time) }
        world.evidence.check(
            .modestRequests,
            isModest,
            "the page before \(name) came over \(RequestMeter.answerLimit) times in \(RequestMeter.answerSpan)"
        )
    }

    /// Checks that a read receipt is for a message that was on screen, and never for an earlier one than the last
    /// receipt.
    func checkReceipt(for message: MessageID, in chat: ChatID, _ scope: ReceiptScope) async {
        await userView.refresh()
        let wasSeen =
            world.evidence.with { $0.seen[message] != nil || $0.isMarkingAllRead }
            || userView.isShown(message, of: chat)
        world.evidence.check(.receipts, wasSeen, "a receipt for \(message), which was not on screen")
        guard let position = await world.server.log(of: chat).last(where: { $0.id == message })?.position else {
            return
        }
        let place = Evidence.ReceiptPlace(chat: chat, thread: scope.thread)
        let last = world.evidence.with { content in
            let last = content.receiptsSent[place] ?? position
            content.receiptsSent[place] = max(last, position)
            return last
        }
        world.evidence.check(.receipts, last <= position, "a receipt for \(message) after a later one in \(chat)")
    }

    /// Records how each message first arrived; later arrivals do not count.
    private func note(_ messages: [Message], of chat: ChatID, where mustBeAnnounced: (Message) -> Bool) {
        userView.noteDelivered(messages.map(\.id), of: chat)
        world.evidence.noteReadable(messages)
        let due = Set(messages.filter(mustBeAnnounced).map(\.id))
        world.evidence.with { content in
            if content.forgotten[chat] != nil { return }
            for message in messages where message.author != .me && content.live[message.id] == nil {
                // It comes again with its content, and is announced then.
                if message.isUnreadable { continue }
                // A line about an event is quiet.
                if message.event != nil { continue }
                content.live[message.id] = Evidence.Live(
                    chat: chat,
                    time: world.time,
                    mustBeAnnounced: due.contains(message.id) && !message.isDeleted
                        && content.isHeard(message, in: chat)
                )
            }
        }
    }
}
