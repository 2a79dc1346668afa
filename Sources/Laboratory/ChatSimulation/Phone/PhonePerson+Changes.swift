import BehaviourSuite
import Transport

extension PhonePerson {
    /// A message that is taken back is gone, or says that it was; or the person is told why not.
    func unsend(_ number: Int, _ state: ChatScreen) async {
        guard let row = ownRow(number, state) else { return }
        evidence.note("takes \(row.text) back")
        evidence.noteRemoving(MessageID(row.id))
        await perform(.unsend(row: row.id))
        let told = await see { screen in
            guard let chat = screen.chat else { return true }
            return !chat.shows(row) || chat.problem != nil
        }
        check(.sentOnce, told != nil, "\(row.text) was taken back, and stands")
        if let chat = told?.chat, !chat.shows(row), !gaze.isClosed { evidence.noteRemoved(MessageID(row.id)) }
    }

    /// A message that is changed says so at once, wherever it is; or the person is told why not.
    func edit(_ number: Int, _ state: ChatScreen) async {
        guard let row = ownRow(number, state) else { return }
        let text = evidence.noteEditing(MessageID(row.id))
        evidence.note("changes \(row.text) to \(text)")
        await perform(.edit(row: row.id, to: text))
        let told = await see { screen in
            guard let chat = screen.chat else { return true }
            return !chat.shows(row) || chat.problem != nil
        }
        check(.sentOnce, told != nil, "\(row.text) was changed to \(text), and says what it said")
        let isChanged = told?.chat?.rows.contains { $0.id == row.id && $0.text == text && $0.isEdited } ?? false
        if isChanged, !gaze.isClosed { evidence.noteEdited(MessageID(row.id), to: text) }
    }

    func mute(_ chat: ChatID, _ state: ChatScreen) async {
        evidence.noteMuting(chat)
        await perform(.mute(!state.isMuted))
        let told = await see { screen in
            guard let chat = screen.chat else { return true }
            return chat.isMuted != state.isMuted || chat.problem != nil
        }
        check(.modelAlone, told != nil, "\(chat) is muted: \(state.isMuted), as before")
        // A switch moves at once; it is known whether it stays where it is once the disk has answered.
        await wait(.seconds(1))
        guard !gaze.isClosed, let now = await gaze.lookClosely().screen.chat else { return }
        if now.isMuted != state.isMuted { evidence.noteMuted(now.isMuted, chat) }
    }

    /// One of one's own messages that are shown, of which it is known what they are.
    private func ownRow(_ number: Int, _ state: ChatScreen) -> ChatScreen.Row? {
        let rows = state.rows.filter { $0.isMine && evidence.isTyped(MessageID($0.id)) }
        return rows.isEmpty ? nil : rows[rows.count - 1 - number % min(rows.count, 5)]
    }
}

extension ChatScreen {
    /// Whether a message still says what it said.
    fileprivate func shows(_ row: Row) -> Bool { rows.contains { $0.id == row.id && $0.text == row.text } }
}
