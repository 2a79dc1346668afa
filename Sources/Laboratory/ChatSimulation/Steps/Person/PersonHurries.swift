import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import SimulationKit

/// The user edits a message of theirs, and edits it again while the server may not have answered.
struct PersonEditsAgain: PersonStep {
    let row: Int
    let pause: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        for _ in 0...1 + pause % 2 {
            await PersonEdits(row: row).take(person, seeing: person.actions.shown)
            await person.pause(pause)
        }
    }

    /// Edits a message that has just been sent in one of two cases, and deletes it afterwards in one of six.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        let before: [any Step] = draw.flip() ? [PersonSends(text: draw.number())] : []
        let after: [any Step] = draw.chance(oneIn: 6) ? [PersonUnsends(row: row)] : []
        return ([PersonOpensChat(row: draw.number())] + before, after)
    }
}

/// The user sets a reaction and removes it while the server may not have answered, or the other way round.
struct PersonReactsAgain: PersonStep {
    let row: Int
    let text: Int
    let pause: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        for _ in 0...1 + pause % 2 {
            await PersonReacts(row: row, text: text).take(person, seeing: person.actions.shown)
            await person.pause(pause)
        }
    }

    /// Answers a message that may still be sending in one of two cases.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        let sends: [any Step] = draw.flip() ? [PersonSends(text: draw.number()), PersonReplies(row: 0)] : []
        return ([PersonOpensChat(row: draw.number())] + sends, [])
    }
}

/// The user leaves the app for an import of its own export while changes wait for the server.
struct PersonMovesInHaste: PersonStep {
    let row: Int
    let text: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        await PersonReacts(row: row, text: text).take(person, seeing: person.actions.shown)
        if row.isMultiple(of: 2) { await PersonEdits(row: row).take(person, seeing: person.actions.shown) }
        if row.isMultiple(of: 3) { await PersonUnsends(row: text).take(person, seeing: person.actions.shown) }
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number()), PersonSends(text: draw.number())], [HistoryIsMoved()])
    }
}

/// The user sends a text from outside the chat's screen, as with a command. A draft there stays unless it is the same text.
struct PersonSendsFromOutside: PersonStep {
    let chat: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let (evidence, session) = (person.evidence, person.actions.session)
        let chats = (try? await session.read { try $0.chats(limit: 1000) }) ?? []
        guard !chats.isEmpty, !person.actions.shown.isSevered else { return }
        // A chat with a draft shows most.
        let drafted = evidence.with { content in content.drafts.filter { !$0.value.contains("") }.keys.sorted().first }
        let chat = drafted ?? chats[chat % chats.count].id
        await person.sendFromOutside(to: chat)
    }
}

extension Person {
    /// Sends a text as a command does.
    func sendFromOutside(to chat: ChatID) async {
        let text = "typed \(evidence.with { $0.typed.count })"
        let index = evidence.noteSendingElsewhere(text, in: chat)
        evidence.note("sends \(text) to \(chat) from outside")
        // A process that was killed may have stored the text, or not.
        guard let id = try? await actions.session.send(text, to: chat, isTypedElsewhere: true),
            !actions.shown.isSevered
        else { return }
        evidence.noteSent(index, as: id)
    }
}

extension PersonSendsFromOutside {
    /// Leaves a draft in a chat first, in one of two cases.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        guard draw.flip() else { return ([], []) }
        let draft = PersonDrafts(text: 2 * draw.number())
        return ([PersonOpensChat(row: draw.number()), draft, PersonLeaves(), TimePasses(seconds: 2)], [])
    }
}

extension Person {
    /// Waits up to 400 milliseconds: less than most answers need, or more.
    fileprivate func pause(_ number: Int) async {
        let duration = Duration.milliseconds(number % 5 * 100)
        if duration > .zero { try? await world.executor.clock.sleep(for: duration) }
    }
}
