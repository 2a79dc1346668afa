import ChatTypes
import SimulatedServer
import Transport

/// A contact asks a poll.
///
/// The architectures of the comparison show no polls.
struct ContactAsksPoll: Step {
    let chat: Int
    let poll: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun else { return }
        try session.drive { [world = session.world] in
            guard let (header, writers) = await world.company(chat), world.takesPolls(in: header) else {
                return
            }
            let writer = writers[poll % writers.count]
            _ = try? await world.server.contactAsks(Polls.contacts(poll), in: header.id, by: writer)
        }
    }
}

/// A contact votes in one of the newest polls of anyone: for some answers, for none, for more than the poll takes, or for one that it does
/// not have. In one of seven cases, a member leaves the group right afterwards, or votes after having left.
struct ContactVotes: Step {
    let poll: Int
    let choice: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun else { return }
        try session.drive { [world = session.world] in await vote(in: world) }
    }

    private func vote(in world: SimulatedWorld) async {
        guard let (header, message, asked) = await world.newestPoll(poll) else { return }
        let writers = await world.writers(in: header)
        guard !writers.isEmpty else { return }
        let writer = writers[choice % writers.count]
        let numbers = Polls.choice(choice, among: asked.answers.count, atMost: asked.maxSelections)
        var answers = numbers.map { asked.answers[$0 - 1].id }
        if choice % 11 == 3 { answers.append("unknown") }
        if choice % 11 == 5 { answers = asked.answers.map(\.id) }
        world.evidence.note("\(writer?.rawValue ?? "the contact") votes for \(answers) in \(message)")
        if let writer, choice % 14 == 1 { try? await world.server.contactLeaves(writer, in: header.id) }
        // The server refuses the vote of a former member, and one after the end.
        _ = try? await world.server.contactVotes(for: answers, in: message, of: header.id, by: writer)
        if let writer, choice % 14 == 8 { try? await world.server.contactLeaves(writer, in: header.id) }
    }
}

/// A contact ends one of their polls, or tries to end somebody else's, which the server refuses.
struct ContactEndsPoll: Step {
    let poll: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun else { return }
        try session.drive { [world = session.world] in
            guard let (header, message, _) = await world.newestPoll(poll) else { return }
            for writer in await world.writers(in: header) {
                _ = try? await world.server.contactEndsPoll(message, in: header.id, by: writer)
            }
        }
    }
}

extension SimulatedWorld {
    /// Whether polls are asked in a chat: in all but the encrypted ones.
    func takesPolls(in chat: ChatID) async -> Bool {
        await server.chats.first { $0.id == chat }.map(takesPolls(in:)) ?? false
    }

    fileprivate func takesPolls(in chat: ChatHeader) -> Bool { matrix?.takesPolls(in: chat) ?? true }

    /// Selects one of the newest undeleted polls; `nil` if there is none.
    fileprivate func newestPoll(_ number: Int) async -> (ChatHeader, MessageID, Poll)? {
        var polls: [(chat: ChatHeader, message: Message, poll: Poll)] = []
        for chat in await server.chats where takesPolls(in: chat) {
            polls += await server.log(of: chat.id).compactMap { message in
                message.isDeleted ? nil : message.poll.map { (chat, message, $0) }
            }
        }
        let newest = polls.sorted { $0.message.sentAt < $1.message.sentAt }.suffix(3)
        guard !newest.isEmpty else { return nil }
        let found = newest[newest.startIndex + number % newest.count]
        return (found.chat, found.message.id, found.poll)
    }
}
