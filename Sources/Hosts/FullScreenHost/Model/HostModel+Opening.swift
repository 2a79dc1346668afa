import Chat
import ChatApp
import Transport

/// Keys that come while a chat is being opened: they are meant for it, and not for what is still shown.
extension HostModel {
    /// Keeps what is typed for the chat that is being opened.
    ///
    /// - Returns: whether it is to wait. Ctrl-C gives that up, and all that waits.
    mutating func holds(_ event: TerminalEvent) -> Bool {
        guard opening != nil else { return false }
        switch event {
        case .key(.control("c")): (opening, held) = (nil, [])
        case .key(let key):
            // What is no matter of the screen.
            let action = Keymap.action(for: key, on: keyScreen, isLineEmpty: editor.buffer.isEmpty)
            if action == .redraw || action == .suspend { return false }
            held.append(event)
        case .paste, .pasteTooLong, .mouse: held.append(event)
        case .focus, .mode: return false
        }
        return true
    }

    /// What was typed meanwhile, once the chat is there; to be handled one by one.
    mutating func takeHeld() -> [TerminalEvent] {
        guard let opening, isThere(opening), let state = chat?.state else { return [] }
        defer { (self.opening, held) = (nil, []) }
        // A draft goes before what was typed, and is not sent before it could be read.
        return state.draft.isEmpty ? held : held.filter { $0 != .key(Key(.enter)) }
    }

    /// A chat may have been shown already, at any of its messages.
    private func isThere(_ wanted: AppScreen) -> Bool {
        guard screen.chat == wanted.chat, chat?.chat == wanted.chat else { return false }
        return screen == wanted || wanted == wanted.chat.map { .chat($0) }
    }
}
