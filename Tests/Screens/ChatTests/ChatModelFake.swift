import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import SimulationKit
import Synchronization

@testable import Chat

/// One chat in memory, with earlier pages at a server.
final class ChatModelFake: ChatModel {
    enum Call: Equatable {
        case send(String)
        case sendFile(String, text: String)
        case download(MessageID)
        case cancelDownload(MessageID)
        case resend(MessageID)
        case resendAll
        case delete(MessageID)
        case edit(MessageID, to: String)
        case saveFile(MessageID, to: String)
        case react(MessageID, String)
        case forward(MessageID, to: String, note: String?)
        case reply(MessageID, String)
        case ask(Poll)
        case vote(MessageID, [Int])
        case endPoll(MessageID)
        case setMuted(Bool)
        case set(ChatMark, Bool)
        case setMembership(ChatMembership)
        case change(ChatChange)
        case changeEncryption(EncryptionChange)
        case markRead(MessageID)
        case markRestRead
        case loadEarlier
        case saveDraft(String)
        case saveUnfinished(String, DraftTarget)
    }

    struct State {
        /// The held messages; `nil` if there is no such chat.
        var messages: [ChatMessage]?
        /// The server's earlier pages, of which the last is loaded next.
        var pages: [[ChatMessage]] = []
        var draft = ""
        var unfinished: [UnfinishedText] = []
        var status = ModelStatus(connection: .well)
        var isLookedAt = true
        var isMuted = false
        var modes: [NotificationMode] = []
        var marks: Set<ChatMark> = []
        var group: GroupState?
        var standing = ChatStanding()
        var typingAuthors: [String] = []
        var typingCount = 0
        var typingEndCount = 0
        var readFailure: StorageProblem?
        var writeFailure: StorageProblem?
        var fileFailure: FileError?
        /// The titles of the chats to which messages can be forwarded, by name.
        var forwardTargets: [String: String] = [:]
        var copyDelay = Duration.zero
        var pageFailure: ServiceError?
        /// How many attempts to load a page end before a message has come.
        var emptyAttempts = 0
        var membershipFailure: ServiceError?
        var encryption: ChatEncryption?
        var hasUnreadRest = false
        var readDelay = Duration.zero
        var writeDelay = Duration.zero
        var pageDelay = Duration.zero
        fileprivate(set) var calls: [Call] = []
        fileprivate(set) var windows: [MessageWindow] = []
        fileprivate(set) var connections: [String] = []
    }

    let part: TimelinePart
    private let state: Mutex<State>
    private let clock: VirtualClock
    private let feed = QueryFeedFake()

    init(_ messages: [ChatMessage]? = [], of part: TimelinePart = .main, clock: VirtualClock = VirtualClock()) {
        self.part = part
        state = Mutex(State(messages: messages))
        self.clock = clock
    }

    /// The calls, except reading and connecting.
    var calls: [Call] { state.withLock { $0.calls } }
    /// The calls, except those that save drafts.
    var sends: [Call] {
        calls.filter { call in
            switch call {
            case .saveDraft, .saveUnfinished: false
            default: true
            }
        }
    }
    /// The notification modes that were set.
    var modes: [NotificationMode] { state.withLock { $0.modes } }
    /// The number of typing reports.
    var typingCount: Int { state.withLock { $0.typingCount } }
    var typingEndCount: Int { state.withLock { $0.typingEndCount } }
    /// The window of each read.
    var windows: [MessageWindow] { state.withLock { $0.windows } }
    /// "connect" and "disconnect" with the chat's id, as they happened.
    var connections: [String] { state.withLock { $0.connections } }
    var draft: String { state.withLock { $0.draft } }
    var unfinished: [UnfinishedText] { state.withLock { $0.unfinished } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    /// Changes the state and invalidates the queries.
    func change(_ body: (inout sending State) -> Void) {
        changeUnseen(body)
        feed.invalidate()
    }

    /// Changes the state without invalidating the queries.
    func changeUnseen(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
    }

    func messages(of chat: ChatID, _ window: MessageWindow) -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>> {
        feed.query(window) { await self.read($0) }
    }

    func connect(to chat: ChatID) async {
        state.withLock { $0.connections.append("connect \(chat)") }
        _ = await CoalescingQueue<Never>().takeAll()
        state.withLock { $0.connections.append("disconnect \(chat)") }
    }

    @discardableResult
    func send(_ text: String, to chat: ChatID) async throws -> MessageID {
        try await write(.send(text)) { state in
            let message = mine("sent-\(state.messages?.count ?? 0)", text: text, delivery: .sending)
            state.messages?.append(message)
            state.draft = ""
            return message.id
        }
    }

    @discardableResult
    func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID {
        let delay = state.withLock { $0.copyDelay }
        let sent = try await write(.sendFile(path, text: text), after: delay) { state -> Result<MessageID, FileError> in
            if let failure = state.fileFailure { return .failure(failure) }
            let file = AttachedFile(id: FileID(""), name: path, type: "text/plain", byteCount: 9)
            let message = mine("sent-\(state.messages?.count ?? 0)", text: text, file: file, delivery: .sending)
            state.messages?.append(message)
            if state.draft == text { state.draft = "" }
            return .success(message.id)
        }
        return try sent.get()
    }

    func download(_ message: MessageID, in chat: ChatID) async throws {
        try await write(.download(message)) { $0.fileFailure.map(Result<Void, FileError>.failure) ?? .success(()) }
            .get()
    }

    func cancelDownload(of message: MessageID, in chat: ChatID) async throws {
        try await write(.cancelDownload(message)) { _ in }
    }

    func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws {
        try await write(.saveFile(message, to: path)) { $0.fileFailure.map(Result.failure) ?? .success(()) }.get()
    }

    func forward(_ message: MessageID, of chat: ChatID, toChatNamed name: String, note: String?) async throws -> String?
    {
        try await write(.forward(message, to: name, note: note)) { $0.forwardTargets[name] }
    }

    func resend(_ message: MessageID, in chat: ChatID) async throws {
        try await write(.resend(message)) { state in
            state.messages?.removeAll { $0.id == message }
            state.messages?.append(mine(message.rawValue, delivery: .sending))
        }
    }

    func resendAll(in chat: ChatID) async throws {
        try await write(.resendAll) { state in
            func hasFailed(_ message: ChatMessage) -> Bool {
                if case .failed = message.delivery { true } else { false }
            }
            let failed = state.messages?.filter(hasFailed) ?? []
            state.messages?.removeAll(where: hasFailed)
            state.messages? += failed.map { mine($0.id.rawValue, delivery: .sending) }
        }
    }

    func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await write(.delete(message)) { $0.messages?.removeAll { $0.id == message } }
    }

    func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws {
        try await write(.edit(message, to: text)) { $0.keep("", of: .edit(of: message)) }
    }

    func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID {
        try await write(.reply(message, text)) { state in
            state.messages?.append(mine("reply", delivery: .sending))
            state.keep("", of: .reply(to: message))
            return MessageID("reply")
        }
    }

    func react(_ text: String, to message: MessageID, in chat: ChatID) async throws {
        try await write(.react(message, text)) { _ in }
    }

    func send(_ poll: Poll, to chat: ChatID) async throws -> MessageID {
        try await write(.ask(poll)) { _ in }
        return MessageID("poll")
    }

    func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws {
        try await write(.vote(message, answers)) { _ in }
    }

    func endPoll(_ message: MessageID, in chat: ChatID) async throws {
        try await write(.endPoll(message)) { _ in }
    }

    func mention(before message: MessageID?, in chat: ChatID) async throws -> MessageID? {
        state.withLock { state in
            let mentions = (state.messages ?? []).filter(\.mentionsMe).map(\.id)
            guard let message else { return mentions.last }
            return mentions.prefix { $0 != message }.last
        }
    }

    func loadMessages(since time: Date, in chat: ChatID) async throws {
        while state.withLock({ ($0.messages?.first?.time ?? .distantPast) >= time && !$0.pages.isEmpty }) {
            try await loadEarlier(in: chat)
        }
    }

    func firstMessage(since time: Date, in chat: ChatID) async throws -> MessageID? {
        state.withLock { $0.messages?.first { $0.time >= time }?.id }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        state.withLock { $0.modes.append(mode) }
        try await write(.setMuted(mode == .muted)) { $0.isMuted = mode == .muted }
    }

    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        try await write(.set(mark, isSet)) { state in
            if isSet { state.marks.insert(mark) } else { state.marks.remove(mark) }
        }
    }

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await write(.setMembership(membership)) { $0.membershipFailure.map(Result.failure) ?? .success(()) }.get()
    }

    func change(_ change: ChatChange, in chat: ChatID) async throws {
        try await write(.change(change)) { $0.membershipFailure.map(Result.failure) ?? .success(()) }.get()
    }

    func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws {
        try await write(.changeEncryption(change)) { $0.membershipFailure.map(Result.failure) ?? .success(()) }.get()
    }

    func noteTyping(in chat: ChatID) { state.withLock { $0.typingCount += 1 } }
    func endTyping(in chat: ChatID) { state.withLock { $0.typingEndCount += 1 } }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try await write(.markRead(message)) { state in
            guard state.isLookedAt else { return false }
            if let last = state.messages?.firstIndex(where: { $0.id == message }) {
                state.messages = state.messages?.enumerated().map { $0 > last ? $1 : $1.whenRead }
            }
            return true
        }
    }

    func loadEarlier(in chat: ChatID) async throws {
        let delay = state.withLock { state in
            state.calls.append(.loadEarlier)
            return state.pageDelay
        }
        try await pause(delay)
        if let failure = state.withLock({ $0.pageFailure }) { throw failure }
        let isStillLoading = state.withLock { state in
            defer { state.emptyAttempts = max(0, state.emptyAttempts - 1) }
            return state.emptyAttempts > 0
        }
        if isStillLoading { throw SessionError.stillLoading }
        change { if let page = $0.pages.popLast() { $0.messages?.insert(contentsOf: page, at: 0) } }
    }

    func markRestRead(in chat: ChatID) {
        change { state in
            state.calls.append(.markRestRead)
            state.hasUnreadRest = false
        }
    }

    func saveDraft(_ text: String, of target: DraftTarget?, in chat: ChatID) async throws {
        guard let target else { return try await write(.saveDraft(text)) { $0.draft = text } }
        try await write(.saveUnfinished(text, target)) { $0.keep(text, of: target) }
    }

    private func read(_ window: MessageWindow) async -> QueryResult<ChatWindow?> {
        let delay = state.withLock { state in
            state.windows.append(window)
            return state.readDelay
        }
        try? await pause(delay)
        return state.withLock { state in
            if let failure = state.readFailure { return QueryResult(.failure(failure), status: state.status) }
            return QueryResult(.success(state.window(window)), status: state.status)
        }
    }

    /// Writes even if the caller's task was cancelled.
    private func write<Result: Sendable>(
        _ call: Call,
        after preparation: Duration = .zero,
        _ body: (inout State) -> Result
    ) async throws -> Result {
        let delay = state.withLock { state in
            state.calls.append(call)
            return state.writeDelay
        }
        try? await pause(delay + preparation)
        let result = try state.withLock { state in
            if let failure = state.writeFailure { throw failure }
            return body(&state)
        }
        feed.invalidate()
        return result
    }

    private func pause(_ delay: Duration) async throws {
        if delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
    }
}

extension ChatModelFake.State {
    fileprivate mutating func keep(_ text: String, of target: DraftTarget) {
        unfinished.removeAll { $0.target == target }
        if !text.isEmpty { unfinished.append(UnfinishedText(target, text)) }
    }

    fileprivate func window(_ window: MessageWindow) -> ChatWindow? {
        guard let messages else { return nil }
        let shown = messages.range(of: window)
        var found = ChatWindow(
            contact: ada,
            group: group,
            standing: standing,
            messages: Array(messages[shown]),
            hasStoredEarlier: shown.lowerBound > 0,
            hasEarlier: shown.lowerBound > 0 || !pages.isEmpty,
            hasLater: shown.upperBound < messages.count,
            firstUnread: messages.first(where: \.isUnread)?.id,
            draft: draft,
            unfinished: unfinished,
            isLookedAt: isLookedAt,
            notifications: isMuted ? .muted : .all,
            marks: marks,
            typingAuthors: typingAuthors,
            encryption: encryption
        )
        found.hasUnreadRest = hasUnreadRest
        return found
    }
}

extension [ChatMessage] {
    fileprivate func range(of window: MessageWindow) -> Range<Int> {
        switch window {
        case .newest(let size):
            return Swift.max(0, count - size)..<count
        case .around(let message, let before, let after):
            guard let index = lastIndex(where: { $0.id == message }) else {
                return range(of: .newest(before + after + 1))
            }
            return Swift.max(0, index - before)..<Swift.min(count, index + after + 1)
        }
    }
}

extension ChatMessage {
    fileprivate var whenRead: ChatMessage {
        ChatMessage(
            id: id,
            author: author,
            senderName: senderName,
            text: text,
            imageCount: imageCount,
            attachment: attachment,
            transfer: transfer,
            isDeleted: isDeleted,
            isEdited: isEdited,
            editFailure: editFailure,
            time: time,
            position: position,
            delivery: delivery,
            followsGap: followsGap
        )
    }
}
