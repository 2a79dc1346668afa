import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit

/// Decides what may be sent, which part of the history is shown, and when a message counts as read.
actor ChatInteractor: Interactor {
    private let chat: ChatID
    private let model: any ChatModel
    private let timeline: any ChatTimelineModel
    private let query: PagedQuery<MessageWindow, ChatWindow>
    private let drafts: DraftKeeper
    /// The newest visible row while the user has scrolled up; `nil` at the newest end.
    private var anchor: MessageID?
    /// Whether the window is where the chat opens: at a message, or at the first unread one if that is further up.
    private var isPlaced: Bool
    private var reading = ReadingProgress()
    /// Whether the user has looked at the chat, which removes the mark that it is to be read again.
    private var hasRemovedMark = false
    /// Whether what counts besides messages is read; `connect(to:)` reads it when the chat opens.
    private var isRestRead = true
    /// The mention that was shown last.
    private var mention: MessageID?
    private var held: ChatWindow? { query.window }

    /// - Parameters:
    ///   - message: the message to begin at; `nil` for the newest end, or the first unread message if that is further up.
    ///   - timeline: the messages to show; those of the model without it.
    init(
        chat: ChatID,
        showing message: MessageID?,
        model: any ChatModel,
        timeline: (any ChatTimelineModel)? = nil,
        clock: any Clock<Duration>
    ) {
        self.chat = chat
        self.model = model
        let timeline = timeline ?? model
        self.timeline = timeline
        isPlaced = message != nil
        let window = message.map(MessageWindow.around) ?? .newest(RowRange.pageSize)
        query = PagedQuery { await timeline.messages(of: chat, window) }
        drafts = DraftKeeper(clock: clock) { try await timeline.saveDraft($0, of: $1, in: chat) }
    }

    func run(_ show: @escaping @Sendable (ChatContent) -> Void) async {
        await withDiscardingTaskGroup { [chat, timeline, drafts] group in
            group.addTask { await timeline.connect(to: chat) }
            group.addTask { await self.query.follow { await self.receive($0, show) } }
            group.addTask { await drafts.run() }
        }
    }

    func settle() async { await query.settle() }

    /// Saves the draft, and ends typing.
    func leave() async {
        await model.endTyping(in: chat)
        await drafts.saveNow()
    }

    func perform(_ useCase: ChatUseCase) async -> ChatOutcome {
        if useCase.writes, timeline.part == .threads { return .noThread }
        if useCase.writes, held?.canWrite == false { return await refuse(useCase, as: .notMember) }
        if useCase.writes, held?.hasChangedPeople == true { return await refuse(useCase, as: .notAcknowledged) }
        do {
            switch useCase {
            case .action(let action): return try await handle(action)
            case .loadEarlier(let number): return await loadEarlier(number)
            case .showDate(let time, let number): return await showDate(time, number)
            case .markSeen(let message): await markSeen(message)
            case .show(let message): await ask { _ in .around(message) }
            case .anchor(let row): setAnchor(at: row)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func handle(_ action: ChatAction) async throws -> ChatOutcome {
        switch action {
        case .send(let text): return try await send(text)
        case .reply(let message, let text):
            let outcome = await finish(UnfinishedText(.reply(to: message), text), as: .sent(text)) {
                _ = try await timeline.reply(text, to: message, in: chat)
            }
            guard case .sent = outcome else { return outcome }
            await drafts.drop(text)
            await showSent()
            return outcome
        case .sendFile(let path, let text): return try await sendFile(at: path, text)
        case .download(let message): try await model.download(message, in: chat)
        case .cancelDownload(let message): try await model.cancelDownload(of: message, in: chat)
        case .saveFile(let message, let path): return await saveFile(of: message, to: path)
        case .forward(let message, let name): return try await forward(message, to: name)
        case .resend(let message):
            try await model.resend(message, in: chat)
            await query.settle()
        case .resendFailed:
            try await model.resendAll(in: chat)
            await query.settle()
        case .delete(let message): try await model.delete(message, in: chat)
        case .edit(let message, let text):
            return await finish(UnfinishedText(.edit(of: message), text), as: .done) {
                try await model.edit(message, to: text, in: chat)
            }
        case .react(let message, let text):
            let reaction: String
            do throws(TextError) { reaction = try reactionText(named: text) } catch { return .refused(error) }
            try await model.react(reaction, to: message, in: chat)
        case .startPoll(let typed):
            _ = try await timeline.send(try Poll.accepting(typed), to: chat)
            await showSent()
        case .vote(let message, let numbers): try await model.vote(numbers.map { $0 &- 1 }, in: message, of: chat)
        case .endPoll(let message): try await model.endPoll(message, in: chat)
        case .setNotifications(let mode): try await model.setNotifications(mode, in: chat)
        case .set(let mark, let isSet):
            try await model.set(mark, to: isSet, in: chat)
            if mark == .unread, isSet { return .markedUnread }
        case .setMembership(let membership):
            // Before waiting: the chat of a declined invitation is gone when the server has answered.
            let isInvitation = held?.standing.state.isInvitation == true
            try await model.setMembership(membership, in: chat)
            if membership == .forget || membership == .leave && isInvitation { return .forgotten }
        case .change(let change): try await model.change(change, in: chat)
        case .showMention: return try await showMention()
        case .changeEncryption(let change):
            try await model.changeEncryption(change, in: chat)
            await query.settle()
            if case .verify = change { return .verifying }
        case .showLater: await ask { $0.later(than: held) }
        case .showNewest: await showNewest()
        case .markRead: await markAllRead()
        case .draft(let text): await keepDraft(text)
        case .unfinished(let target, let text):
            if !target.isEdit { await noteTyping(!text.isEmpty) }
            await drafts.keep(text, of: target)
        // The presenter turns these into other use cases, and into routes.
        case .loadEarlier, .showMessage, .showFirstUnread, .showDate, .rowsVisible, .showDetails, .showPictures,
            .showPins,
            .openThread, .showThreads, .leave:
            break
        }
        return .done
    }

    private func receive(_ content: ChatContent, _ show: @Sendable (ChatContent) -> Void) async {
        if !isPlaced, let window = content.window {
            isPlaced = true
            if let first = window.firstUnread, !window.messages.contains(where: { $0.id == first }) {
                // The newest end is not shown, so it does not count as read.
                return await query.ask { $0 = .around(first) }
            }
        }
        query.move { [anchor] window, held in
            window = anchor.map { window.anchored(at: $0, in: held) } ?? window.following(held)
        }
        show(content)
        await markSeenAsRead()
    }

    // MARK: - Writing

    private func send(_ text: String) async throws -> ChatOutcome {
        if let fault = TextError(of: text) {
            await keepUnsent(text)
            return .refused(fault)
        }
        // The text is no longer a draft, unless it cannot be queued.
        await drafts.drop()
        do { _ = try await timeline.send(text, to: chat) } catch {
            await keepUnsent(text)
            throw error
        }
        await showSent()
        return .sent(text)
    }

    /// Sends a file. Its text stays the draft until the file is queued: it is saved first, and the model empties it,
    /// whether or not the screen stays.
    private func sendFile(at path: String, _ text: String) async throws -> ChatOutcome {
        if let fault = TextError(of: text), fault != .empty { return .refused(fault) }
        if !text.isEmpty { await drafts.saveNow() }
        _ = try await timeline.send(fileAt: path, text: text, to: chat)
        // Without a text, an emptied draft still has to be saved.
        if !text.isEmpty { await drafts.drop(text) }
        await showSent()
        return .sent(text)
    }

    private func saveFile(of message: MessageID, to path: String) async -> ChatOutcome {
        let name = held?.messages.first { $0.id == message }?.attachment?.name ?? ""
        do { try await model.saveFile(of: message, in: chat, to: path) } catch { return .notSaved(path, error) }
        return .saved(message, name: name, path: path)
    }

    /// The doubt about who wrote a message stands above it, since the copy is the user's own.
    private func forward(_ message: MessageID, to name: String) async throws -> ChatOutcome {
        let warning = held?.messages.first { $0.id == message }?.senderWarning
        let note = warning.map { "(\($0.text))" }
        let title = try await model.forward(message, of: chat, toChatNamed: name, note: note)
        return title.map(ChatOutcome.forwarded) ?? .noChat(named: name)
    }

    /// After sending, scrolls to the newest messages, also if the chat is about to be shown for the first time.
    private func showSent() async {
        isPlaced = true
        await ask { if case .around = $0 { .newest(RowRange.pageSize) } else { $0 } }
    }

    /// Keeps an unsent text as the draft, unless it is blank.
    private func keepUnsent(_ text: String) async {
        if TextError(of: text) != .empty { await drafts.keep(text) }
    }

    /// Keeps a reply or an edit that was not sent, unless it is blank.
    private func keepUnsent(_ begun: UnfinishedText, because outcome: ChatOutcome) async -> ChatOutcome {
        if TextError(of: begun.text) == .empty { return outcome }
        await drafts.keep(begun.text, of: begun.target)
        return .unsent(begun, outcome)
    }

    private func refuse(_ useCase: ChatUseCase, as outcome: ChatOutcome) async -> ChatOutcome {
        switch useCase {
        case .action(.send(let text)): await keepUnsent(text)
        case .action(.reply(let message, let text)):
            return await keepUnsent(UnfinishedText(.reply(to: message), text), because: outcome)
        case .action(.edit(let message, let text)):
            return await keepUnsent(UnfinishedText(.edit(of: message), text), because: outcome)
        default: break
        }
        return outcome
    }

    /// Keeps a draft, and reports whether the user types a message: nothing, and a command, is none.
    private func keepDraft(_ text: String) async {
        let isCommand = TypedText.beginsAsCommand(text) && !text.hasPrefix(TypedText.emoteCommand)
        await noteTyping(!text.isEmpty && !isCommand)
        await drafts.keep(text)
    }

    private func noteTyping(_ isTyping: Bool) async {
        if !isTyping {
            await model.endTyping(in: chat)
        } else if held?.canWrite != false {
            await model.noteTyping(in: chat)
        }
    }

    /// Sends a reply or an edit that the user has begun, which is unfinished no longer unless it is refused or that fails.
    private func finish(
        _ begun: UnfinishedText,
        as outcome: ChatOutcome,
        _ send: () async throws -> Void
    ) async -> ChatOutcome {
        if let fault = TextError(of: begun.text) { return await keepUnsent(begun, because: .refused(fault)) }
        await drafts.drop(of: begun.target)
        do { try await send() } catch { return await keepUnsent(begun, because: .failed(error)) }
        return outcome
    }

    // MARK: - Scrolling

    /// Shows an earlier page: from the history if it has one, else from the server.
    private func loadEarlier(_ number: Int) async -> ChatOutcome {
        guard let before = held, before.hasEarlier else { return .loadedEarlier(number, failure: nil) }
        do {
            if !before.hasStoredEarlier { try await loadPage() }
        } catch {
            return .loadedEarlier(number, failure: error)
        }
        await ask { $0.earlier(than: held) }
        return .loadedEarlier(number, failure: nil)
    }

    /// Loads a page from the server. Goes on for a while where only reactions and such come: the model gives up after five seconds each time.
    private func loadPage() async throws {
        for _ in 1..<Self.pageAttempts {
            do { return try await timeline.loadEarlier(in: chat) } catch SessionError.stillLoading {
                try Task.checkCancellation()
            }
        }
        try await timeline.loadEarlier(in: chat)
    }

    /// Four times five seconds: a line that the user types meanwhile in line mode waits.
    private static let pageAttempts = 4

    /// Changes the window, and returns when the new one has been handed over.
    private func ask(_ next: (MessageWindow) -> MessageWindow) async {
        await query.ask { $0 = next($0) }
        await query.settle()
    }

    private func showMention() async throws -> ChatOutcome {
        var found = try await timeline.mention(before: mention, in: chat)
        if found == nil, mention != nil { found = try await timeline.mention(before: nil, in: chat) }
        mention = found
        if let found, held?.messages.contains(where: { $0.id == found }) == false { await ask { _ in .around(found) } }
        return .mention(found)
    }

    /// Goes to the first message of a day, as far as the history reaches.
    private func showDate(_ time: Date, _ number: Int) async -> ChatOutcome {
        var failure: (any Error)?
        do { try await timeline.loadMessages(since: time, in: chat) } catch { failure = error }
        do {
            let found = try await timeline.firstMessage(since: time, in: chat)
            if let found {
                if held?.messages.contains(where: { $0.id == found }) != true { await ask { _ in .around(found) } }
            } else {
                await showNewest()
            }
            return .shownDate(number, found, failure: failure)
        } catch {
            return .shownDate(number, nil, failure: error)
        }
    }

    private func showNewest() async { await ask { _ in .newest(RowRange.pageSize) } }

    private func setAnchor(at row: MessageID?) {
        anchor = row
        forgetUnlookedAt()
        // A user who is back at the end follows it, even if messages have arrived there.
        query.move { window, held in
            window = row.map { window.anchored(at: $0, in: held) } ?? window.newestEnd(of: held)
        }
    }

    // MARK: - Reading

    private func markSeen(_ message: MessageID) async {
        forgetUnlookedAt()
        reading.noteSeen(message)
        await markSeenAsRead()
    }

    private func markAllRead() async {
        if held?.hasLater == true { await showNewest() }
        if let message = held?.newestToRead() { await markSeen(message) }
    }

    /// While the user does not look, forgets earlier rows: only those visible when the user looks again count.
    private func forgetUnlookedAt() {
        if held?.isLookedAt == false { reading.forgetSeen() }
    }

    /// Marks the newest seen message as read. If the disk is full, the next change retries.
    private func markSeenAsRead() async {
        guard let held else { return }
        guard held.isLookedAt else {
            isRestRead = false
            return
        }
        if held.hasUnreadRest, !isRestRead {
            isRestRead = true
            await timeline.markRestRead(in: chat)
        }
        if !hasRemovedMark {
            hasRemovedMark = true
            if held.marks.contains(.unread) { try? await model.set(.unread, to: false, in: chat) }
        }
        guard let message = reading.newestSeen(in: held) else { return }
        let isRead = (try? await timeline.markRead(chat, upTo: message)) ?? false
        if isRead { reading.noteRead(message, in: held.messages) }
    }
}
