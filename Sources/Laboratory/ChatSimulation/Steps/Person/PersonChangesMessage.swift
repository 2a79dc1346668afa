import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit

/// The user deletes one of their visible messages. It must disappear or become a tombstone, or the app must say why
/// not.
struct PersonUnsends: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.ownRow(self.row, pane) else { return }
        person.evidence.note("takes \(row.text) back")
        person.evidence.noteRemoving(row.id)
        await pane.module.perform(.delete(row.id))
        guard let now = person.shown(of: pane) else { return }
        let isGone = now.rows.first { $0.id == row.id }?.isDeleted ?? true
        let isTold = now.problem != pane.state?.problem
        person.evidence.check(.sentOnce, isGone || isTold, "\(row.text) was taken back, and stands")
        if isGone { person.evidence.noteRemoved(row.id) }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, chat != nil, let row = person.ownRow(self.row, state) else { return }
        person.evidence.note("takes \(row.text) back")
        person.evidence.noteRemoving(MessageID(row.id))
        await person.perform(.delete(row: row.id))
        let told = await person.seeChange(of: row)
        person.check(.sentOnce, told != nil, "\(row.text) was taken back, and stands")
        if let chat = told?.chat, !chat.shows(row), !person.userView.isClosed {
            person.evidence.noteRemoved(MessageID(row.id))
        }
    }
}

/// The user edits one of their visible messages. It must change at once, or the app must say why not.
struct PersonEdits: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        // A poll cannot be edited.
        guard let pane = shown.openChat, let row = person.ownRow(self.row, pane), row.poll == nil else { return }
        let text = person.evidence.noteEditing(row.id)
        person.evidence.note("changes \(row.text) to \(text)")
        await pane.module.perform(.edit(row.id, to: text))
        guard let now = person.shown(of: pane), let changed = now.rows.first(where: { $0.id == row.id }) else { return }
        // A refusal is shown at the message, and may have arrived by now.
        let isTold = now.problem != pane.state?.problem || changed.editFailure != row.editFailure
        // A waiting message may have been sent by now, with the new text as its original.
        let isMarked = changed.isEdited || row.delivery == .sending && changed.delivery != .sending
        let isChanged = changed.text == text && isMarked
        let detail = "\(row.text) was changed to \(text), and says \(changed.text)"
        person.evidence.check(.sentOnce, isChanged || isTold, detail)
        if isChanged { person.evidence.noteEdited(row.id, to: text) }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, chat != nil, let row = person.ownRow(self.row, state) else { return }
        let text = person.evidence.noteEditing(MessageID(row.id))
        person.evidence.note("changes \(row.text) to \(text)")
        await person.perform(.edit(row: row.id, to: text))
        let told = await person.seeChange(of: row)
        person.check(.sentOnce, told != nil, "\(row.text) was changed to \(text), and says what it said")
        let isChanged = told?.chat?.rows.contains { $0.id == row.id && $0.text == text && $0.isEdited } ?? false
        if isChanged, !person.userView.isClosed { person.evidence.noteEdited(MessageID(row.id), to: text) }
    }
}

/// The user's own visible messages whose text is known, one of which is selected.
extension Person {
    func ownRow(_ number: Int, _ pane: InterfaceSpy.Shown.Chat) -> ChatViewState.Row? {
        let rows = pane.state?.rows.filter { $0.author == .me && !$0.isDeleted && evidence.isTyped($0.id) } ?? []
        return rows.isEmpty ? nil : rows[rows.count - 1 - number % min(rows.count, 5)]
    }
}

extension PhonePerson {
    fileprivate func ownRow(_ number: Int, _ state: ChatScreen) -> ChatScreen.Row? {
        let rows = state.rows.filter { $0.isMine && evidence.isTyped(MessageID($0.id)) }
        return rows.isEmpty ? nil : rows[rows.count - 1 - number % min(rows.count, 5)]
    }

    /// Polls until the message changes, a problem is shown, or the chat is closed.
    fileprivate func seeChange(of row: ChatScreen.Row) async -> PhoneScreen? {
        await see { screen in
            guard let chat = screen.chat else { return true }
            return !chat.shows(row) || chat.problem != nil
        }
    }
}

extension ChatScreen {
    /// Whether a message still has the same text.
    fileprivate func shows(_ row: Row) -> Bool { rows.contains { $0.id == row.id && $0.text == row.text } }
}
