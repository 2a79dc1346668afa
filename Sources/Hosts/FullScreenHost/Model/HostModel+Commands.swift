import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import HostKit
import Verification

/// Typed commands, and commands bound to keys.
extension HostModel {
    /// Performs a typed command, or shows why not. A command that cannot be parsed stays in its field.
    mutating func perform(typed text: String) -> [ModelEffect] {
        if let effects = performHere(text, isTyped: true) { return effects }
        let command: LineCommand
        do { command = try TypedCommand.parse(text, on: panels.screen.name) } catch {
            notices.show(error.message)
            return []
        }
        let effects: [CommandEffect]
        do { effects = try executor.effects(of: command) } catch {
            notices.show(error.message)
            // A path stays typed, to be corrected.
            switch command {
            case .attach, .file(_, .save(to: _?)): return []
            default: return emptyField()
            }
        }
        return emptyField() + effects.flatMap { perform($0) }
    }

    /// Performs a command that is bound to a key, or shows why not. The typed text stays.
    mutating func run(_ command: String) -> [ModelEffect] {
        let context = context
        panels.chat?.countVisibleRows(in: context)
        if let effects = performHere(command, isTyped: false) { return effects }
        do {
            let command = try TypedCommand.parse(command, on: panels.screen.name)
            return try executor.effects(of: command).flatMap { perform($0) }
        } catch {
            notices.show(error.message)
            return []
        }
    }

    /// Performs a command that only the full screen has; nil for any other.
    private mutating func performHere(_ text: String, isTyped: Bool) -> [ModelEffect]? {
        if let action = NamedAction.named(text) {
            let before = isTyped ? emptyField() : []
            return before + perform(action)
        }
        guard panels.screen.name == .chat else { return nil }
        if text.split(whereSeparator: \.isWhitespace) == ["/edit"] {
            let before = isTyped ? emptyField() : []
            return before + editNewest()
        }
        guard let sought = TypedCommand.textToFind(in: text) else { return nil }
        let before = isTyped ? emptyField() : []
        return before + (sought.isEmpty ? performInMessages(.find) : find(sought))
    }

    /// Empties the field that keys type into; its text can be recalled.
    private mutating func emptyField() -> [ModelEffect] {
        composer.submit(panels.field)
        return report("")
    }

    /// Decides what typed commands do on the screens as they are now.
    private var executor: CommandExecutor {
        CommandExecutor(
            top: panels.screen.name,
            list: panels.list.state,
            chat: panels.chat?.state,
            details: panels[DetailsPanel.self]?.state,
            shown: panels.shownState,
            verification: shownVerification,
            countedRows: panels.chat?.countedRows,
            selected: panels.list.selected?.chat,
            accounts: accounts
        )
    }

    private mutating func perform(_ effect: CommandEffect) -> [ModelEffect] {
        switch effect {
        case .list(.search(let text)): return search(text)
        case .list(.open(let row)): return open(row.chat, at: row.message)
        case .list(.openContact(let name)): return [.openContact(named: name)]
        case .list(let action): return [.list(action)]
        case .form(let action): return [.form(action)]
        case .chat(.showFirstUnread): return panels.chat?.scrollToUnread() ?? []
        case .chat(.showNewest): return panels.chat?.scrollToNewest() ?? []
        case .chat(.markRead): return [.chat(.markRead)] + (panels.chat?.scrollToNewest() ?? [])
        case .chat(.delete(let message)): return askToDelete(message)
        case .chat(.setMembership(.leave)) where panels.chat?.state?.isInvitation == false:
            return askToLeave(panels.chat?.state?.title, effect: .chat(.setMembership(.leave)))
        case .chat(.setMembership(.forget)):
            return askToForget(panels.chat?.state?.title, effect: .chat(.setMembership(.forget)))
        case .chat(.change(let change)): return askToChange(change, effect: .chat(.change(change)))
        case .details(.leaveChat):
            return askToLeave(panels[DetailsPanel.self]?.state?.title, effect: DetailsPanel.effect(.leaveChat))
        case .details(.change(let change)): return askToChange(change, effect: DetailsPanel.effect(.change(change)))
        case .askToEncrypt: return askToEncrypt()
        case .chat(.unfinished(let target, let text)):
            // It is dropped, or it would go on at its message.
            if let chat = panels.chat?.chat { composer.set(text, in: Composer.Field(target, in: chat)) }
            return [.chat(.unfinished(target, text))]
        case .chat(let action):
            // Earlier messages appear above the oldest one.
            if action == .loadEarlier { panels.chat?.scrollToOldest() }
            return [.chat(action)]
        case .details(let action): return [DetailsPanel.effect(action)]
        case .screen(let action): return [.screen(action)]
        case .goTo(let message, _): return open(panels.goal(to: message))
        case .showVerification: return [.showVerification]
        case .verifyOwn(let device):
            return [.verifyOwn(device: device, in: panels.openChat ?? panels.list.selected?.chat)]
        case .verification(let action):
            if panels.screen == .verification { return [VerificationPanel.effect(action)] }
            navigation.answerVerification(with: action)
        case .newChat(let names, let isPlain): return newChat(with: names, isPlain: isPlain)
        case .showList: return panels.screen == .chatList ? [] : goToList(then: [])
        case .back: return back()
        case .openFile(let file, _): return [.openFile(file)]
        case .notice(let text): notices.show(text)
        case .changeListed(let chat, let change): return self.change(chat, change)
        case .markAllRead: return [.markAllRead]
        case .ignore(let isIgnored, let name):
            return [.ignore(isIgnored, name, in: panels.screen.chat ?? panels.screen.subject)]
        case .showIgnored: return [.showIgnored]
        case .showReaders(let message): return panels.chat.map { [.showReaders(message, in: $0.chat)] } ?? []
        case .wait(let duration):
            if isTimeVirtual { return [.wait(duration)] }
            notices.show("/wait works only with --virtual-time")
        case .away:
            isFocused = false
            return [.focus(false)]
        case .help: panels.help = HelpPanel()
        case .quit: return [.leave]
        }
        return []
    }

    /// Changes a chat in the list; asks before what deletes it or what only others can undo.
    private mutating func change(_ chat: ChatID, _ change: ListedChatChange) -> [ModelEffect] {
        let effect = ModelEffect.changeListed(chat, change)
        let row = panels.list.rows.first { $0.id.chat == chat }
        switch change {
        case .setMembership(.leave) where row?.state.isInvitation != true:
            return askToLeave(row?.title, effect: effect)
        case .setMembership(.forget): return askToForget(row?.title, effect: effect)
        default: return [effect]
        }
    }

    /// Searches the list; an empty text ends the search.
    private mutating func search(_ text: String) -> [ModelEffect] {
        if text.isEmpty { return goToList(then: endSearch()) }
        panels.list.beginSearch()
        composer.set(text, in: .text(.search))
        return goToList(then: [.list(.search(text))])
    }
}
