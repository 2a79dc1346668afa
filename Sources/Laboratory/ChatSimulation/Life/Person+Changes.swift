import Chat
import ScreenKit
import Transport

extension Person {
    /// A message that is taken back is gone, or says that it was; or the person is told why not.
    func unsend(_ number: Int, _ pane: InterfaceSpy.Shown.Chat?) async {
        guard let pane, let row = ownRow(number, pane) else { return }
        evidence.note("takes \(row.text) back")
        evidence.noteRemoving(row.id)
        await pane.module.perform(.unsend(row.id))
        guard let now = shown(of: pane) else { return }
        let isGone = now.rows.first { $0.id == row.id }?.isRemoved ?? true
        let isTold = now.problem != pane.state?.problem
        evidence.check(.sentOnce, isGone || isTold, "\(row.text) was taken back, and stands")
        if isGone { evidence.noteRemoved(row.id) }
    }

    /// A message that is changed says so at once, wherever it is; or the person is told why not.
    func edit(_ number: Int, _ pane: InterfaceSpy.Shown.Chat?) async {
        guard let pane, let row = ownRow(number, pane) else { return }
        let text = evidence.noteEditing(row.id)
        evidence.note("changes \(row.text) to \(text)")
        await pane.module.perform(.edit(row.id, to: text))
        guard let now = shown(of: pane), let changed = now.rows.first(where: { $0.id == row.id }) else { return }
        let isTold = now.problem != pane.state?.problem
        let isChanged = changed.text == text && changed.isEdited
        evidence.check(.sentOnce, isChanged || isTold, "\(row.text) was changed to \(text), and says \(changed.text)")
        if isChanged { evidence.noteEdited(row.id, to: text) }
    }

    func mute(_ chat: ChatID, _ pane: InterfaceSpy.Shown.Chat?) async {
        guard let pane, let isMuted = pane.state?.isMuted else { return }
        evidence.noteMuting(chat)
        await pane.module.perform(.setMuted(!isMuted))
        guard let now = shown(of: pane) else { return }
        let isTold = now.problem != pane.state?.problem
        evidence.check(.modelAlone, now.isMuted != isMuted || isTold, "\(chat) is muted: \(now.isMuted), as before")
        if now.isMuted != isMuted { evidence.noteMuted(!isMuted, chat) }
    }

    /// One of one's own messages that are shown, of which it is known what they are.
    private func ownRow(_ number: Int, _ pane: InterfaceSpy.Shown.Chat) -> ChatViewState.Row? {
        let rows = pane.state?.rows.filter { $0.author == .me && !$0.isRemoved && evidence.isTyped($0.id) } ?? []
        return rows.isEmpty ? nil : rows[rows.count - 1 - number % min(rows.count, 5)]
    }

    /// What the same screen shows now; nil when it is no longer on top.
    func shown(of pane: InterfaceSpy.Shown.Chat) -> ChatViewState? {
        let now = actions.shown
        return now.isSevered || now.chat?.number != pane.number ? nil : now.chat?.state
    }
}
