import BehaviourSuite
import Transport

extension PhonePerson {
    func take(_ step: Step, in chat: ChatID, _ state: ChatScreen) async {
        switch step {
        case .leave:
            let refused = world.disk.refusedCount
            await goBack()
            // Leaving keeps what was typed.
            await wait(.seconds(1))
            if world.disk.refusedCount == refused, !gaze.isClosed { evidence.noteDraftKept(in: chat) }
        case .send(let number): await send(number, in: chat, state)
        case .draft(let number): await draft(number, in: chat, state)
        case .resend: await resend(state)
        case .unsend(let row): await unsend(row, state)
        case .edit(let row): await edit(row, state)
        case .mute: await mute(chat, state)
        case .more: await loadEarlier(state)
        default: break
        }
    }

    private func send(_ number: Int, in chat: ChatID, _ state: ChatScreen) async {
        let isEmpty = number % 29 == 0
        let text = isEmpty ? "  " : "typed \(evidence.with { $0.typed.count })"
        let index = evidence.noteSending(isEmpty ? nil : text, in: chat, draft: state.field)
        evidence.note("types \(text) in \(chat)")
        await perform(.type(text))
        await perform(.send)
        let told = await see { screen in
            screen.chat?.row(saying: text) != nil || screen.chat?.problem != nil && screen.chat?.field == text
        }
        if isEmpty {
            check(.sentOnce, told?.chat?.row(saying: text) == nil, "an empty text was sent")
        } else {
            check(.sentOnce, told != nil, "\(text) vanished as it was sent")
            // A problem that was told before does not say that this one failed.
            if told?.chat?.row(saying: text) == nil { await wait(.milliseconds(200)) }
            guard let row = await gaze.lookClosely().screen.chat?.row(saying: text) else { return }
            if !gaze.isClosed { evidence.noteSent(index, as: MessageID(row.id), in: chat) }
        }
    }

    private func draft(_ number: Int, in chat: ChatID, _ state: ChatScreen) async {
        let text = "draft \(number)"
        let refused = world.disk.refusedCount
        evidence.noteDraft(text, in: chat, shown: state.field)
        await perform(.type(text))
        // Who goes on at once may be faster than the pause after which it is kept.
        guard number.isMultiple(of: 2) else { return }
        await wait(.seconds(1))
        if !gaze.isClosed, world.disk.refusedCount == refused { evidence.noteDraftKept(in: chat) }
    }

    private func resend(_ state: ChatScreen) async {
        let failed = state.rows.filter { $0.delivery.rank == 0 }
        evidence.noteResending(failed.map { MessageID($0.id) })
        for row in failed { await perform(.resend(row: row.id)) }
    }

    /// Asking for earlier messages brings some, or the person is told why not.
    func loadEarlier(_ state: ChatScreen) async {
        guard state.hasEarlier else { return }
        await perform(.showMore)
        let screen = await see(within: .seconds(130)) { screen in
            guard let chat = screen.chat else { return false }
            return chat.rows.count > state.rows.count || !chat.hasEarlier || chat.problem != nil
        }
        check(.complete, screen != nil, "asking for earlier messages did nothing")
    }
}

extension ChatScreen {
    /// A message of one's own.
    fileprivate func row(saying text: String) -> Row? { rows.last { $0.isMine && $0.text == text } }
}
