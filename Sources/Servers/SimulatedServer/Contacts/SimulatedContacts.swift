import ChatTypes
import RuntimeKit

/// The contacts' behaviour: they read, answer and say goodbye while the server runs.
extension SimulatedChatServer {
    /// Runs the contacts until the task is cancelled; one run at a time. Requests are answered without it, too.
    public func run() async {
        // An earlier run lost its actions: schedules everything again.
        schedule.drain()
        scheduleActions()
        await withDiscardingTaskGroup { group in
            while true {
                let actions = await schedule.takeAll()
                if actions.isEmpty { return }
                for action in actions {
                    group.addTask { await self.perform(action) }
                }
            }
        }
    }

    func scheduleActions() {
        for participant in paces.keys.sorted() { scheduleActions(of: participant) }
        if let due = goodbyeTimer.due { scheduleGoodbye(due: due) }
    }

    func contactHears(inChatAt index: Int) {
        for listener in listeners(inChatAt: index) { hear(Participant(chat: index, author: listener)) }
        scheduleDueGoodbye()
    }

    /// Returns the members of a conversation that is going on, else of a new one.
    private func listeners(inChatAt index: Int) -> [Author] {
        let chat = ledger.state.chats[index]
        guard chat.header.isGroup else { return [.contact] }
        let present = conversations[index]?.listeners.filter(chat.admits) ?? []
        if present.contains(where: { isBusy(Participant(chat: index, author: $0)) }) { return present }
        let conversation = GroupConversation(among: chat.others, random: environment.random)
        conversations[index] = conversation
        return conversation.listeners
    }

    private func isBusy(_ participant: Participant) -> Bool {
        paces[participant]?.readingDue != nil || paces[participant]?.answerDue != nil
    }

    private func hear(_ participant: Participant) {
        let wasReading = paces[participant]?.readingDue
        paces[participant, default: ConversationPace()].hear(at: stopwatch.now, random: environment.random)
        if let due = paces[participant]?.readingDue, due != wasReading {
            schedule.post(ScheduledAction(kind: .read(participant), due: due))
        }
    }

    func appLeft(quitting: Bool) {
        goodbyeTimer.appLeft(quitting: quitting)
        scheduleDueGoodbye()
    }

    private func scheduleDueGoodbye() {
        let isOwed = ledger.state.chatOwingGoodbye != nil
        guard let due = goodbyeTimer.schedule(isOwed: isOwed, at: stopwatch.now, random: environment.random) else {
            return
        }
        scheduleGoodbye(due: due)
    }

    private func scheduleGoodbye(due: Duration) {
        schedule.post(ScheduledAction(kind: .sayGoodbye, due: due))
    }

    private func scheduleActions(of participant: Participant) {
        if let due = paces[participant]?.readingDue {
            schedule.post(ScheduledAction(kind: .read(participant), due: due))
        }
        if let due = paces[participant]?.answerDue { scheduleAnswer(due: due, by: participant) }
    }

    /// Schedules an answer, and typing shortly before it.
    private func scheduleAnswer(due: Duration, by participant: Participant) {
        schedule.post(ScheduledAction(kind: .type(participant), due: due - ConversationPace.typingTime))
        schedule.post(ScheduledAction(kind: .answer(participant), due: due))
    }

    /// Waits, then performs the action unless it has become pointless.
    private func perform(_ action: ScheduledAction) async {
        guard (try? await stopwatch.sleep(until: action.due)) != nil else { return }
        // A contact whose line cannot be written to the journal stays silent. A former member is refused.
        switch action.kind {
        case .read(let participant) where paces[participant]?.readingDue == action.due: try? read(participant)
        case .type(let participant) where paces[participant]?.answerDue == action.due + ConversationPace.typingTime:
            try? contactTypes(in: ledger.state.chats[participant.chat].header.id, by: participant.author.member)
        case .answer(let participant) where paces[participant]?.answerDue == action.due: try? answer(participant)
        case .sayGoodbye where goodbyeTimer.takeGoodbye(dueAt: action.due): try? contactSaysGoodbye()
        default: break
        }
    }

    private func read(_ participant: Participant) throws {
        let wasAnswering = paces[participant]?.answerDue
        let isAnswering = conversations[participant.chat]?.isAnswering(participant.author) ?? true
        paces[participant]?.read(at: stopwatch.now, isAnswering: isAnswering, random: environment.random)
        if let due = paces[participant]?.answerDue, due != wasAnswering { scheduleAnswer(due: due, by: participant) }
        try contactReads(in: ledger.state.chats[participant.chat].header.id, by: participant.author.member)
    }

    private func answer(_ participant: Participant) throws {
        let (random, hasGreeted) = (
            environment.random, ledger.state.chats[participant.chat].hasGreeted(participant.author)
        )
        guard let remark = paces[participant]?.answer(hasGreeted: hasGreeted, at: stopwatch.now, random: random) else {
            return
        }
        if let due = paces[participant]?.answerDue { scheduleAnswer(due: due, by: participant) }
        let isPicture = remark == .comment && random.chance(0.1)
        try say(remark, asPicture: isPicture, from: participant)
        if let other = conversations[participant.chat]?.reply(to: participant.author, random: random) {
            hearMember(Participant(chat: participant.chat, author: other))
        }
    }

    private func hearMember(_ participant: Participant) {
        let wasAnswering = paces[participant]?.answerDue
        paces[participant]?.hearMember(at: stopwatch.now, random: environment.random)
        if let due = paces[participant]?.answerDue, due != wasAnswering { scheduleAnswer(due: due, by: participant) }
    }

    private func contactSaysGoodbye() throws {
        guard let index = ledger.state.chatOwingGoodbye.flatMap(ledger.state.index(of:)) else { return }
        try say(.goodbye, from: Participant(chat: index, author: .contact))
    }

    /// Says something: either a picture or a line of text, which may ask a poll. In a group, questions are for the user, and mention them.
    private func say(_ remark: LineKind, asPicture isPicture: Bool = false, from participant: Participant) throws {
        let last = ledger.state.chats[participant.chat].newestMessage(by: participant.author)?.text
        let line = isPicture ? "" : remark.line(after: last, from: environment.random)
        let poll = LineKind.poll(in: line)
        let said = poll.map { FormattedText($0.text) } ?? TypedText.read(line)
        let id = environment.makeMessageID()
        let message = try ledger.say(
            said.text,
            spans: said.spans,
            attachment: isPicture ? GeneratedFile(drawnFor: id).attachment(named: "photo.png") : nil,
            asking: poll,
            // A contact answers where the user wrote last.
            inThread: remark == .goodbye ? nil : ledger.state.chats[participant.chat].newestMessage(by: .me)?.thread,
            mentioningMe: remark == .question && participant.author != .contact,
            id: id,
            as: participant.author,
            meaning: remark,
            inChatAt: participant.chat
        )
        publish(messages: [message], inChatAt: participant.chat, byPush: remark == .goodbye)
    }
}

extension SimulatedChatServer {
    /// Returns the contacts' work after a start: they read the unread messages and answer them.
    static func life(
        in state: ServerState,
        at now: Duration,
        random: RandomSource
    ) -> (conversations: [Int: GroupConversation], paces: [Participant: ConversationPace]) {
        var (conversations, paces) = ([Int: GroupConversation](), [Participant: ConversationPace]())
        for (index, chat) in state.chats.enumerated() {
            guard let newest = chat.newestMessage(by: .me) else { continue }
            if chat.header.isGroup {
                conversations[index] = GroupConversation(resumedIn: chat, random: random)
            } else if chat.hasRead(.contact, in: newest.thread, upTo: newest.position) {
                continue
            }
            for listener in conversations[index]?.listeners ?? [.contact] {
                paces[Participant(chat: index, author: listener), default: ConversationPace()].hear(
                    at: now,
                    random: random
                )
            }
        }
        return (conversations, paces)
    }
}

/// A person in a chat.
struct Participant: Hashable, Comparable {
    let chat: Int
    let author: Author

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.chat, lhs.author) < (rhs.chat, rhs.author) }
}

/// An action of a contact at a certain time.
struct ScheduledAction: Sendable {
    enum Kind: Sendable {
        case read(Participant)
        case type(Participant)
        case answer(Participant)
        case sayGoodbye
    }

    let kind: Kind
    let due: Duration
}
