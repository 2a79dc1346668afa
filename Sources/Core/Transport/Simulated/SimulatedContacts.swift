import ChatTypes
import RuntimeKit

/// The contacts' life: they read, answer and say goodbye while the server runs.
extension SimulatedServer {
    /// Lets the contacts live until the task is cancelled; one run at a time. Requests are answered without it too.
    public func run() async {
        // What an earlier run had taken is lost with it: all that is still to be done is put down anew.
        agenda.takeWaiting()
        makeAppointments()
        await withDiscardingTaskGroup { group in
            while true {
                let appointments = await agenda.takeAll()
                if appointments.isEmpty { return }
                for appointment in appointments {
                    group.addTask { await self.keep(appointment) }
                }
            }
        }
    }

    func makeAppointments() {
        for seat in paces.keys.sorted() { makeAppointments(of: seat) }
        if let due = farewell.due { makeGoodbye(due: due) }
    }

    func contactHears(inChatAt index: Int) {
        for listener in listeners(inChatAt: index) { hear(Seat(chat: index, author: listener)) }
        settleFarewell()
    }

    /// In a group those of a talk that goes on, else others.
    private func listeners(inChatAt index: Int) -> [Author] {
        let chat = ledger.state.chats[index]
        guard chat.header.isGroup else { return [.contact] }
        let present = talks[index]?.listeners.filter(chat.admits) ?? []
        if present.contains(where: { isBusy(Seat(chat: index, author: $0)) }) { return present }
        let talk = GroupTalk(among: chat.others, random: environment.random)
        talks[index] = talk
        return talk.listeners
    }

    private func isBusy(_ seat: Seat) -> Bool { paces[seat]?.readingDue != nil || paces[seat]?.answerDue != nil }

    private func hear(_ seat: Seat) {
        let wasReading = paces[seat]?.readingDue
        paces[seat, default: ConversationPace()].hear(at: stopwatch.now, random: environment.random)
        if let due = paces[seat]?.readingDue, due != wasReading {
            agenda.post(Appointment(deed: .read(seat), due: due))
        }
    }

    func appLeft(quitting: Bool) {
        farewell.appLeft(quitting: quitting)
        settleFarewell()
    }

    private func settleFarewell() {
        let isOwed = ledger.state.farewellOwed != nil
        guard let due = farewell.settle(isOwed: isOwed, at: stopwatch.now, random: environment.random) else { return }
        makeGoodbye(due: due)
    }

    private func makeGoodbye(due: Duration) {
        agenda.post(Appointment(deed: .sayGoodbye, due: due))
    }

    private func makeAppointments(of seat: Seat) {
        if let due = paces[seat]?.readingDue { agenda.post(Appointment(deed: .read(seat), due: due)) }
        if let due = paces[seat]?.answerDue { makeAnswer(due: due, by: seat) }
    }

    /// They begin to type a little before the answer comes.
    private func makeAnswer(due: Duration, by seat: Seat) {
        agenda.post(Appointment(deed: .type(seat), due: due - ConversationPace.typingTime))
        agenda.post(Appointment(deed: .answer(seat), due: due))
    }

    /// Waits, then does it, unless something has made it pointless meanwhile.
    private func keep(_ appointment: Appointment) async {
        guard (try? await stopwatch.sleep(until: appointment.due)) != nil else { return }
        // A journal that cannot be written leaves the contact speechless, but alive; who has left a group is refused.
        switch appointment.deed {
        case .read(let seat) where paces[seat]?.readingDue == appointment.due: try? read(seat)
        case .type(let seat) where paces[seat]?.answerDue == appointment.due + ConversationPace.typingTime:
            try? contactTypes(in: ledger.state.chats[seat.chat].header.id, by: seat.author.member)
        case .answer(let seat) where paces[seat]?.answerDue == appointment.due: try? answer(seat)
        case .sayGoodbye where farewell.takeGoodbye(dueAt: appointment.due): try? contactSaysGoodbye()
        default: break
        }
    }

    private func read(_ seat: Seat) throws {
        let wasAnswering = paces[seat]?.answerDue
        let isAnswering = talks[seat.chat]?.isAnswering(seat.author) ?? true
        paces[seat]?.read(at: stopwatch.now, isAnswering: isAnswering, random: environment.random)
        if let due = paces[seat]?.answerDue, due != wasAnswering { makeAnswer(due: due, by: seat) }
        try contactReads(in: ledger.state.chats[seat.chat].header.id, by: seat.author.member)
    }

    private func answer(_ seat: Seat) throws {
        let (random, hasGreeted) = (environment.random, ledger.state.chats[seat.chat].hasGreeted(seat.author))
        guard let remark = paces[seat]?.answer(hasGreeted: hasGreeted, at: stopwatch.now, random: random) else {
            return
        }
        if let due = paces[seat]?.answerDue { makeAnswer(due: due, by: seat) }
        let isPicture = remark == .comment && random.chance(0.1)
        try say(remark, asPicture: isPicture, from: seat)
        if let other = talks[seat.chat]?.reply(to: seat.author, random: random) {
            hearMember(Seat(chat: seat.chat, author: other))
        }
    }

    private func hearMember(_ seat: Seat) {
        let wasAnswering = paces[seat]?.answerDue
        paces[seat]?.hearMember(at: stopwatch.now, random: environment.random)
        if let due = paces[seat]?.answerDue, due != wasAnswering { makeAnswer(due: due, by: seat) }
    }

    private func contactSaysGoodbye() throws {
        guard let index = ledger.state.farewellOwed.flatMap(ledger.state.index(of:)) else { return }
        try say(.goodbye, from: Seat(chat: index, author: .contact))
    }

    /// A message has either a picture or a line of text.
    private func say(_ remark: Remark, asPicture isPicture: Bool = false, from seat: Seat) throws {
        let last = ledger.state.chats[seat.chat].newestMessage(by: seat.author)?.text
        let text = isPicture ? "" : remark.line(after: last, from: environment.random)
        let id = environment.makeMessageID()
        let message = try ledger.say(
            text,
            attachment: isPicture ? MadeFile(drawnFor: id).attachment(named: "photo.png") : nil,
            id: id,
            as: seat.author,
            meaning: remark,
            inChatAt: seat.chat
        )
        publish(messages: [message], inChatAt: seat.chat, byPush: remark == .goodbye)
    }
}
