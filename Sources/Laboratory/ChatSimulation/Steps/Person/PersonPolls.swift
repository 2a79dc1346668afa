import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import ScreenKit

/// The user asks a poll in the open chat. It must be shown, or the app must say why not.
struct PersonAsksPoll: PersonStep {
    let text: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, await person.world.takesPolls(in: pane.id) else { return }
        let evidence = person.evidence
        let poll = Polls.typed(evidence.with { $0.typed.count }, answers: 2 + text % 3)
        let text = "Poll: \(poll.question)"
        let index = evidence.noteSendingElsewhere(text, in: pane.id)
        evidence.note("asks \(poll.question) in \(pane.id)")
        if let row = await person.send(.startPoll(poll.line), text, notedAs: index, in: pane) {
            evidence.check(.answers, row.poll?.question == poll.question, "\(text) is shown as no poll")
        }
        await person.scrollDown(pane)
    }
}

/// The user votes in one of the visible polls, for other answers than before or for none. The choice must change at once, or the app
/// must say why not.
struct PersonVotes: PersonStep {
    let row: Int
    let choice: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.pollRow(self.row, pane), let poll = row.poll else { return }
        let numbers = Polls.choice(self.choice, among: poll.answers.count, atMost: poll.maxSelections)
        guard let ids = await person.ids(ofAnswers: numbers, in: row.id, of: pane.id), !person.actions.shown.isSevered
        else { return }
        let evidence = person.evidence
        evidence.note("votes for \(numbers) in \(row.id)")
        evidence.noteVoting(ids, in: row.id)
        await pane.module.perform(.vote(row.id, numbers))
        guard let now = person.shown(of: pane), let changed = now.rows.first(where: { $0.id == row.id }) else { return }
        let isTold = now.problem != pane.state?.problem
        let mine = changed.poll?.answers.enumerated().filter(\.element.isMine).map { $0.offset + 1 }
        // The poll may have ended or been deleted meanwhile, and the server may have refused the vote.
        let isOver = changed.isDeleted || changed.poll?.isEnded == true || person.mayBeRefused(in: pane)
        evidence.check(.answers, mine == numbers || isTold || isOver, "a vote for \(numbers) in \(row.id) is no vote")
        if mine == numbers { evidence.noteVoted(ids, in: row.id) }
    }
}

/// The user ends one of their visible polls, or tries to end somebody else's. It must end at once, or the app must say why not.
struct PersonEndsPoll: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.pollRow(self.row, pane) else { return }
        person.evidence.note("ends \(row.id)")
        await pane.module.perform(.endPoll(row.id))
        guard let now = person.shown(of: pane), let changed = now.rows.first(where: { $0.id == row.id }) else { return }
        let isTold = now.problem != pane.state?.problem
        let isEnded = changed.poll?.isEnded == true
        let isOver = changed.isDeleted || person.mayBeRefused(in: pane)
        person.evidence.check(.answers, isEnded || isTold || isOver, "\(row.id) was ended, and goes on")
        if isEnded, row.author == .me { person.evidence.noteEndedPoll(row.id) }
    }
}

/// The polls of a session.
enum Polls {
    /// Returns a poll as the user types it, with its question.
    static func typed(_ number: Int, answers: Int) -> (line: String, question: String) {
        let question = "typed \(number)?"
        return (([question] + (1...answers).map { "answer \($0)" }).joined(separator: " | "), question)
    }

    /// Returns a poll of a contact's. Every third takes several answers, and every fourth shows its votes at its end only.
    static func contacts(_ number: Int) -> Poll {
        let answers = (1...3 + number % 3).map { Poll.Answer(id: "a\($0)", text: "answer \($0)") }
        return Poll(
            question: "asked \(number)?",
            answers: answers,
            maxSelections: number.isMultiple(of: 3) ? 2 : 1,
            isDisclosed: !number.isMultiple(of: 4)
        )
    }

    /// Draws the numbers of answers, counted from 1; none in one of six cases.
    static func choice(_ number: Int, among count: Int, atMost limit: Int) -> [Int] {
        if number % 6 == 0 { return [] }
        let first = number % count
        let second = (first + 1 + number / count % max(1, count - 1)) % count
        let chosen = limit > 1 && number.isMultiple(of: 2) ? Set([first, second]) : [first]
        return chosen.map { $0 + 1 }.sorted()
    }
}

extension Person {
    /// One of the visible polls that are not deleted.
    fileprivate func pollRow(_ number: Int, _ pane: InterfaceSpy.Shown.Chat) -> ChatViewState.Row? {
        let rows = pane.state?.rows.filter { $0.poll != nil && !$0.isDeleted } ?? []
        return rows.isEmpty ? nil : rows[rows.count - 1 - number % min(rows.count, 4)]
    }

    /// Returns the IDs of a poll's answers, which no screen shows; `nil` if it is not stored.
    fileprivate func ids(ofAnswers numbers: [Int], in poll: MessageID, of chat: ChatID) async -> [String]? {
        let known = (try? await actions.session.read { try $0.poll(of: poll, in: chat) }) ?? nil
        return known.map { poll in numbers.map { poll.answers[$0 - 1].id } }
    }
}
