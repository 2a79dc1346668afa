import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns messages into rows and a person's actions into use cases.
struct ChatPresenter: Presenter {
    private let environment: ChatEnvironment
    private let found: MessageID?
    private var rows = RowCache<ChatMessage, ChatViewState.Row>()
    private var content = ChatContent(request: .newest(RowRange.pageSize))
    private var firstUnread: MessageID?
    /// What stands before the first unread message, where there is a gap between the two: what is missing is unread, too.
    private var lastRead: MessageID?
    /// How often earlier messages were asked for, and which of these requests ended last.
    private var earlier = (asked: 0, ended: 0)
    /// What is typed by now; nil as long as that is what was kept.
    private var typed: String?
    /// The newest row in sight, as long as it is not the newest of all.
    private var pinned: MessageID?
    private var problems = ScreenProblems()

    init(showing message: MessageID? = nil, environment: ChatEnvironment) {
        found = message
        self.environment = environment
    }

    var rowBuildCount: Int { rows.buildCount }

    mutating func handle(_ action: ChatAction) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        switch action {
        case .send(let text):
            // One with nothing in it is refused, and takes no draft's place.
            if draft.isEmpty || TextError(of: text) != .empty { typed = text }
            return [.perform(.action(action))]
        case .sendFile(_, let text): return keep(text) + [.perform(.action(action))]
        case .fetch, .cancelFetch, .resend, .resendFailed, .unsend, .edit, .setMuted: return [.perform(.action(action))]
        case .loadEarlier:
            guard window?.hasEarlier == true else { return [] }
            earlier.asked += 1
            return [.perform(.loadEarlier(earlier.asked))]
        case .showLater, .showNewest: return window?.hasLater == true ? [.perform(.action(action))] : []
        case .draft(let text):
            typed = text
            return [.perform(.action(action))]
        case .rowsVisible(let row):
            let steps = pin(row)
            guard let message = newestUnread(upTo: row) else { return steps }
            return steps + [.perform(.markSeen(message))]
        case .showDetails: return [.follow(.details)]
        case .showPictures: return [.follow(.pictures)]
        case .leave: return [.follow(.leave)]
        }
    }

    /// What is said of a file is a draft until the file has gone, unless there is another one.
    private mutating func keep(_ text: String) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        guard TextError(of: text) != .empty, window != nil, draft.isEmpty else { return [] }
        return handle(.draft(text))
    }

    private var window: ChatWindow? { content.window }

    private var draft: String { typed ?? window?.draft ?? "" }

    mutating func receive(_ content: ChatContent) {
        if let window = content.window { markUnread(in: window) }
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    /// What is looked at is being read, and what was unread at first stays marked; what comes unseen is marked anew.
    private mutating func markUnread(in window: ChatWindow) {
        if self.window == nil || !window.isLookedAt {
            (firstUnread, lastRead) = (window.firstUnread, window.lastBeforeGap(before: window.firstUnread))
        } else if let lastRead {
            firstUnread = window.firstOfOthers(behind: lastRead)
        }
    }

    /// Who has scrolled up keeps what is in sight; who is at the newest end follows it.
    private mutating func pin(_ row: MessageID) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        guard let window, window.messages.contains(where: { $0.id == row }) else { return [] }
        let old = pinned
        pinned = row == window.messages.last?.id && !window.hasLater ? nil : row
        return pinned == old ? [] : [.perform(.pin(at: pinned))]
    }

    /// What was seen is decided by what is on screen: by the time that the interactor asks, another message may have come.
    private func newestUnread(upTo row: MessageID) -> MessageID? {
        guard let messages = window?.messages,
            let index = messages.lastIndex(where: { $0.id == row })
        else { return nil }
        return messages[...index].last(where: \.isUnread)?.id
    }

    mutating func receive(_ outcome: ChatOutcome) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
        switch outcome {
        case .done: break
        case .sent(let text):
            // Unless the person has typed on meanwhile.
            if typed == text { typed = "" }
        case .refused(let fault): problems.tell(errorText(fault))
        case .hasLeft: problems.tell("You have left this group: nothing can be sent")
        case .failed(let error): problems.tell(errorText(error))
        case .loadedEarlier(let number, let failure):
            earlier.ended = number
            if let failure { problems.tell(errorText(failure)) }
        }
        return []
    }

    /// Nothing to show and nothing to tell: a chat that is not there yet.
    mutating func state() -> ChatViewState? {
        guard window != nil || problems.newest != nil else { return nil }
        return ChatViewState(
            title: window?.contact.name ?? "",
            subtitle: window?.group.map(groupText(_:)),
            rows: rows.rows(for: window?.messages ?? [], on: environment.today, build: row(for:)),
            hasEarlier: window?.hasEarlier ?? false,
            isLoadingEarlier: earlier.ended < earlier.asked,
            hasLater: window?.hasLater ?? false,
            found: found,
            firstUnread: firstUnread,
            draft: draft,
            canWrite: window?.canWrite ?? true,
            isMuted: window?.isMuted ?? false,
            typing: typingText(of: window?.typists ?? []),
            status: content.connection.text,
            problem: problems.newest
        )
    }

    private func file(for attachment: AttachedFile, _ transfer: FileTransfer?) -> ChatViewState.File {
        ChatViewState.File(
            name: attachment.name,
            type: attachment.type,
            byteCount: attachment.byteCount,
            detail: environment.detailText(for: attachment),
            transfer: transfer,
            progress: transfer.flatMap(progressText)
        )
    }

    private func row(for message: ChatMessage) -> ChatViewState.Row {
        ChatViewState.Row(
            id: message.id,
            author: message.author,
            sender: message.senderName,
            text: message.isRemoved ? removedText : message.text,
            isRemoved: message.isRemoved,
            isEdited: message.isEdited,
            editFailure: message.editFailure,
            attachment: message.imageCount == 0
                ? nil : previewText(of: message.text, imageCount: message.imageCount),
            imageCount: message.imageCount,
            file: message.attachment.map { file(for: $0, message.transfer) },
            time: environment.messageTimeText(for: message.time),
            date: message.time,
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }
}

extension ChatWindow {
    /// The row before one that follows a gap; nil for any other.
    fileprivate func lastBeforeGap(before row: MessageID?) -> MessageID? {
        guard let index = messages.firstIndex(where: { $0.id == row }), index > 0 else { return nil }
        return messages[index].followsGap ? messages[index - 1].id : nil
    }

    fileprivate func firstOfOthers(behind row: MessageID) -> MessageID? {
        messages.drop { $0.id != row }.dropFirst().first { $0.author != .me && !$0.isRemoved }?.id
    }
}
