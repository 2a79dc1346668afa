import Chat
import ChatApp
import ChatTypes

/// Keys that come while a chat or the form is being opened: they are meant for it, and not for what is still shown.
extension HostModel {
    /// Keeps what is typed for the screen that is being opened.
    ///
    /// - Returns: whether it is to wait. Ctrl-C gives that up, and all that waits.
    mutating func holds(_ event: TerminalEvent) -> Bool {
        guard opening != nil else { return false }
        switch event {
        case .key(.control("c")): opening = nil
        case .key(let key):
            // What is no matter of the screen.
            let action = Keymap.action(for: key, on: keyScreen, isLineEmpty: editor.buffer.isEmpty)
            if action == .redraw || action == .suspend { return false }
            opening?.held.append(event)
        case .paste, .pasteTooLong, .mouse: opening?.held.append(event)
        case .focus, .mode: return false
        }
        return true
    }

    /// What was typed meanwhile, once the screen is there; to be handled one by one.
    mutating func takeHeld() -> [TerminalEvent] {
        guard let (wanted, held) = opening, isThere(wanted) else { return [] }
        opening = nil
        // A draft goes before what was typed, and is not sent before it could be read.
        let hasDraft = wanted.chat != nil && chat?.state?.draft.isEmpty == false
        return hasDraft ? held.filter { $0 != .key(Key(.enter)) } : held
    }

    private func isThere(_ wanted: AppScreen) -> Bool {
        // One that is open is left first.
        if wanted == .createChat { return screen == wanted && afterwards.isEmpty }
        guard screen.chat == wanted.chat, chat?.chat == wanted.chat, chat?.state != nil else { return false }
        // A chat may have been shown already, at any of its messages.
        return screen == wanted || wanted == wanted.chat.map { .chat($0) }
    }

    /// What was typed behind the name, while the chat was being begun, is meant for it. It is not sent before it could be read.
    mutating func takeTypedSinceBegun(to chat: ChatID) {
        let place = Place.chat(chat)
        guard screen == .createChat, let begun = form.begun, let typed = editors[.form]?.buffer.text,
            typed.hasPrefix(begun), typed != begun, editors[place]?.buffer.isEmpty ?? true
        else { return }
        editors[place] = Self.editor(String(typed.dropFirst(begun.count)), for: place)
    }

    /// Another screen has come before the one that was wanted.
    mutating func giveUpAfterwards() {
        afterwards = []
        if opening?.screen == .createChat { opening = nil }
    }
}
