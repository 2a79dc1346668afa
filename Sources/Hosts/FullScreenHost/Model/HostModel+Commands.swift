import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CommandLineKit
import CreateChat
import TerminalHost
import Transport

extension HostModel {
    /// Does what Enter means here.
    mutating func submit() -> [ModelEffect] {
        let text = editor.buffer.text
        switch keyScreen {
        case .switcher:
            guard case .switcher(let chosen) = overlay else { return [] }
            if foundChats.indices.contains(chosen) { return open(foundChats[chosen].chat) }
            overlay = nil
            return text.isEmpty ? [] : [.openContact(named: text)]
        case .search:
            // What is shown may still answer what was typed before.
            opensWhenFound = !isFound
            return isFound ? openChosen() : []
        case .list: return text.isEmpty ? openChosen() : obey(text)
        case .details: return text.isEmpty ? [] : obey(text)
        case .form:
            if self.text(meantBy: text) == nil { return obey(text) }
            // What was typed since may be ended with another Enter.
            if form.begun.map({ !text.hasPrefix($0) }) ?? true { form.begun = text }
            return typeChosen() + [.form(.create)]
        case .chat:
            guard let sent = self.text(meantBy: text) else { return obey(text) }
            submitEditor()
            chat?.sending = sent
            return [.chat(.send(sent))] + toNewest()
        }
    }

    /// Takes the name that is typed or chosen into a group.
    mutating func addName() -> [ModelEffect] {
        let name = typeChosen()
        // What is typed from now on is the next one.
        if form.state?.isBusy != true {
            form.adding = editor.buffer.text
            submitEditor()
        }
        return name + [.form(.add)]
    }

    private func typeChosen() -> [ModelEffect] {
        guard let chosen = form.chosen, let name = form.state?.suggestions[chosen] else { return [] }
        return [.form(.type(name))]
    }

    /// Whether the list answers what is typed.
    var isFound: Bool {
        list.state.map { !$0.isSearching && $0.searchText == editors[.search]?.buffer.text ?? "" } ?? false
    }

    mutating func openChosen() -> [ModelEffect] {
        opensWhenFound = false
        guard let chosen = list.chosen else { return offerCommand() }
        return open(chosen.chat, at: chosen.message)
    }

    mutating func obey(_ command: LineCommand) -> [ModelEffect] {
        switch command {
        case .nothing, .text: return []
        case .search(let text): return search(text)
        case .new(let name): return newChat(with: name.map { [$0] } ?? [])
        case .group(let names): return newChat(with: names)
        case .open(.row(let number)):
            let index = number - (list.state?.firstNumber ?? 1)
            guard list.rows.indices.contains(index) else { return [.openContact(named: "\(number)")] }
            return open(list.rows[index].id.chat, at: list.rows[index].id.message)
        case .open(.contact(let name)): return [.openContact(named: name)]
        case .list: return screen == .chatList ? [] : onList([])
        case .more: return details == nil ? [.list(.showMore)] : [.details(.showMore)]
        case .add(let name): return inForm((name.map { [.type($0)] } ?? []) + [.add])
        case .remove(let name): return inForm([.remove(name)])
        case .create: return inForm([.create])
        case .chat(.loadEarlier):
            let asked = inChat(.loadEarlier)
            // What comes stands above the first row, and is in sight then.
            if !asked.isEmpty { showAbove() }
            return asked
        case .chat(.showDetails) where details != nil:
            notice = Notice(text: "These are the chat's details")
            return []
        case .chat(let action): return inChat(action)
        case .unsend(let place): return changeOwn(place) { .unsend($0) }
        case .edit(let place, let text): return changeOwn(place) { .edit($0, to: text) }
        case .attach(let path): return inChat(.sendFile(path: TypedPath.resolve(path)))
        case .fetch(let place, let isWanted): return fetch(place, isWanted: isWanted)
        case .file(let place, let use): return self.use(place, use)
        case .mute(let isMuted): return details == nil ? inChat(.setMuted(isMuted)) : [.details(.setMuted(isMuted))]
        case .join: return membership(.join)
        case .leave: return membership(.leave)
        case .back: return back()
        case .wait(let duration):
            if letsTimePass { return [.wait(duration)] }
            notice = Notice(text: "Time passes by itself here: /wait is for --virtual-time")
            return []
        case .away:
            isFocused = false
            return [.focus(false)]
        case .help:
            overlay = .help(top: 0, on: keyScreen)
            return []
        case .quit: return [.leave]
        }
    }

    private mutating func search(_ text: String) -> [ModelEffect] {
        if text.isEmpty { return onList(endSearch()) }
        isSearching = true
        editors[.search] = Self.editor(text, for: .search)
        return onList([.list(.search(text))])
    }

    private mutating func inForm(_ actions: [CreateChatAction]) -> [ModelEffect] {
        if screen == .createChat { return actions.map { .form($0) } }
        notice = Notice(text: "No chat is being begun: \(commandSign)new does that")
        return []
    }

    mutating func inChat(_ action: ChatAction) -> [ModelEffect] {
        let reason =
            openChat != nil ? chat?.state?.objection(to: action) : "No chat is open: \(commandSign)open does that"
        guard let reason else { return [.chat(action)] }
        notice = Notice(text: reason)
        return []
    }

    private mutating func changeOwn(_ place: Int, _ action: (MessageID) -> ChatAction) -> [ModelEffect] {
        if let message = countedRows.ownMessage(place) { return inChat(action(message)) }
        notice = Notice(text: noSuchOwnMessage)
        return []
    }

    private mutating func membership(_ membership: ChatMembership) -> [ModelEffect] {
        if let chat = openChat { return [.membership(membership, chat)] }
        notice = Notice(text: "No chat is open: \(commandSign)open does that")
        return []
    }

    /// What Tab knows.
    var completionTable: CompletionTable {
        let names = keyScreen == .form ? form.state?.suggestions ?? [] : list.chats.map(\.title)
        return CompletionTable(commands: LineCommandRow.all.map(\.name), names: names)
    }
}
