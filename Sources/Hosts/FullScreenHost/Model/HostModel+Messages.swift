import Chat
import ChatApp
import ChatTypes
import HostKit

extension ChatViewState {
    /// Returns the names of the files that the user waited for and that are complete since an earlier state. Leaves out files that are
    /// sent: their messages say so.
    func arrivedFiles(since old: ChatViewState?) -> [String] {
        let waiting = old?.rows.filter { row in
            guard row.delivery != .sending else { return false }
            return switch row.file?.transfer {
            case .waiting, .moving: true
            case .complete, .failed, nil: false
            }
        }
        guard let ids = waiting.map({ Set($0.map(\.id)) }), !ids.isEmpty else { return [] }
        return rows.filter { ids.contains($0.id) }.compactMap { $0.file?.isComplete == true ? $0.file?.name : nil }
    }
}

/// The search within a chat, and the way between its line and its messages.
extension HostModel {
    /// Performs an action on the messages of the open chat.
    mutating func performInMessages(_ action: KeyAction) -> [ModelEffect] {
        let context = context
        switch action {
        case .find:
            guard let chat = panels.chat?.chat, [.chat, .message].contains(panels.keyScreen) else { return [] }
            composer.clear(.find(chat))
            panels.chat?.setFinding(true)
        case .findNext, .findPrevious:
            guard panels.messageSearch?.chat == panels.chat?.chat, panels.messageSearch?.part == panels.shownPart,
                panels.messageSearch?.hits != nil
            else {
                notices.show("Search this chat first, with /find or Ctrl-s")
                return []
            }
            panels.messageSearch?.move(by: action == .findNext ? 1 : -1)
            return showMatch()
        case .stopTyping:
            if let chat = panels.chat, chat.isFinding || chat.editing != nil || chat.answer != nil { return back() }
            panels.chat?.selectNewest(in: context)
            // A chat without messages has nothing to stop at.
            if panels.chat?.selected == nil { return back() }
        case .leaveChat:
            panels.chat?.deselect()
            return back()
        default: break
        }
        return []
    }

    /// Searches the messages of the open chat; an empty text ends the search.
    mutating func find(_ text: String) -> [ModelEffect] {
        panels.chat?.setFinding(false)
        guard let chat = panels.chat?.chat, !text.allSatisfy(\.isWhitespace) else {
            panels.messageSearch = nil
            return []
        }
        panels.messageSearch = MessageSearch(text, in: chat, panels.shownPart)
        return [.findMessages(text, in: chat, panels.shownPart)]
    }

    /// Shows the newest message found, unless the user has gone elsewhere.
    mutating func receive(_ hits: [MessageID], for text: String, in chat: ChatID) -> [ModelEffect] {
        guard panels.messageSearch?.text == text, panels.messageSearch?.chat == chat,
            panels.messageSearch?.part == panels.screen.part, panels.openChat == chat
        else {
            return []
        }
        panels.messageSearch?.receive(hits)
        return showMatch()
    }

    /// Selects the current match; a message that is not loaded is opened in its chat.
    private mutating func showMatch() -> [ModelEffect] {
        guard let search = panels.messageSearch else { return [] }
        notices.show(TerminalText.oneLine(search.notice))
        let context = context
        guard let message = search.current, panels.chat?.select(message, in: context) == false else { return [] }
        if search.part != .main { return panels.chat?.show(message) ?? [] }
        return navigation.open(search.chat, at: message)
    }

    /// Replaces the typed text with one that was edited elsewhere; this can be undone.
    mutating func replaceText(with text: String) -> [ModelEffect] {
        text == typedText ? [] : edit(.replace(text))
    }
}
