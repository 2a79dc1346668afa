/// Something that a contact will do in a chat at a time.
struct Appointment: Sendable {
    enum Deed: Sendable {
        case read
        case answer
        case sayGoodbye
    }

    let deed: Deed
    let chat: Int
    let due: Duration
}

/// The contacts' life: they read, answer and say goodbye while the server runs.
extension SimulatedServer {
    /// Lets the contacts live until the task is cancelled; one run at a time. Requests are answered without it too.
    public func run() async {
        // What an earlier run had taken is lost with it: all that is still to be done is put down anew.
        agenda.takeWaiting()
        for chat in paces.keys.sorted() { makeAppointments(inChatAt: chat) }
        if let due = farewell.due { makeGoodbye(due: due) }
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

    func contactHears(inChatAt index: Int) {
        let wasReading = paces[index]?.readingDue
        paces[index, default: ConversationPace()].hear(at: stopwatch.now, random: environment.random)
        if let due = paces[index]?.readingDue, due != wasReading {
            agenda.post(Appointment(deed: .read, chat: index, due: due))
        }
        settleFarewell()
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
        agenda.post(Appointment(deed: .sayGoodbye, chat: 0, due: due))
    }

    private func makeAppointments(inChatAt index: Int) {
        if let due = paces[index]?.readingDue { agenda.post(Appointment(deed: .read, chat: index, due: due)) }
        if let due = paces[index]?.answerDue { agenda.post(Appointment(deed: .answer, chat: index, due: due)) }
    }

    /// Waits, then does it, unless something has made it pointless meanwhile.
    private func keep(_ appointment: Appointment) async {
        guard (try? await stopwatch.sleep(until: appointment.due)) != nil else { return }
        let index = appointment.chat
        // A journal that cannot be written leaves the contact speechless, but alive.
        switch appointment.deed {
        case .read where paces[index]?.readingDue == appointment.due: try? contactReads(inChatAt: index)
        case .answer where paces[index]?.answerDue == appointment.due: try? contactAnswers(inChatAt: index)
        case .sayGoodbye where farewell.takeGoodbye(dueAt: appointment.due): try? contactSaysGoodbye()
        default: break
        }
    }

    private func contactReads(inChatAt index: Int) throws {
        let wasAnswering = paces[index]?.answerDue
        paces[index]?.read(at: stopwatch.now, random: environment.random)
        if let due = paces[index]?.answerDue, due != wasAnswering {
            agenda.post(Appointment(deed: .answer, chat: index, due: due))
        }
        try contactReads(in: ledger.state.chats[index].header.id)
    }

    private func contactAnswers(inChatAt index: Int) throws {
        let (random, hasGreeted) = (environment.random, ledger.state.chats[index].hasGreeted)
        guard let remark = paces[index]?.answer(hasGreeted: hasGreeted, at: stopwatch.now, random: random) else {
            return
        }
        if let due = paces[index]?.answerDue { agenda.post(Appointment(deed: .answer, chat: index, due: due)) }
        let isPicture = remark == .comment && random.chance(0.1)
        try say(remark, imageCount: isPicture ? random.integer(in: 1...2) : 0, inChatAt: index)
    }

    private func contactSaysGoodbye() throws {
        guard let index = ledger.state.farewellOwed.flatMap(ledger.state.index(of:)) else { return }
        try say(.goodbye, inChatAt: index)
    }

    /// A message has either images or a line of text.
    private func say(_ remark: Remark, imageCount: Int = 0, inChatAt index: Int) throws {
        let last = ledger.state.chats[index].messages.last { $0.author == .contact }?.text
        let text = imageCount > 0 ? "" : remark.line(after: last, from: environment.random)
        let message = try ledger.say(text, imageCount: imageCount, as: .contact, meaning: remark, inChatAt: index)
        publish(messages: [message], inChatAt: index, byPush: remark == .goodbye)
    }
}
