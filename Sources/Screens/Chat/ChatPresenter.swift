import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns messages into rows, and the user's actions into use cases and routes.
struct ChatPresenter: Presenter {
    private let environment: ChatEnvironment
    private let found: MessageID?
    private let part: TimelinePart
    private var rows = RowCache<ChatMessage, ChatViewState.Row>()
    private var content = ChatContent(request: .newest(RowRange.pageSize))
    private var firstUnread: MessageID?
    /// The message before the first unread one, if there is a gap between them: missing messages are unread, too.
    private var lastRead: MessageID?
    /// The number of requests for earlier messages, and the number of the request that ended last.
    private var earlier = (asked: 0, ended: 0)
    /// The typed text; `nil` while it equals the saved draft.
    private var typed: String?
    /// The replies and edits that were not sent, until the user goes on with them.
    private var unsent: [UnfinishedText] = []
    /// The newest visible row, unless it is the newest of the chat.
    private var anchor: MessageID?
    private var savedFile: ChatViewState.SavedFile?
    private var forwarded: ChatViewState.Forwarded?
    private var mention: ChatViewState.Mention?
    private var problems = ScreenProblems()

    init(showing message: MessageID? = nil, part: TimelinePart = .main, environment: ChatEnvironment) {
        (found, self.part) = (message, part)
        self.environment = environment
    }

    var rowBuildCount: Int { rows.buildCount }

    mutating func handle(_ action: ChatAction) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        switch action {
        case .send(let text):
            // A blank text is refused and does not replace the draft.
            if draft.isEmpty || TextError(of: text) != .empty { typed = text }
            return [.perform(.action(action))]
        case .reply(let message, _):
            goOn(with: .reply(to: message))
            return [.perform(.action(action))]
        case .edit(let message, _):
            if window?.isPoll(message) == true {
                problems.tell("A poll cannot be edited")
                return []
            }
            goOn(with: .edit(of: message))
            return [.perform(.action(action))]
        case .unfinished(let target, _):
            goOn(with: target)
            return [.perform(.action(action))]
        case .showMessage(let message):
            guard window?.messages.contains(where: { $0.id == message }) == false else { return [] }
            return [.perform(.show(message))]
        case .sendFile(_, let text): return keep(text) + [.perform(.action(action))]
        case .download, .cancelDownload, .saveFile, .forward, .resend, .resendFailed, .delete, .react,
            .setNotifications, .set, .setMembership, .startPoll, .showMention:
            return [.perform(.action(action))]
        case .vote(let message, let numbers):
            guard let objection = window?.objection(toVote: numbers, in: message) else {
                return [.perform(.action(action))]
            }
            problems.tell(objection)
            return []
        case .endPoll(let message):
            guard let objection = window?.objection(toEnding: message) else { return [.perform(.action(action))] }
            problems.tell(objection)
            return []
        case .change(let change):
            guard let objection = window?.objection(to: change) else { return [.perform(.action(action))] }
            problems.tell(objection)
            return []
        case .changeEncryption(let change):
            let mayBeEncrypted = window?.encryption != nil || window?.isEncryptionUnknown == true
            guard let objection = change.objection(isEncrypted: mayBeEncrypted) else {
                return [.perform(.action(action))]
            }
            problems.tell(objection)
            return []
        case .loadEarlier:
            guard window?.hasEarlier == true else { return [] }
            earlier.asked += 1
            return [.perform(.loadEarlier(earlier.asked))]
        case .showFirstUnread:
            guard let firstUnread, window?.messages.contains(where: { $0.id == firstUnread }) == false else {
                return []
            }
            return [.perform(.show(firstUnread))]
        case .markRead:
            (firstUnread, lastRead) = (nil, nil)
            return [.perform(.action(action))]
        case .showDate(let text): return showDate(text)
        case .showLater, .showNewest: return window?.hasLater == true ? [.perform(.action(action))] : []
        case .draft(let text):
            typed = text
            return [.perform(.action(action))]
        case .rowsVisible(let row, let isAtEnd):
            let effects = setAnchor(at: row, isAtEnd: isAtEnd)
            // Among the rows on screen: another message may arrive before the interactor marks it.
            guard let message = window?.newestToRead(upTo: row) else { return effects }
            return effects + [.perform(.markSeen(message))]
        case .showDetails: return [.follow(.details)]
        case .showPictures: return [.follow(.pictures)]
        case .showPins: return [.follow(.pins)]
        case .showThreads: return part == .threads ? [] : [.follow(.threads)]
        case .openThread(let message): return openThread(of: message)
        case .leave: return [.follow(.leave)]
        }
    }

    /// Keeps the text of a file as the draft until the file is queued, unless there is another draft.
    private mutating func keep(_ text: String) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        guard TextError(of: text) != .empty, window != nil, draft.isEmpty else { return [] }
        return handle(.draft(text))
    }

    /// Leaves a reply or an edit to the history, which keeps what the user types.
    private mutating func goOn(with target: DraftTarget) { unsent.removeAll { $0.target == target } }

    private mutating func showDate(_ text: String) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        if part == .threads { return [] }
        guard let day = environment.startOfDay(named: text) else {
            problems.tell("Write a day as in 2026-11-03, or today, or yesterday")
            return []
        }
        earlier.asked += 1
        return [.perform(.showDate(day, earlier.asked))]
    }

    private mutating func openThread(of message: MessageID) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        let known = window?.messages.first { $0.id == message }
        if known?.inThread != nil {
            problems.tell("The message is in a thread: no other can begin with it")
        } else if known?.event != nil {
            problems.tell("This line is not a message: no thread can begin with it")
        } else if part != .thread(message) {
            return [.follow(.thread(message))]
        }
        return []
    }

    private var window: ChatWindow? { content.window }

    private var draft: String { typed ?? window?.draft ?? "" }

    /// The saved replies and edits, and those that were not sent, which may not be saved yet.
    private var unfinished: [UnfinishedText] {
        let saved = window?.unfinished ?? []
        return saved.filter { old in !unsent.contains { $0.target == old.target } } + unsent
    }

    mutating func receive(_ content: ChatContent) {
        if let window = content.window { markUnread(in: window) }
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    /// Keeps the first unread mark while the user looks at the chat, and renews it while they do not.
    private mutating func markUnread(in window: ChatWindow) {
        if self.window == nil || !window.isLookedAt {
            (firstUnread, lastRead) = (window.firstUnread, window.lastBeforeGap(before: window.firstUnread))
        } else if let lastRead {
            firstUnread = window.firstOfOthers(behind: lastRead)
        }
    }

    /// Anchors the window at the visible rows if the user has scrolled up, and follows the newest end otherwise.
    private mutating func setAnchor(at row: MessageID, isAtEnd: Bool) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        guard let window, window.messages.contains(where: { $0.id == row }) else { return [] }
        let old = anchor
        anchor = isAtEnd || (row == window.messages.last?.id && !window.hasLater) ? nil : row
        return anchor == old ? [] : [.perform(.anchor(at: anchor))]
    }

    mutating func receive(_ outcome: ChatOutcome) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        switch outcome {
        case .done: break
        case .forgotten, .markedUnread: return [.follow(.leave)]
        case .verifying: return [.follow(.verification)]
        case .sent(let text):
            // Keep text that was typed meanwhile.
            if typed == text { typed = "" }
            // A user who answers has read the messages.
            (firstUnread, lastRead) = (nil, nil)
        case .refused(let fault): problems.tell(errorText(fault))
        case .unsent(let begun, let reason):
            goOn(with: begun.target)
            unsent.append(begun)
            return receive(reason)
        case .mention(let message?):
            mention = .init(message: message, number: (mention?.number ?? 0) + 1)
        case .mention(nil): problems.tell("No message here mentions you")
        case .shownDate(let number, let message, let failure):
            earlier.ended = number
            if let message { self.mention = .init(message: message, number: (self.mention?.number ?? 0) + 1) }
            if let failure {
                problems.tell(errorText(failure))
            } else if message == nil {
                problems.tell("No message is of that day, or newer")
            }
        case .noThread: problems.tell("Nothing was sent: open a thread to write in it")
        case .notMember: problems.tell("\(exclusion): nothing can be sent")
        case .notAcknowledged: problems.tell("Nothing was sent. \(warning ?? "")")
        case .failed(let error): problems.tell(errorText(error))
        case .saved(let message, let name, let path):
            savedFile = .init(message: message, name: name, path: path, number: (savedFile?.number ?? 0) + 1)
        case .forwarded(let title): forwarded = .init(to: title, number: (forwarded?.number ?? 0) + 1)
        case .noChat(let name): problems.tell("There is no chat with \(name)")
        case .notSaved(let path, let error):
            // The problem's own text is about the data directory.
            let reason = error as? StorageProblem == .notWritable ? "writing is not allowed there" : errorText(error)
            problems.tell(error is StorageProblem ? "\(path) cannot be written: \(reason)" : reason)
        case .loadedEarlier(let number, let failure):
            earlier.ended = number
            if let failure { problems.tell(errorText(failure)) }
        }
        return []
    }

    /// The people whose identity has changed.
    private var warning: String? { window?.encryption?.warningText(contact: window?.contact.shownName ?? "") }

    /// Why the user is not in the chat.
    private var exclusion: String {
        guard let state = window?.standing.state, state != .left, let text = state.text else {
            return window?.group == nil ? "You have left this chat" : "You have left this group"
        }
        return text
    }

    /// Returns `nil` while there is neither a chat to show nor a problem.
    mutating func state() -> ChatViewState? {
        guard window != nil || problems.newest != nil else { return nil }
        return ChatViewState(
            part: part,
            title: window?.contact.name ?? "",
            contact: window.flatMap { $0.group == nil ? $0.contact.id : nil },
            subtitle: window?.group.map { window?.standing.state.text ?? groupText($0) },
            stateText: window?.standing.state.text,
            isInvitation: window?.standing.state.isInvitation ?? false,
            topic: window?.standing.topic ?? "",
            distinction: window?.distinction,
            rows: shownRows,
            hasEarlier: window?.hasEarlier ?? false,
            isLoadingEarlier: earlier.ended < earlier.asked,
            hasLater: window?.hasLater ?? false,
            found: found,
            firstUnread: firstUnread,
            mention: mention,
            draft: draft,
            unfinished: unfinished,
            canWrite: part != .threads && window?.canWrite ?? true,
            notifications: window?.notifications ?? .all,
            isFavourite: window?.marks.contains(.favourite) ?? false,
            isEncrypted: window?.encryption != nil,
            lacksEncryption: window.map { $0.canBeEncrypted && $0.encryption == nil } ?? false,
            warning: warning,
            warningID: window?.encryption?.shownWarningID,
            typing: typingText(of: window?.typingAuthors ?? []),
            status: content.connection.text,
            savedFile: savedFile,
            forwarded: forwarded,
            problem: problems.newest
        )
    }

    /// A file that could not be sent says nothing itself: its message says why.
    private func file(for attachment: AttachedFile, _ transfer: FileTransfer?, of delivery: Delivery)
        -> ChatViewState.File
    {
        let isExplained = if case .failed = delivery { true } else { false }
        return ChatViewState.File(
            name: attachment.name,
            type: attachment.type,
            byteCount: attachment.byteCount,
            pixels: attachment.pixels,
            detail: environment.detailText(for: attachment),
            transfer: transfer,
            progress: isExplained ? nil : transfer.flatMap(progressText)
        )
    }

    /// The rows, of which events of one kind that follow each other are one.
    private var shownRows: [ChatViewState.Row] {
        mutating get {
            let rows = rows.rows(for: window?.messages ?? [], on: environment.today, build: row(for:))
            let name = window?.contact.shownName ?? ""
            return rows.combiningEvents(in: name, besides: [found, firstUnread])
        }
    }

    /// The line about the thread that a message begins. A thread's own screen shows its answers instead.
    private func threadLine(of message: ChatMessage) -> ChatViewState.ThreadLine? {
        guard let thread = message.thread, part != .thread(message.id) else { return nil }
        return ChatViewState.ThreadLine(
            answerCount: thread.answerCount,
            newest: thread.newest.map { ChatViewState.Answered($0) },
            time: thread.time.map { environment.messageTimeText(for: $0) },
            unreadCount: thread.unreadCount,
            mentionCount: thread.mentionCount,
            hasDraft: thread.hasDraft
        )
    }

    private func row(for message: ChatMessage) -> ChatViewState.Row {
        ChatViewState.Row(
            id: message.id,
            author: message.author,
            sender: message.senderName,
            text: message.isDeleted ? deletedText : message.text,
            spans: message.isDeleted ? [] : message.spans,
            isDeleted: message.isDeleted,
            isEdited: message.isEdited,
            isPlaceholder: message.isPlaceholder,
            event: message.event,
            poll: message.poll,
            answered: message.answered.map { ChatViewState.Answered($0) },
            thread: threadLine(of: message),
            reactions: message.reactions,
            editFailure: message.editFailure,
            attachment: message.imageCount == 0
                ? nil : previewText(of: message.text, imageCount: message.imageCount),
            imageCount: message.imageCount,
            file: message.attachment.map { file(for: $0, message.transfer, of: message.delivery) },
            time: environment.messageTimeText(for: message.time),
            date: message.time,
            delivery: message.delivery,
            followsGap: message.followsGap,
            mentionsMe: message.mentionsMe,
            isPinned: message.isPinned && !message.isDeleted,
            senderWarning: message.isDeleted ? nil : message.senderWarning,
            senderWarningText: message.isDeleted ? nil : message.senderWarning?.text
        )
    }
}

extension ChatWindow {
    /// Returns the reason why a change cannot be made, in a sentence; `nil` if the server is to decide.
    fileprivate func objection(to change: ChatChange) -> String? {
        if case .pin(let message, true) = change, let found = messages.first(where: { $0.id == message }) {
            if found.isDeleted { return "A deleted message cannot be pinned" }
            if found.position == nil { return "A message can be pinned once it is sent" }
        }
        return standing.objection(to: change)
    }

    /// Whether a message among the rows asks a poll.
    fileprivate func isPoll(_ message: MessageID) -> Bool { messages.first { $0.id == message }?.poll != nil }

    /// Returns the reason why the user cannot vote so, in a sentence; `nil` for a message that is not among the rows.
    fileprivate func objection(toVote numbers: [Int], in message: MessageID) -> String? {
        guard let found = messages.first(where: { $0.id == message }) else { return nil }
        return found.poll.map { $0.objection(toChoosing: numbers) } ?? "This message is not a poll"
    }

    /// Returns the reason why the user cannot end a poll, in a sentence; `nil` for a message that is not among the rows.
    fileprivate func objection(toEnding message: MessageID) -> String? {
        guard let found = messages.first(where: { $0.id == message }) else { return nil }
        guard let poll = found.poll else { return "This message is not a poll" }
        if poll.isEnded { return "The poll has ended" }
        if found.author != .me { return "You can end only your own polls" }
        switch found.delivery {
        case .sending, .failed: return "A poll can be ended once it is sent"
        case .sent, .read, .received: return nil
        }
    }

    /// Returns the row before one that follows a gap; `nil` for any other row.
    fileprivate func lastBeforeGap(before row: MessageID?) -> MessageID? {
        guard let index = messages.firstIndex(where: { $0.id == row }), index > 0 else { return nil }
        return messages[index].followsGap ? messages[index - 1].id : nil
    }

    fileprivate func firstOfOthers(behind row: MessageID) -> MessageID? {
        messages.drop { $0.id != row }.dropFirst().first { $0.author != .me && !$0.isDeleted && $0.event == nil }?.id
    }
}
