import Chat
import ChatApp
import ChatList
import ChatTypes
import HostKit

/// The ways from one screen to another.
extension HostModel {
    /// Opens a chat, at a message if one is given.
    mutating func open(_ chat: ChatID, at message: MessageID? = nil) -> [ModelEffect] {
        panels.closeOverlays()
        return message == nil && panels.screen.chat == chat ? [] : navigation.open(chat, at: message)
    }

    mutating func openSelectedRow() -> [ModelEffect] {
        panels.list.stopAwaiting()
        if let row = panels.list.selected { return open(row.chat, at: row.message) }
        if panels.list.isSearching, let hint = TypedCommand.hint(afterSearchFor: composer.text(of: .text(.search))) {
            notices.show(hint)
        }
        return []
    }

    /// Shows the message that a panel leads to.
    mutating func open(_ goal: MessageGoal?) -> [ModelEffect] {
        guard let goal, let chat = panels.openChat else { return [] }
        return navigation.open(chat, at: goal)
    }

    mutating func newChat(with names: [String], isPlain: Bool = false) -> [ModelEffect] {
        panels.closeOverlays()
        return navigation.openForm(with: names, isPlain: isPlain, from: panels.stack)
    }

    mutating func goToList(then effects: [ModelEffect]) -> [ModelEffect] {
        navigation.goToList(from: panels.stack, then: effects)
    }

    /// Leaves the overlay or screen on top.
    mutating func back() -> [ModelEffect] {
        if panels.switcher != nil {
            panels.switcher = nil
            return []
        }
        if keyScreen == .message {
            panels.chat?.deselect()
            return []
        }
        if keyScreen == .chat, panels.chat?.isFinding == true {
            panels.chat?.setFinding(false)
            return []
        }
        if keyScreen == .chat, let message = panels.chat?.editing {
            composer.clear(panels.field)
            panels.chat?.endEdit(isSent: false)
            return [.chat(.unfinished(.edit(of: message), ""))]
        }
        if keyScreen == .chat, let answer = panels.chat?.answer {
            if case .reply(let message) = answer { return endReply(to: message) }
            panels.chat?.set(nil)
            return []
        }
        if panels.screen == .chatList { return panels.list.isSearching ? endSearch() : [] }
        return PendingNavigation.leave(panels.screen)
    }

    /// Lists the chats of the account after the one whose chats are listed; after the last, those of all.
    mutating func showNextAccount() -> [ModelEffect] {
        guard !accounts.isEmpty else {
            notices.show("Only one account is open: viperchat without --profile opens all that are logged in")
            return []
        }
        let shown = panels.list.state?.account.flatMap { accounts.firstIndex(of: $0) }
        let next = shown.map { $0 + 1 } ?? 0
        return [.list(.showAccount(next < accounts.count ? accounts[next] : nil))]
    }

    mutating func endSearch() -> [ModelEffect] {
        panels.list.endSearch()
        composer.clear(.text(.search))
        return [.list(.search(""))]
    }
}
