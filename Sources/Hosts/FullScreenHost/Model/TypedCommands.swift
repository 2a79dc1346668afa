import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import TerminalHost
import Transport

/// Tells typed commands from text.
enum TypedCommand {
    /// The text meant by what is typed; nil for a command.
    ///
    /// Several lines are a command only if they begin with the name of one: a command that cannot be performed is then
    /// refused instead of sent. Other lines were written or pasted to be read.
    static func text(meantBy typed: String) -> String? {
        if let text = LineCommand.text(of: typed) { return text }
        let line = typed.withoutTrailingLineBreaks
        return line.contains(where: \.isNewline) && row(of: line) == nil ? typed : nil
    }

    /// Returns what to type so that a text is not read as a command.
    static func typed(for text: String) -> String { self.text(meantBy: text) == text ? text : "/" + text }

    /// Parses a command of any screen.
    ///
    /// - Throws: `CommandRefusal` for a text that is no such command.
    static func parse(_ text: String, on screen: ScreenName) throws(CommandRefusal) -> LineCommand {
        let line = text.withoutTrailingLineBreaks
        let row = row(of: line)
        if let row, row.name != "/edit", line.contains(where: \.isNewline) {
            throw CommandRefusal(message: "\(row.name) takes one line; begin with // to send this as text")
        }
        let screens = row?.screens ?? []
        do { return try LineCommand(line, on: screens.contains(screen) ? screen : screens.first ?? screen) } catch {
            throw CommandRefusal(message: error.message)
        }
    }

    /// The notice for a search that found nothing and whose text is a command's name; nil for other texts.
    ///
    /// The command is not performed: the user may have searched for the word.
    static func hint(afterSearchFor text: String) -> String? {
        let line = text.hasPrefix("/") ? String(text.dropFirst()) : text
        guard row(of: "/\(line)") != nil else { return nil }
        return "Nothing found; to run the command, type \(KeyScreen.list.commandSign)\(TerminalText.oneLine(line))"
    }

    private static func row(of line: some StringProtocol) -> LineCommandRow? {
        let name = line.prefix { !$0.isWhitespace }
        return LineCommandRow.all.first { $0.name == name }
    }
}

/// Why a typed command cannot be performed, in one sentence for the user.
struct CommandRefusal: Error, Equatable {
    let message: String
}

extension String {
    /// Copied text often ends with line breaks.
    fileprivate var withoutTrailingLineBreaks: String { String(reversed().drop(while: \.isNewline).reversed()) }
}

/// The result of interpreting a typed command, for the model to carry out.
enum CommandOutcome {
    case perform([ModelEffect], notice: String? = nil)
    case search(String)
    case newChat([String])
    case open(ChatID, at: MessageID?)
    case showList
    /// Scrolls to the oldest message, so that earlier ones appear above it.
    case loadEarlier
    case back, help, away
}

/// Decides what a typed command means on the screens as they are.
struct CommandInterpreter {
    let panels: ScreenPanels
    /// Whether time passes only with keys and `/wait`.
    let isTimeVirtual: Bool

    func outcome(of command: LineCommand) -> CommandOutcome {
        switch command {
        case .nothing, .text: return .perform([])
        case .search(let text): return .search(text)
        case .new(let name): return .newChat(name.map { [$0] } ?? [])
        case .group(let names): return .newChat(names)
        case .open(.row(let number)):
            let index = number - (panels.list.state?.firstNumber ?? 1)
            guard panels.list.rows.indices.contains(index) else {
                return .perform([.openContact(named: "\(number)")])
            }
            let row = panels.list.rows[index].id
            return .open(row.chat, at: row.message)
        case .open(.contact(let name)): return .perform([.openContact(named: name)])
        case .list: return .showList
        case .more: return .perform(panels.details == nil ? [.list(.showMore)] : [.details(.showMore)])
        case .add(let name): return inForm((name.map { [.type($0)] } ?? []) + [.add])
        case .remove(let name): return inForm([.remove(name)])
        case .create: return inForm([.create])
        case .chat(.loadEarlier):
            return objection(to: .loadEarlier).map { .perform([], notice: $0) } ?? .loadEarlier
        case .chat(.showDetails) where panels.details != nil:
            return .perform([], notice: "The details are already open")
        case .chat(let action): return inChat(action)
        case .unsend(let place): return onOwnMessage(place) { .unsend($0) }
        case .edit(let place, let text): return onOwnMessage(place) { .edit($0, to: text) }
        case .attach(let path): return inChat(.sendFile(path: TypedPath.resolve(path)))
        case .fetch(let place, let isWanted): return fetch(place, isWanted: isWanted)
        case .file(let place, let use): return self.use(place, use)
        case .mute(let isMuted):
            return panels.details == nil ? inChat(.setMuted(isMuted)) : .perform([.details(.setMuted(isMuted))])
        case .join: return setMembership(.join)
        case .leave: return setMembership(.leave)
        case .back: return .back
        case .wait(let duration):
            if isTimeVirtual { return .perform([.wait(duration)]) }
            return .perform([], notice: "/wait works only with --virtual-time")
        case .away: return .away
        case .help: return .help
        case .quit: return .perform([.leave])
        }
    }

    private var noChatIsOpen: String { "No chat is open; open one with \(panels.keyScreen.commandSign)open" }

    private func inForm(_ actions: [CreateChatAction]) -> CommandOutcome {
        if panels.screen == .createChat { return .perform(actions.map { .form($0) }) }
        return .perform([], notice: "No new chat is open; start one with \(panels.keyScreen.commandSign)new")
    }

    private func objection(to action: ChatAction) -> String? {
        panels.openChat == nil ? noChatIsOpen : panels.chat?.state?.objection(to: action)
    }

    private func inChat(_ action: ChatAction, notice: String? = nil) -> CommandOutcome {
        if let reason = objection(to: action) { return .perform([], notice: reason) }
        return .perform([.chat(action)], notice: notice)
    }

    private func onOwnMessage(_ place: Int, _ action: (MessageID) -> ChatAction) -> CommandOutcome {
        if let message = countedRows.ownMessage(place) { return inChat(action(message)) }
        return .perform([], notice: noSuchOwnMessage)
    }

    private func fetch(_ place: Int, isWanted: Bool) -> CommandOutcome {
        guard let message = countedRows.messageWithFile(place) else { return .perform([], notice: noSuchFile) }
        if let reason = message.file.objection(toBeingWanted: isWanted) { return .perform([], notice: reason) }
        return inChat(isWanted ? .fetch(message.id) : .cancelFetch(message.id))
    }

    /// Opens or saves a file, or downloads it first.
    private func use(_ place: Int, _ use: FileUse) -> CommandOutcome {
        guard let message = countedRows.messageWithFile(place) else { return .perform([], notice: noSuchFile) }
        guard message.file.isHere, let chat = panels.openChat else {
            return inChat(.fetch(message.id), notice: fileIsNotHere)
        }
        return .perform([.useFile(use, message.file, of: message.id, in: chat)])
    }

    private func setMembership(_ membership: ChatMembership) -> CommandOutcome {
        if let chat = panels.openChat { return .perform([.membership(membership, chat)]) }
        return .perform([], notice: noChatIsOpen)
    }

    private var countedRows: ArraySlice<ChatViewState.Row> { panels.chat?.countedRows ?? [] }
}
