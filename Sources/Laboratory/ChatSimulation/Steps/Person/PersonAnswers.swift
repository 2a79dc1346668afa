import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit

/// The texts of reactions that everyone chooses from.
let reactionTexts = ["👍", "🎉", "ok"]

/// The user answers one of the visible messages. The reply must be shown with it, or the app must say why not.
struct PersonReplies: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.anyRow(self.row, pane) else { return }
        let evidence = person.evidence
        let text = "typed \(evidence.with { $0.typed.count })"
        let index = evidence.noteReplying(text, to: row.id, in: pane.id)
        evidence.note("answers \(row.id) by \(text) in \(pane.id)")
        if let reply = await person.send(.reply(row.id, text), text, notedAs: index, in: pane) {
            evidence.check(.answers, reply.answered?.id == row.id, "\(text) is shown as no reply to \(row.id)")
        }
        await person.scrollDown(pane)
    }
}

/// The user sets or removes a reaction to one of the visible messages. It must change at once, or the app must say why not.
struct PersonReacts: PersonStep {
    let row: Int
    let text: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.anyRow(self.row, pane) else { return }
        let text = reactionTexts[text % reactionTexts.count]
        let evidence = person.evidence
        let wasSet = row.hasReacted(text)
        evidence.note("\(wasSet ? "removes" : "adds") \(text) at \(row.id)")
        evidence.noteReacting(text, to: row.id)
        await pane.module.perform(.react(row.id, text))
        guard let now = person.shown(of: pane), let changed = now.rows.first(where: { $0.id == row.id }) else { return }
        let isTold = now.problem != pane.state?.problem
        let isDone = changed.hasReacted(text) != wasSet
        // A contact may have deleted the message meanwhile, and another device or a refusal may have turned it back.
        let isRefused = person.mayBeRefused(in: pane) || changed.isDeleted
        evidence.check(.answers, isDone || isTold || isRefused, "\(text) at \(row.id) stayed as it was")
        if isDone { evidence.noteReacted(!wasSet, text, to: row.id) }
    }
}

extension ChatViewState.Row {
    fileprivate func hasReacted(_ text: String) -> Bool { reactions.contains { $0.text == text && $0.isMine } }
}

extension Person {
    /// One of the newest visible messages of anyone.
    func anyRow(_ number: Int, _ pane: InterfaceSpy.Shown.Chat) -> ChatViewState.Row? {
        let rows = pane.state?.rows.filter { !$0.isDeleted && $0.event == nil }.suffix(8) ?? []
        return rows.isEmpty ? nil : rows[rows.startIndex + number % rows.count]
    }

    /// Whether the server may refuse what the user does in a chat: a group may have been left on another device.
    func mayBeRefused(in pane: InterfaceSpy.Shown.Chat) -> Bool { pane.state?.subtitle != nil }
}
