import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit

/// The user sends a unique text, or an empty one if the number is divisible by 29.
struct PersonSends: PersonStep {
    let text: Int

    private var isEmpty: Bool { text % 29 == 0 }

    /// Whether a word is typed in bold. The simulated homeserver keeps no formatting.
    private func isFormatted(in world: SimulatedWorld) -> Bool { !isEmpty && text % 7 == 0 && world.matrix == nil }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        let chat = pane.id
        let evidence = person.evidence
        let draft = person.actions.shown.chat?.state?.draft
        let index = evidence.with { $0.typed.count }
        let text = isEmpty ? "  " : isFormatted(in: person.world) ? "**typed** \(index)" : "typed \(index)"
        _ = evidence.noteSending(isEmpty ? nil : text, in: chat, draft: draft)
        evidence.note("types \(text) in \(chat)")
        person.letGo(of: pane)
        let before = person.actions.shown
        await pane.module.perform(.send(text))
        let now = person.actions.shown
        let rows = now.chat?.state?.rows ?? []
        if !isEmpty, !now.isSevered, now.stack == before.stack {
            let isTold = now.chat?.state?.problem != before.chat?.state?.problem
            let isShown = rows.contains { $0.author == .me && $0.text == text }
            evidence.check(.sentOnce, isShown || isTold, "\(text) vanished as it was sent")
        }
        if isEmpty {
            evidence.check(.sentOnce, !rows.contains { $0.author == .me && $0.text == text }, "an empty text was sent")
        } else if person.actions.shown.chat?.id == chat,
            let row = rows.last(where: { $0.author == .me && $0.text == text })
        {
            evidence.noteSent(index, as: row.id, in: chat)
        }
        await person.scrollDown(pane)
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, let chat else { return }
        let evidence = person.evidence
        let text = isEmpty ? "  " : "typed \(evidence.with { $0.typed.count })"
        let index = evidence.noteSending(isEmpty ? nil : text, in: chat, draft: state.field)
        evidence.note("types \(text) in \(chat)")
        await person.perform(.type(text))
        await person.perform(.send)
        let told = await person.see { screen in
            screen.chat?.row(saying: text) != nil || screen.chat?.problem != nil && screen.chat?.field == text
        }
        if isEmpty {
            person.check(.sentOnce, told?.chat?.row(saying: text) == nil, "an empty text was sent")
        } else {
            person.check(.sentOnce, told != nil, "\(text) vanished as it was sent")
            // An earlier problem may still be shown, so it does not mean that this message failed.
            if told?.chat?.row(saying: text) == nil { await person.wait(.milliseconds(200)) }
            guard let row = await person.userView.current().screen.chat?.row(saying: text) else { return }
            if !person.userView.isClosed { evidence.noteSent(index, as: MessageID(row.id), in: chat) }
        }
    }

    /// Adds more messages in one of three cases, since users also write in bursts.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        guard draw.chance(oneIn: 3) else { return ([], []) }
        return ([], (1...3).map { _ in PersonSends(text: draw.number()) })
    }
}

extension ChatScreen {
    /// Returns the user's message with that text.
    fileprivate func row(saying text: String) -> Row? { rows.last { $0.isMine && $0.text == text } }
}
