import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// The transport of one app process. It refuses requests as planned and is cut when the process is killed.
final class SeverableTransport: ChatService, PushSource, SocketSource {
    /// The server's text for messages that the plan makes it refuse.
    static let refusal = "That was rude"
    static let moody = RefusalCode(rawValue: "rude")

    private struct State {
        var isSevered = false
        var count = 0
        var breakers: [Int: CoalescingQueue<Void>] = [:]
    }

    let world: SimulatedWorld
    let witness: TransportWitness
    private let state = Mutex(State())
    let inner: any ChatService & PushSource & SocketSource

    init(world: SimulatedWorld, over inner: any ChatService & PushSource & SocketSource, userView: any UserView) {
        (self.world, self.inner) = (world, inner)
        witness = TransportWitness(world: world, userView: userView)
    }

    /// Blocks all traffic in both directions from now on.
    func sever() {
        state.withLock { $0.isSevered = true }
        breakConnections()
    }

    /// Breaks every open push connection and socket.
    func breakConnections() {
        for breaker in state.withLock({ $0.breakers.sorted { $0.key < $1.key } }) { breaker.value.post(()) }
    }

    /// The simulated homeserver does not count, unlike a real one.
    var countsUnread: Bool { inner.countsUnread && world.matrix == nil }

    /// What this device knows itself; a kill stops its store.
    var encryptionService: (any EncryptionService)? { inner.encryptionService }

    var encryptsNewChats: Bool? { inner.encryptsNewChats }

    func isPartial(_ cursor: SyncCursor) -> Bool { inner.isPartial(cursor.promise.kept) }

    func excess(of text: FormattedText, in chat: ChatID) async -> Int { await inner.excess(of: text, in: chat) }

    func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool { try await inner.canReuse(file, in: chat) }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let page = try await pass("sync \(cursor?.rawValue ?? "")") {
            if world.moods.take(.refusedSync) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            let page = try await inner.sync(since: cursor?.promise.kept)
            return world.moods.take(.endlessSync) ? page.promisingMore(after: cursor) : page
        }
        witness.noteSync(page.updates)
        return page
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await pass("page \(cursor)") {
            if world.moods.take(.refusedPage) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            return try await inner.page(of: chat, before: cursor)
        }
        witness.notePage("\(cursor) of \(chat)")
        witness.noteAnswer([(chat, page.messages)])
        return page
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await pass("contacts \(text)") { try await inner.contacts(matching: text, limit: limit) }
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        try await pass("picture \(contact)") { try await inner.picture(of: contact) }
    }

    func createChat(with name: String) async throws -> ChatHeader {
        try await pass("create \(name)") { try await inner.createChat(with: name) }
    }

    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatHeader {
        try await pass("create \(name)") { try await inner.createChat(with: name, isEncrypted: isEncrypted) }
    }

    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        try await pass("group \(group.id)") { try await inner.createGroup(group) }
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        world.matrix?.encryption?.noteBegun(message.id)
        return try await pass("send \(message.id)") {
            if world.moods.take(.refusedMessage) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            if world.moods.take(.longWait) {
                world.evidence.awaitNotice(ofWaitIn: message.chat)
                throw ServiceError.tryAgain(after: .seconds(3600))
            }
            if let file = message.attachment?.id { try refuse(lost: file, of: message.id) }
            let taken: Message
            do { taken = try await inner.send(message) } catch {
                world.evidence.noteRefusal(error, of: message.id, in: message.chat)
                throw error
            }
            if world.moods.take(.duplicateMessage) {
                world.evidence.with { _ = $0.duplicates.insert(message.id) }
                throw ServiceError.refused(.duplicate, text: "I have it already")
            }
            return taken
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        await world.outside { await witness.checkReceipt(for: message, in: chat, scope) }
        try await pass("read \(message)") {
            if world.moods.take(.refusedReceipt) {
                world.refusals.note(readUpTo: message, in: chat, scope)
                throw ServiceError.refused(Self.moody, text: Self.refusal)
            }
            try await inner.markRead(chat, upTo: message, in: scope)
        }
    }

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        let (message, isDeletion) = (annotation.message, annotation.kind == .deletion)
        world.matrix?.encryption?.noteBegun(annotation.id)
        let doing = annotation.kind.reaction != nil ? "react to" : isDeletion ? "remove" : "edit"
        return try await pass("\(doing) \(message)") {
            do { return try await inner.annotate(annotation) } catch {
                if annotation.kind.text != nil { world.evidence.noteRefusal(error, of: message, in: annotation.chat) }
                throw error
            }
        }
    }

    func change(_ change: ChatChange, in chat: ChatID) async throws {
        try await pass("change \(chat)") { try await inner.change(change, in: chat) }
    }

    func chat(withAlias alias: String) async throws -> ChatID? {
        try await pass("alias") { try await inner.chat(withAlias: alias) }
    }

    func ignoredPeople() async throws -> [Contact] { try await pass("ignored") { try await inner.ignoredPeople() } }

    func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        try await pass("ignore \(person)") { try await inner.setIgnored(isIgnored, person) }
    }

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        try await pass("membership \(chat)") { try await inner.setMembership(membership, in: chat) }
    }

    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        witness.checkTyping(isTyping, in: chat)
        try await pass("typing \(chat)") { try await inner.setTyping(isTyping, in: chat) }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await pass("notifications \(mode) \(chat)") {
            // A server that stores the mode may bring its value back: it refuses, or answers a sync that began before the change.
            defer { if world.matrix != nil { world.evidence.noteModeChange(chat) } }
            if world.moods.take(.refusedMute) {
                world.refusals.note(mode, of: chat)
                throw ServiceError.refused(Self.moody, text: Self.refusal)
            }
            try await inner.setNotifications(mode, in: chat)
            world.refusals.note(nil, of: chat)
        }
    }

    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        try await pass("mark \(mark) \(chat)") { try await inner.set(mark, to: isSet, in: chat) }
    }

    func setPresence(_ presence: Presence) async throws {
        try await pass("presence \(presence)") { try await inner.setPresence(presence) }
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try begin("push")
        if world.moods.take(.refusedPush) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
        try await hold { [self] in
            try await inner.receive { event in await world.inProcess { await hand(event, to: body) } }
        }
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try begin("socket \(chat)")
        try await hold { [self] in
            try await inner.connect(to: chat) { event in await world.inProcess { await hand(event, to: body) } }
        }
    }

    private func hand(_ event: LiveEvent, to body: @Sendable (LiveEvent) async -> Void) async {
        guard !isSevered else { return }
        switch event {
        case .opened: break
        case .typing(let isTyping, let author, let chat):
            world.evidence.noteTyping(isTyping, by: author, in: chat, at: world.time)
        case .updates(let updates): witness.noteLive(updates)
        }
        await body(event)
    }

    var isSevered: Bool { state.withLock { $0.isSevered } }

    /// Records a request, and throws if the transport is cut.
    ///
    /// - Parameter name: The request's name. Requests of one name must be spaced by pauses.
    private func begin(_ name: String) throws {
        if isSevered { throw CancellationError() }
        witness.noteRequest(name)
    }

    /// Performs a request. Depending on the server's mood, it pretends that the request was cancelled or never
    /// answers.
    ///
    /// - Parameter name: The request's name. Requests of one name must be spaced by pauses.
    func pass<Answer>(
        _ name: @autoclosure () -> String,
        _ request: () async throws -> Answer
    ) async throws -> Answer {
        try begin(name())
        if world.moods.take(.pretendsCancellation) { throw CancellationError() }
        let isSilent = world.moods.take(.silence)
        let answer: Answer
        do { answer = try await world.outside { try await request() } } catch {
            world.evidence.note("\(world.time) failed to \(name()): \(error)")
            throw error
        }
        world.evidence.note("\(world.time) answered: \(name())")
        if isSilent { _ = await CoalescingQueue<Never>().takeAll() }
        if isSevered || isSilent { throw CancellationError() }
        return answer
    }

    /// Holds a connection until it ends by itself, is broken, or the caller is cancelled.
    private func hold(_ connect: @Sendable () async throws -> Void) async throws {
        let breaker = CoalescingQueue<Void>()
        let number = state.withLock { state in
            state.count += 1
            state.breakers[state.count] = breaker
            return state.count
        }
        defer { _ = state.withLock { $0.breakers.removeValue(forKey: number) } }
        try await withoutActuallyEscaping(connect) { connect in
            try await world.outside {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await connect() }
                    group.addTask {
                        _ = await breaker.takeAll()
                        throw ServiceError.unreachable
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }
}
