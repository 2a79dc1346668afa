package import Chat
package import ChatDetails
package import ChatList
package import ChatTypes
package import CreateChat
import PinnedMessages
import ScreenKit
import SharedPictures
package import Verification

/// Decides what a typed command does, for every terminal host.
///
/// A value that the host makes from what its screens show. It changes nothing: the host performs the effects in order.
package struct CommandExecutor: Sendable {
    private let top: ScreenName
    private let list: ChatListViewState?
    private let chat: ChatViewState?
    private let details: ChatDetailsViewState?
    /// The state of the screen on top.
    private let shown: (any Sendable)?
    private let verification: VerificationViewState?
    private let countedRows: ArraySlice<ChatViewState.Row>
    private let sign: String
    private var selected: ChatID?
    private let accounts: [AccountName]

    /// - Parameters:
    ///    - top: the screen that the user sees.
    ///    - list: the state of the list, as `chat` and `details` of their screens; nil before it has rendered.
    ///    - shown: the state of the screen on top, of which commands about its rows read; nil before it has rendered.
    ///    - verification: the verification as its screen shows it, or as it was reported last; nil without one.
    ///    - countedRows: the rows in which messages and files are numbered, the newest being 1; nil for all rows of
    ///      the chat.
    ///    - sign: the character that begins a command, for sentences that name a command.
    ///    - selected: the chat that is selected in the list, which commands about one chat concern there; nil without a selection.
    ///    - accounts: the accounts whose chats are shown; empty in an app with one.
    package init(
        top: ScreenName,
        list: ChatListViewState?,
        chat: ChatViewState?,
        details: ChatDetailsViewState?,
        shown: (any Sendable)? = nil,
        verification: VerificationViewState? = nil,
        countedRows: ArraySlice<ChatViewState.Row>? = nil,
        sign: String = "/",
        selected: ChatID? = nil,
        accounts: [AccountName] = []
    ) {
        (self.top, self.list, self.chat, self.details, self.shown) = (top, list, chat, details, shown)
        (self.verification, self.sign, self.selected) = (verification, sign, selected)
        self.countedRows = countedRows ?? chat?.rows[...] ?? []
        self.accounts = accounts
    }

    /// Returns the effects of a command, in order; none for a blank line.
    ///
    /// Reads the file system to check a path. Throws the reason why the command has no effect now.
    package func effects(of command: LineCommand) throws(LineCommandError) -> [CommandEffect] {
        switch command {
        case .nothing: return []
        case .text(let text): return top == .createChat ? [.form(.type(text))] : [.chat(.send(text))]
        case .search(let text): return [.list(.search(text))]
        case .new(let name): return [.newChat(with: name.map { [$0] } ?? [])]
        case .group(let names): return [.newChat(with: names)]
        case .plain(let names): return [.newChat(with: names, isPlain: true)]
        case .encrypt(let answer):
            return top == .chat ? [try encrypt(answer)] : try inForm([.setEncrypted(answer ?? true)])
        case .open(let reference): return [.list(openAction(for: reference))]
        case .listed(let number, let command):
            guard let row = row(number) else { throw LineCommandError(message: "There is no chat \(number)") }
            var executor = self
            executor.selected = row.chat
            return try executor.effects(of: command)
        case .list: return [.showList]
        case .account(let name): return [.list(.showAccount(try account(named: name)))]
        case .order(let order): return [.list(.setOrder(order))]
        case .space(let name): return [.list(.showSpace(named: name))]
        case .drafts: return [.list(.showDrafts)]
        case .more: return [try showMore()]
        case .add(let name): return try inForm((name.map { [.type($0)] } ?? []) + [.add])
        case .remove(let words): return try remove(words)
        case .change(let changes): return try changes.map { change throws(LineCommandError) in try self.change(change) }
        case .create: return try inForm([.create])
        case .chat(.set(let mark, let isSet)): return [try inChat(.set(mark, isSet), listed: .set(mark, isSet))]
        case .chat(.markRead): return [try inChat(.markRead, listed: .markRead)]
        case .chat(.resendFailed): return [try inChat(.resendFailed, listed: .resend)]
        case .chat(.setMembership(.forget)):
            return [try inChat(.setMembership(.forget), listed: .setMembership(.forget))]
        case .chat(.showDetails): return [try showDetails()]
        case .chat(let action): return [try inChat(action)]
        case .readAll: return [.markAllRead]
        case .delete(let number): return [try inChat(.delete(try ownMessage(number)))]
        case .edit(let number, let text): return [try inChat(.edit(try ownMessage(number), to: text))]
        case .reply(let number, let text): return [try inChat(.reply(try message(number).id, text))]
        case .forward(let number, let name): return [try inChat(.forward(try message(number).id, to: name))]
        case .thread(let number): return [try inChat(.openThread(try message(number).id))]
        case .discard: return try discard()
        case .react(let number, let text):
            if let reason = objection(toReaction: text) { throw LineCommandError(message: reason) }
            return [try inChat(.react(try message(number).id, reactionChoice(text) ?? text))]
        case .reactions(let number): return [.notice(ReactionLine(try message(number).reactions).people)]
        case .vote(let number, let answers): return [try inChat(.vote(try poll(number), answers))]
        case .endPoll(let number): return [try inChat(.endPoll(try poll(number)))]
        case .readers(let number): return [.showReaders(try message(number).id)]
        case .attach(let path): return [try attach(TypedPath.resolve(path))]
        case .download(let number, let isWanted): return [try download(number, isWanted: isWanted)]
        case .file(let number, let use): return try self.use(number, use)
        case .pictures: return [try showPictures()]
        case .row(let number):
            if top == .pinnedMessages {
                let message = try pin(number)
                return [.goTo(message, by: ScreenAction(PinnedMessagesAction.open(message), on: top))]
            }
            let message = try picture(number)
            return [.goTo(message, by: ScreenAction(SharedPicturesAction.open(message), on: top))]
        case .pin(let number, let isPinned):
            if top == .pinnedMessages { return [screen(PinnedMessagesAction.unpin(try pin(number)))] }
            return [try inChat(.change(.pin(try message(number).id, isPinned)))]
        case .devices:
            guard (top == .chatDetails ? details?.isEncrypted : chat?.isEncrypted) != false else {
                throw LineCommandError(message: notEncryptedText)
            }
            return [try showDetails()]
        case .encryption(.verify(nil, nil)) where verification?.goesOn == true || !isAboutChat:
            guard verification?.stage != nil else { throw LineCommandError(message: Self.noVerification) }
            return [.showVerification]
        case .verifyOwn(let device): return [.verifyOwn(device: device)]
        case .acknowledge:
            guard let warning = top == .chatDetails ? details?.warningID : chat?.warningID else {
                throw LineCommandError(message: "There is no warning to acknowledge here")
            }
            return try effects(of: .encryption(.acknowledge(warning)))
        case .encryption(let change):
            return [top == .chatDetails ? .details(.changeEncryption(change)) : try inChat(.changeEncryption(change))]
        case .verification(let reply):
            guard let verification, verification.goesOn || verification.hasNext else {
                throw LineCommandError(message: Self.noVerification)
            }
            guard let answer = reply == .cancel ? .cancel : verification.answer(reply == .yes) else {
                throw LineCommandError(message: "There is nothing to confirm yet")
            }
            return (top == .verification ? [] : [.showVerification]) + [
                .verification(.answer(answer, of: verification.id))
            ]
        case .notify(let mode):
            if top == .chatDetails { return [.details(.setNotifications(mode))] }
            return [try inChat(.setNotifications(mode), listed: .notify(mode))]
        case .join:
            if top == .chatDetails { return [.details(.joinChat)] }
            return [try inChat(.setMembership(.join), listed: .setMembership(.join))]
        case .leave: return [try leaveChat()]
        case .ignore(let isIgnored, let name): return [.ignore(isIgnored, name)]
        case .ignored: return [.showIgnored]
        case .back: return [.back]
        case .wait(let duration): return [.wait(duration)]
        case .away: return [.away]
        case .help: return [.help]
        case .quit: return [.quit]
        }
    }

    private func openAction(for reference: ChatReference) -> ChatListAction {
        switch reference {
        case .contact(let name): return .openContact(named: name)
        case .row(let number): return row(number).map { .open($0) } ?? .openContact(named: "\(number)")
        }
    }

    /// Returns the account of that name, or the only one whose name has the text in it; nil for all without a text.
    private func account(named text: String?) throws(LineCommandError) -> AccountName? {
        guard !accounts.isEmpty else {
            throw LineCommandError(message: "Only one account is open: viperchat without --profile opens all")
        }
        guard let text else { return nil }
        return try AccountName(text, among: accounts)
    }

    private func row(_ number: Int) -> ChatSummary.ID? {
        list.flatMap { Self.row(number, in: $0.rows, from: $0.firstNumber)?.id }
    }

    /// Returns the row with a number as the user counts; nil if it is not loaded.
    private static func row<Row>(_ number: Int, in rows: [Row], from first: Int) -> Row? {
        rows.indices.contains(number - first) ? rows[number - first] : nil
    }

    private func showMore() throws(LineCommandError) -> CommandEffect {
        let (hasMore, effect, rows): (Bool?, CommandEffect, String) =
            switch top {
            case .chatDetails: (details?.hasMore, .details(.showMore), "members or files")
            case .sharedPictures:
                ((shown as? SharedPicturesViewState)?.hasMore, screen(SharedPicturesAction.showMore), "pictures")
            case .pinnedMessages:
                ((shown as? PinnedMessagesViewState)?.hasMore, screen(PinnedMessagesAction.showMore), "pinned messages")
            case .chatList, .createChat, .chat, .verification: (list?.hasMore, .list(.showMore), "rows")
            }
        guard hasMore == true else { throw LineCommandError(message: "There are no more \(rows)") }
        return effect
    }

    /// Shows the pictures of the open chat, or of one in the list. The screen that leads there is on top.
    private func showPictures() throws(LineCommandError) -> CommandEffect {
        switch top {
        case .chatList: return .list(.showPictures(ChatSummary.ID(chat: try listedChat())))
        case .chat: return try inChat(.showPictures)
        case .chatDetails, .pinnedMessages:
            throw LineCommandError(message: "Return to the chat first, with \(sign)back")
        case .sharedPictures: throw LineCommandError(message: "These are the pictures of the chat")
        case .createChat, .verification: throw LineCommandError(message: "Open a chat first, with \(sign)open")
        }
    }

    private func showDetails() throws(LineCommandError) -> CommandEffect {
        switch top {
        case .chatList: return .list(.showDetails(of: try listedChat()))
        case .chatDetails: throw LineCommandError(message: "These are the details of the chat")
        case .createChat, .chat, .sharedPictures, .pinnedMessages, .verification: return try inChat(.showDetails)
        }
    }

    private func screen(_ action: any Equatable & Sendable) -> CommandEffect { .screen(ScreenAction(action, on: top)) }

    private func picture(_ number: Int) throws(LineCommandError) -> MessageID {
        guard let state = shown as? SharedPicturesViewState,
            let row = Self.row(number, in: state.rows, from: state.firstNumber)
        else {
            throw LineCommandError(message: "There is no picture \(number) on screen")
        }
        return row.id
    }

    private func pin(_ number: Int) throws(LineCommandError) -> MessageID {
        guard let state = shown as? PinnedMessagesViewState,
            let row = Self.row(number, in: state.rows, from: state.firstNumber)
        else {
            throw LineCommandError(message: "There is no pinned message \(number) on screen")
        }
        return row.id
    }

    private func inForm(_ actions: [CreateChatAction]) throws(LineCommandError) -> [CommandEffect] {
        guard top == .createChat else { throw LineCommandError(message: "Open a new chat first, with \(sign)new") }
        return actions.map { .form($0) }
    }

    private func inChat(_ action: ChatAction) throws(LineCommandError) -> CommandEffect {
        try requireChat()
        if let reason = chat?.objection(to: action) { throw LineCommandError(message: reason) }
        return .chat(action)
    }

    /// Performs an action of the open chat, or changes one in the list.
    private func inChat(_ action: ChatAction, listed change: ListedChatChange) throws(LineCommandError) -> CommandEffect
    {
        top == .chatList ? .changeListed(try listedChat(), change) : try inChat(action)
    }

    /// Returns the chat in the list that a command is about.
    private func listedChat() throws(LineCommandError) -> ChatID {
        guard let selected else {
            throw LineCommandError(message: "Add the number of a chat, as in \(sign)mute 1")
        }
        return selected
    }

    /// Encrypts the open chat, or asks before. One that is encrypted here needs no question: the server may not have confirmed it.
    private func encrypt(_ answer: Bool?) throws(LineCommandError) -> CommandEffect {
        let effect = try inChat(.changeEncryption(.encrypt))
        let isEncrypted = chat?.isEncrypted == true
        if answer == false {
            throw LineCommandError(message: isEncrypted ? "Encryption cannot be turned off" : notEncryptedText)
        }
        return answer == true || isEncrypted ? effect : .askToEncrypt
    }

    /// Drops the replies and edits that were begun.
    private func discard() throws(LineCommandError) -> [CommandEffect] {
        try requireChat()
        guard let begun = chat?.unfinished, !begun.isEmpty else {
            throw LineCommandError(message: "You have begun no reply or edit here")
        }
        return begun.map { .chat(.unfinished($0.target, "")) }
    }

    private static let noVerification = "No verification is going on here"

    private var isAboutChat: Bool { top == .chat || top == .chatDetails }

    private func requireChat() throws(LineCommandError) {
        guard isAboutChat else {
            throw LineCommandError(message: "Open a chat first, with \(sign)open")
        }
        // The details may have been opened from the list.
        guard top == .chat || chat != nil else {
            throw LineCommandError(message: "Open the chat itself first: \(sign)back, then \(sign)open")
        }
    }

    /// Removes a name from the form, or a person from the open group.
    private func remove(_ words: String) throws(LineCommandError) -> [CommandEffect] {
        if top == .createChat { return [.form(.remove(LineCommandRow.unquoted(words)))] }
        let (name, reason) = LineCommand.nameAndText(words)
        guard !name.isEmpty else { throw LineCommandError(message: "Add a name, as in \(sign)remove Ada") }
        return [try change(.remove(name, reason: reason))]
    }

    private func change(_ change: ChatChange) throws(LineCommandError) -> CommandEffect {
        top == .chatDetails ? .details(.change(change)) : try inChat(.change(change))
    }

    private func leaveChat() throws(LineCommandError) -> CommandEffect {
        guard top == .chatDetails else { return try inChat(.setMembership(.leave), listed: .setMembership(.leave)) }
        guard details?.canLeave == true else { throw LineCommandError(message: "You cannot leave this chat now") }
        return .details(.leaveChat)
    }

    /// Returns a message of anyone by its number on screen.
    private func message(_ number: Int) throws(LineCommandError) -> ChatViewState.Row {
        try requireChat()
        guard
            let row = countedRows.reversed().lazy.filter({ !$0.isDeleted && $0.event == nil }).dropFirst(number - 1)
                .first
        else {
            throw LineCommandError(message: "There is no such message on screen")
        }
        return row
    }

    private func poll(_ number: Int) throws(LineCommandError) -> MessageID {
        try requireChat()
        guard let row = countedRows.reversed().lazy.filter({ $0.poll != nil }).dropFirst(number - 1).first else {
            throw LineCommandError(message: "There is no such poll on screen")
        }
        return row.id
    }

    private func ownMessage(_ number: Int) throws(LineCommandError) -> MessageID {
        try requireChat()
        guard let message = countedRows.ownMessage(number) else {
            throw LineCommandError(message: "You have no such message on screen")
        }
        return message
    }
}

// MARK: - Files

extension CommandExecutor {
    private func attach(_ path: String) throws(LineCommandError) -> CommandEffect {
        if let reason = TypedPath.objection(toSending: path) { throw LineCommandError(message: reason) }
        return try inChat(.sendFile(path: path))
    }

    private func download(_ number: Int, isWanted: Bool) throws(LineCommandError) -> CommandEffect {
        let message = try messageWithFile(number)
        switch message.file.transfer {
        case .complete? where isWanted:
            throw LineCommandError(message: "Already downloaded: /view opens it, /save saves a copy")
        case nil where !isWanted, .complete? where !isWanted:
            throw LineCommandError(message: "It is not being downloaded")
        default: return try inChat(isWanted ? .download(message.id) : .cancelDownload(message.id))
        }
    }

    /// Opens or saves a downloaded file; starts the download of any other file.
    private func use(_ number: Int, _ use: FileAction) throws(LineCommandError) -> [CommandEffect] {
        let message = try messageWithFile(number)
        if message.file.isComplete {
            guard case .save(let place) = use else { return [.openFile(message.file, of: message.id)] }
            let target = try FileAction.target(for: message.file.name, in: place)
            return [try inChat(.saveFile(message.id, to: target))]
        }
        let notice = "Downloading \(short(message.file.name)); try again when it has arrived"
        return [try inChat(.download(message.id)), .notice(notice)]
    }

    private func messageWithFile(
        _ number: Int
    ) throws(LineCommandError) -> (id: MessageID, file: ChatViewState.File) {
        try requireChat()
        guard let message = countedRows.messageWithFile(number) else {
            throw LineCommandError(message: "There is no such file on screen")
        }
        return message
    }
}

/// A step that a host performs for a typed command.
package enum CommandEffect: Equatable, Sendable {
    case list(ChatListAction)
    case form(CreateChatAction)
    case chat(ChatAction)
    case details(ChatDetailsAction)
    case verification(VerificationAction)
    /// An action of the screen on top.
    case screen(ScreenAction)
    /// An action of the screen on top that goes to a message in its chat.
    case goTo(MessageID, by: ScreenAction)
    /// Asks before the open chat is encrypted.
    case askToEncrypt
    /// Shows the verification of a device.
    case showVerification
    /// Asks the account's other devices, or one of them, to compare emoji, and shows that.
    case verifyOwn(device: String?)
    /// Opens the form for a new chat; with names, fills it in by `actions(toCreateChatWith:isPlain:)`.
    case newChat(with: [String], isPlain: Bool = false)
    /// Shows the list.
    case showList
    /// Leaves the screen on top.
    case back
    /// Opens a downloaded file of the open chat in another program.
    case openFile(ChatViewState.File, of: MessageID)
    /// Shows a sentence to the user.
    case notice(String)
    /// Changes a chat of the list without opening it.
    case changeListed(ChatID, ListedChatChange)
    /// Marks all messages of all chats as read.
    case markAllRead
    /// Ignores a person, or hears them again, by ID or by the name in the chat that is shown.
    case ignore(Bool, String?)
    /// Shows the ignored people.
    case showIgnored
    /// Shows who has read a message of the open chat.
    case showReaders(MessageID)
    /// Lets time pass before the next command.
    case wait(Duration)
    /// Takes the focus from the app until the next command.
    case away
    case help
    case quit

    /// Returns the form's actions that create a chat with one name, or a group with several, unencrypted if it is to be plain; none
    /// without a name.
    package static func actions(toCreateChatWith names: [String], isPlain: Bool = false) -> [CreateChatAction] {
        let typed = names.flatMap { [CreateChatAction.type($0), .add] }
        return typed.isEmpty ? [] : (isPlain ? [.setEncrypted(false)] : []) + typed.dropLast() + [.create]
    }
}

extension BidirectionalCollection<ChatViewState.Row> {
    /// Returns the user's message with a number, counted from the newest, which is 1; nil if there are fewer.
    package func ownMessage(_ number: Int) -> MessageID? {
        reversed().lazy.filter { $0.author == .me && !$0.isDeleted && $0.event == nil }.dropFirst(number - 1).first?.id
    }
}

extension ChatViewState {
    /// Returns the reason why an action has no effect; nil if it has one.
    package func objection(to action: ChatAction) -> String? {
        switch action {
        case .loadEarlier where !hasEarlier: "The chat begins here"
        case .showLater where !hasLater: "These are the newest messages"
        case .showFirstUnread where firstUnread == nil: "Nothing is unread here"
        case .resendFailed where !hasUnsent: "No message has failed or waits here"
        case .changeEncryption(.encrypt) where encryption == nil: "Chats of this server are not encrypted"
        case .changeEncryption(.encrypt): stateText.map { "\($0): the chat cannot be encrypted" }
        default: nil
        }
    }

    private var hasUnsent: Bool {
        rows.contains { row in
            switch row.delivery {
            case .failed, .sending: true
            default: false
            }
        }
    }
}
