import ChatTypes
import Foundation
import RuntimeKit
import Synchronization
import Transport

/// A small server that keeps a log for each chat, answers after a moment, and fails as its script says.
final class ServiceFake: ChatService {
    enum Kind: Hashable, Sendable {
        case sync, page, send, markRead, remove, edit, react, typing, presence, createChat, upload, download, mute,
            mark,
            membership, ignoring, alias
    }

    struct Request: Hashable, Sendable {
        let kind: Kind
        /// The cursor, message, presence or name of the request.
        let what: String
        let time: Duration
    }

    struct Script: Sendable {
        /// Called before a request takes effect, with the number of requests of that kind; throws to lose or refuse it.
        var before: @Sendable (Request, Int) throws -> Void = { _, _ in }
        /// Called after a request took effect; throws to lose its response.
        var after: @Sendable (Request, Int) throws -> Void = { _, _ in }
        var sendAnswer: (@Sendable (OutgoingMessage, Int) -> Message)?
        var pageAnswer: (@Sendable (PageCursor, Int) -> MessagePage)?
        var syncAnswer: (@Sendable (SyncCursor?, Int) -> SyncPage)?
        /// The kinds of requests that are never answered.
        var silent: Set<Kind> = []
        /// The number of requests of each silent kind that are answered at first.
        var answeredCount = 0
        var people: [Contact]?
        var ignored: [Contact] = []
        var picture: Picture?
        var pageSize = 3
        /// The factor by which responses are slower.
        var slowness = 1
        var syncLimit = 20
        /// Whether `syncAnswer` states unread counts.
        var countsUnread = false
        /// The bytes of the longest text.
        var textLimit = Int.max
        var encryption: EncryptionFake?
        /// Whether its cursors leave out a part of the account that is still to come.
        var isPartial = false
        /// Whether a chat may use the files of others.
        var canReuse = true
        /// The chat of every alias.
        var aliased: ChatID?
        /// The number of the user's standing after each change of it.
        var standingNumber: Int64?
    }

    private struct State {
        var logs: [ChatID: [Message]] = [:]
        var headers: [ChatHeader] = [ada, ben]
        var receipts: [ReadReceipt] = []
        var annotations: [MessageID: Annotation] = [:]
        /// Uploaded files by id, the ids by message, and the bytes of unfinished uploads.
        var files: [FileID: [UInt8]] = [:]
        var places: [MessageID: FileID] = [:]
        var unfinished: [MessageID: [UInt8]] = [:]
        var requests: [Request] = []
        var requestCounts: [Kind: Int] = [:]
        var script = Script()
    }

    var countsUnread: Bool { state.withLock(\.script.countsUnread) }
    var encryptionService: (any EncryptionService)? { state.withLock(\.script.encryption) }

    func isPartial(_ cursor: SyncCursor) -> Bool { state.withLock(\.script.isPartial) }

    func excess(of text: FormattedText, in chat: ChatID) async -> Int {
        max(0, text.text.utf8.count - state.withLock(\.script.textLimit))
    }

    func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool { state.withLock(\.script.canReuse) }

    private let environment: ChatEnvironment
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    init(environment: ChatEnvironment, now: @escaping @Sendable () -> Duration) {
        (self.environment, self.now) = (environment, now)
    }

    var script: Script {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    var requests: [Request] { state.withLock { $0.requests } }

    func requests(_ kind: Kind) -> [Request] { requests.filter { $0.kind == kind } }

    /// The receipts that it has accepted.
    var receipts: [ReadReceipt] { state.withLock { $0.receipts } }

    func log(of chat: ChatHeader = ada) -> [Message] { state.withLock { $0.logs[chat.id] ?? [] } }

    /// Adds messages to a log, as at the beginning or from another client.
    func hold(_ messages: [Message], in chat: ChatHeader = ada) {
        state.withLock { $0.logs[chat.id, default: []] += messages }
    }

    /// Takes over the logs and files of another server, but no requests.
    func goOn(from other: ServiceFake) {
        let held = other.state.withLock { $0 }
        state.withLock { state in
            state.logs = held.logs
            (state.files, state.places, state.unfinished) = (held.files, held.places, held.unfinished)
        }
    }

    /// Loses all files.
    func forgetFiles() {
        state.withLock { ($0.files, $0.places, $0.unfinished) = ([:], [:], [:]) }
    }

    var files: [FileID: [UInt8]] {
        get { state.withLock { $0.files } }
        set { state.withLock { $0.files = newValue } }
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        try await answer(.sync, cursor?.rawValue ?? "") { state, count in
            if let answer = state.script.syncAnswer { return answer(cursor, count) }
            // A cursor is the number of messages sent of each log.
            let told = (cursor?.rawValue ?? "0,0").split(separator: ",").map { Int($0) ?? 0 }
            let updates = state.headers.prefix(2).enumerated().compactMap { index, header -> ChatUpdate? in
                let fresh = (state.logs[header.id] ?? []).dropFirst(told[index]).suffix(state.script.syncLimit)
                return fresh.isEmpty ? nil : ChatUpdate(chat: header, messages: Array(fresh))
            }
            let reached = state.headers.prefix(2).map { "\(state.logs[$0.id]?.count ?? 0)" }.joined(separator: ",")
            return SyncPage(updates: updates, next: SyncCursor(reached), isComplete: true)
        }
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        try await answer(.page, cursor.rawValue) { state, count in
            if let answer = state.script.pageAnswer { return answer(cursor, count) }
            let log = state.logs[chat] ?? []
            let end = log.firstIndex { $0.predecessor?.cursor == cursor } ?? 0
            let stretch = log[..<end].suffix(state.script.pageSize)
            return MessagePage(messages: Array(stretch), next: stretch.first?.predecessor?.cursor)
        }
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        try await answer(.send, message.id.rawValue) { state, count in
            if let answer = state.script.sendAnswer { return answer(message, count) }
            let log = state.logs[message.chat] ?? []
            if let known = log.first(where: { $0.id == message.id }) { return known }
            if let file = message.attachment, state.files[file.id] == nil {
                throw ServiceError.refused(.unknownFile, text: "No such file")
            }
            let sent = ChatTypes.Message(
                id: message.id,
                author: .me,
                text: message.text,
                spans: message.spans,
                imageCount: message.attachment?.isPicture == true ? 1 : 0,
                attachment: message.attachment,
                poll: message.poll,
                thread: message.thread,
                sentAt: moment(1000 + Double(log.count)),
                position: Position((log.last?.position.rawValue ?? 0) + 10),
                predecessor: log.last.map {
                    Predecessor(position: $0.position, cursor: PageCursor("before \(message.id)"))
                }
            )
            state.logs[message.chat, default: []].append(sent)
            return sent
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        try await answer(.markRead, message.rawValue) { state, _ in
            state.receipts.append(ReadReceipt(reader: .me, message: message, scope: scope))
        }
    }

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        let kind: Kind = annotation.kind.reaction != nil ? .react : annotation.kind == .deletion ? .remove : .edit
        return try await answer(kind, annotation.message.rawValue) { state, _ in
            if let known = state.annotations[annotation.id] { return known }
            let made = Annotation(
                author: .me,
                message: annotation.message,
                kind: annotation.kind,
                number: annotation.kind == .deletion ? 0 : Int64(state.annotations.count) + 1
            )
            if annotation.kind != .deletion { state.annotations[annotation.id] = made }
            state.logs[annotation.chat] = state.logs[annotation.chat]?.map { message in
                message.id == annotation.message ? message.annotated(by: made) : message
            }
            return made
        }
    }

    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        try await answer(.typing, "\(isTyping) \(chat)") { _, _ in }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await answer(.mute, "\(mode.rawValue) \(chat)") { _, _ in }
    }

    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        try await answer(.mark, "\(mark.rawValue) \(isSet) \(chat)") { _, _ in }
    }

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        try await answer(.membership, "\(membership) \(chat)") { _, _ in }
        return state.withLock(\.script.standingNumber)
    }

    func change(_ change: ChatChange, in chat: ChatID) async throws {
        try await answer(.membership, "\(change) \(chat)") { _, _ in }
    }

    func chat(withAlias alias: String) async throws -> ChatID? {
        try await answer(.alias, alias) { state, _ in state.script.aliased }
    }

    func ignoredPeople() async throws -> [Contact] { state.withLock(\.script.ignored) }

    func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        try await answer(.ignoring, "\(isIgnored) \(person.rawValue)") { _, _ in }
    }

    func setPresence(_ presence: Presence) async throws {
        try await answer(.presence, presence.rawValue) { _, _ in }
    }

    func createChat(with name: String) async throws -> ChatHeader {
        try await answer(.createChat, name) { state, _ in
            if let known = state.headers.first(where: { $0.contact.name == name }) { return known }
            let id = "new-\(state.headers.count)"
            let header = ChatHeader(
                id: ChatID(id),
                contact: Contact(id: ContactID(id), name: name),
                createdAt: moment(0)
            )
            state.headers.append(header)
            return header
        }
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        state.withLock { $0.script.people ?? $0.headers.map(\.contact).filter { $0.matches(text) } }
    }

    func picture(of contact: ContactID) async throws -> Picture? { script.picture }

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        var (part, offset): ([UInt8], Int) = ([], 0)
        while true {
            let (bytes, start) = (part, offset)
            let (place, reached) = try await answer(.upload, "\(file.id) \(start)") { state, _ in
                if let place = state.places[file.id] { return (place, 0) as (FileID?, Int) }
                if state.unfinished[file.id]?.count ?? 0 == start { state.unfinished[file.id, default: []] += bytes }
                let count = state.unfinished[file.id]?.count ?? 0
                guard count == file.byteCount else { return (nil, count) }
                let place = FileID("place-\(state.files.count)")
                (state.files[place], state.places[file.id]) = (state.unfinished[file.id], place)
                return (place, count)
            }
            if let place { return place }
            offset = reached
            part = try await read(Int64(offset), Self.partBytes)
            if part.isEmpty { throw ServiceError.refused(.damagedFile, text: "Too short") }
        }
    }

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        var offset = Int(offset)
        while true {
            let start = offset
            let part = try await answer(.download, "\(file) \(start)") { state, _ in
                guard let bytes = state.files[file] else {
                    throw ServiceError.refused(.unknownFile, text: "No such file")
                }
                return Array(bytes.dropFirst(start).prefix(Self.partBytes))
            }
            if part.isEmpty { return }
            try await receive(part)
            offset += part.count
        }
    }

    static let partBytes = 1000

    private func answer<Answer: Sendable>(
        _ kind: Kind,
        _ what: String,
        _ obey: @Sendable (inout State, Int) throws -> Answer
    ) async throws -> Answer {
        let request = Request(kind: kind, what: what, time: now())
        let (script, count) = state.withLock { state in
            state.requests.append(request)
            state.requestCounts[kind, default: 0] += 1
            return (state.script, state.requestCounts[kind, default: 0])
        }
        try await pause()
        if script.silent.contains(kind), count > script.answeredCount { _ = await CoalescingQueue<Never>().takeAll() }
        try script.before(request, count)
        let answer = try state.withLock { try obey(&$0, count) }
        try await pause()
        try script.after(request, count)
        return answer
    }

    private func pause() async throws {
        let pause = environment.random.duration(in: .milliseconds(5) ... .milliseconds(30))
        try await environment.clock.sleep(for: pause * script.slowness)
    }
}

/// A server that creates groups only.
struct GroupService: ChatService {
    let create: @Sendable (OutgoingGroup) throws -> ChatHeader

    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader { try create(group) }
    func sync(since cursor: SyncCursor?) async throws -> SyncPage { throw ServiceError.unreachable }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
