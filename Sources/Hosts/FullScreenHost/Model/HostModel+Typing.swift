import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import HostKit
import ScreenKit

/// The typed text: editing, completing and sending it.
extension HostModel {
    mutating func edit(_ command: EditCommand) -> [ModelEffect] {
        do { return try composer.edit(panels.field, by: command).map(report) ?? [] } catch {
            notices.show("\(error)")
            return []
        }
    }

    mutating func complete(isBackward: Bool) -> [ModelEffect] {
        let commands = LineCommandRow.all.map(\.name) + [TypedCommand.find]
        let table = CompletionTable(
            commands: commands,
            names: completedNames,
            paths: PathCompletion.paths,
            everyone: isInGroup ? ["room"] : [],
            emoji: { emoji(namedLike: $0, limit: 50) },
            isNameWhole: isForwarding
        )
        do {
            let draft = try composer.complete(panels.field, from: table, on: keyScreen, isBackward: isBackward)
            return draft.map(report) ?? []
        } catch {
            notices.show("\(error)")
            return []
        }
    }

    /// Whether the name of a chat is typed, which gets a message of another.
    private var isForwarding: Bool { if case .forward = panels.chat?.answer { true } else { false } }

    /// The names that Tab offers: in a group those of its members, and the latest to write first.
    private var completedNames: [String] {
        if keyScreen == .form { return panels.form.state?.suggestions ?? [] }
        if isForwarding { return panels.list.chats.map(\.title) }
        let senders = (panels.chat?.state?.rows ?? []).reversed().compactMap(\.sender)
        return senders + (isInGroup ? panels.chat?.members ?? [] : panels.list.chats.map(\.title))
    }

    private var isInGroup: Bool { panels.chat?.state?.subtitle != nil }

    /// Sends the typed text to the screen that it is typed on.
    func report(_ text: String) -> [ModelEffect] {
        switch panels.field {
        case .text(.switcher): [.findChats(text)]
        case .text(.search): [.list(.search(text))]
        case .text(.form): TypedCommand.text(meantBy: text).map { [.form(.type($0))] } ?? []
        case .chat, .thread: [.chat(.draft(text))]
        case .answer(_, .reply(let message)): [.chat(.unfinished(.reply(to: message), text))]
        case .edit(_, let message):
            // The message's own text is no edit.
            [.chat(.unfinished(.edit(of: message), composer.hasTyped(in: panels.field) ? text : ""))]
        case .command, .text, .find, .answer(_, .reaction), .answer(_, .forward): []
        }
    }

    /// Handles Enter.
    mutating func submit() -> [ModelEffect] {
        let text = typedText
        switch keyScreen {
        case .switcher:
            if let chat = panels.switcher?.selectedChat { return open(chat) }
            panels.switcher = nil
            return text.isEmpty ? [] : [.openContact(named: text)]
        case .search: return panels.list.awaitResults(for: text) ? openSelectedRow() : []
        case .list: return text.isEmpty ? openSelectedRow() : perform(typed: text)
        case .invitation:
            if text.isEmpty { return [] }
            if TypedCommand.text(meantBy: text) == nil { return perform(typed: text) }
            notices.show("No text accepts an invitation; on an empty line, j joins, d declines, i ignores")
            return []
        case .panel: return text.isEmpty ? open(panels.top?.goal) : perform(typed: text)
        case .form:
            if TypedCommand.text(meantBy: text) == nil { return perform(typed: text) }
            return panels.form.create(typed: text)
        case .message: return []
        case .chat:
            if panels.chat?.isFinding == true { return find(text) }
            if let message = panels.chat?.editing { return submitEdit(of: message) }
            if let answer = panels.chat?.answer { return submit(answer) }
            // Nothing to send: shows the newest messages instead of a complaint.
            if text.isEmpty { return panels.chat?.scrollToNewest() ?? [] }
            guard let message = TypedCommand.text(meantBy: text) else { return perform(typed: text) }
            if panels.shownPart == .threads {
                notices.show("Up selects a thread and Enter opens it: then it can be written in")
                return []
            }
            composer.submit(panels.field)
            panels.chat?.send(message)
            return [.chat(.send(message))] + (panels.chat?.scrollToNewest() ?? [])
        }
    }
}
