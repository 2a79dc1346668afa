import ScreenKit
import Transport

/// Decides what may be sent, which stretch of the history is shown, when a draft is kept and when something counts as read.
actor ChatInteractor: Interactor {
    /// How long a person pauses in typing before the draft is kept.
    static let draftPause: Duration = .milliseconds(500)

    private let chat: ChatID
    private let model: any ChatModel
    private let window: MessageWindow
    private let draftPauses: Leases<Int>
    private var query: LiveQuery<MessageWindow, Snapshot<ChatWindow?>>?
    private var held: ChatWindow?
    private var unsavedDraft: String?
    private var reading = ReadingProgress()

    /// - Parameter message: where to begin; nil for the newest end.
    init(chat: ChatID, showing message: MessageID?, model: any ChatModel, clock: any Clock<Duration>) {
        self.chat = chat
        self.model = model
        window = message.map(MessageWindow.around) ?? .newest(MessageWindow.pageSize)
        draftPauses = Leases(clock: clock)
    }

    func run(_ show: @escaping @Sendable (ChatContent) -> Void) async {
        await withDiscardingTaskGroup { [chat, model] group in
            group.addTask { await model.connect(to: chat) }
            group.addTask { await self.followedQuery().follow { await self.take($0, show) } }
            group.addTask { await self.draftPauses.run { _ in _ = await self.saveDraft() } }
        }
        // However the screen was left, what was typed stays.
        _ = await saveDraft()
    }

    func perform(_ useCase: ChatUseCase) async -> ChatOutcome {
        if case .loadEarlier = useCase {
            do { try await loadEarlier() } catch { return .loadedEarlier(failure: error) }
            return .loadedEarlier(failure: nil)
        }
        do {
            switch useCase {
            case .send(let text): return try await send(text)
            case .resend(let message): try await resend([message])
            case .resendFailed: try await resend(held?.messages.filter(\.hasFailed).map(\.id) ?? [])
            case .showLater: await ask { $0.later(than: held) }
            case .showNewest: await ask { _ in .newest(MessageWindow.pageSize) }
            case .keepDraft(let text): keepDraft(text)
            case .saveDraft: return await saveDraft()
            case .see(let row): await see(row)
            case .settle: await followedQuery().settle()
            case .loadEarlier: break
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func followedQuery() async -> LiveQuery<MessageWindow, Snapshot<ChatWindow?>> {
        if let query { return query }
        let made = await model.messages(of: chat, window)
        if query == nil { query = made }
        return query ?? made
    }

    private func take(_ snapshot: Snapshot<ChatWindow?>, _ show: @Sendable (ChatContent) -> Void) async {
        let window = (try? snapshot.content.get()) ?? nil
        if let window { held = window }
        // A window that was moved down to the newest end follows it from now on.
        if let window, !window.hasLater, case .around = query?.request {
            query?.ask(.newest(max(window.messages.count, MessageWindow.pageSize)))
        }
        show(
            ChatContent(
                window: window,
                connection: snapshot.status.connection,
                problem: DiskProblem(snapshot)
            )
        )
        await markSeenAsRead()
    }

    // MARK: - Writing

    private func send(_ text: String) async throws -> ChatOutcome {
        if let fault = TextFault(of: text) {
            if fault != .empty { keepDraft(text) }
            return .refused(fault)
        }
        do { try await model.send(text, to: chat) } catch {
            keepDraft(text)
            throw error
        }
        // It was emptied with the sending.
        unsavedDraft = nil
        draftPauses.end(0)
        // Who writes wants to see it.
        if held?.hasLater == true { await ask { _ in .newest(MessageWindow.pageSize) } }
        await followedQuery().settle()
        return .sent
    }

    private func resend(_ messages: [MessageID]) async throws {
        for message in messages { try await model.resend(message, in: chat) }
        await followedQuery().settle()
    }

    private func keepDraft(_ text: String) {
        unsavedDraft = text
        draftPauses.renew(0, for: Self.draftPause)
    }

    private func saveDraft() async -> ChatOutcome {
        draftPauses.end(0)
        guard let text = unsavedDraft else { return .done }
        do {
            try await model.saveDraft(text, in: chat)
            if unsavedDraft == text { unsavedDraft = nil }
            return .done
        } catch {
            return .failed(error)
        }
    }

    // MARK: - Scrolling

    /// Shows an earlier page: from the history if it holds one, else from the server.
    private func loadEarlier() async throws {
        guard let before = held, before.hasEarlier else { return }
        if !before.hasStoredEarlier { try await model.loadEarlier(in: chat) }
        await ask { $0.earlier(than: held) }
    }

    private func ask(_ next: (MessageWindow) -> MessageWindow) async {
        let query = await followedQuery()
        let window = next(query.request)
        if window != query.request { query.ask(window) }
        await query.settle()
    }

    // MARK: - Reading

    private func see(_ row: MessageID) async {
        reading.see(row, in: held?.messages ?? [])
        await markSeenAsRead()
    }

    /// A disk that is full leaves a message unread; it is tried again with the next change.
    private func markSeenAsRead() async {
        guard let held, held.isLookedAt, let message = reading.newestSeen(in: held.messages) else { return }
        let isRead = (try? await model.markRead(chat, upTo: message)) ?? false
        if isRead { reading.noteRead(message, in: held.messages) }
    }
}

extension ChatMessage {
    fileprivate var hasFailed: Bool { if case .failed = delivery { true } else { false } }
}
