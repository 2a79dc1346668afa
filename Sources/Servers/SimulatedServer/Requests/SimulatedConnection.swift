public import ChatTypes
public import RuntimeKit
public import Transport

/// An app's connection to a simulated server, over a network of any quality.
public final class SimulatedConnection: ChatService {
    private let server: SimulatedChatServer
    private let network: SimulatedNetwork
    private let sources: SimulatedSources

    /// Creates a connection in these conditions.
    public init(server: SimulatedChatServer, environment: ChatEnvironment, conditions: NetworkConditions) {
        self.server = server
        network = SimulatedNetwork(environment: environment, conditions: conditions)
        sources = SimulatedSources(server: server, network: network)
    }

    /// The network's conditions, which may change at any time. Open connections keep their drawn end.
    public var conditions: NetworkConditions {
        get { network.conditions }
        set { network.conditions = newValue }
    }

    public func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        try await request { try await server.sync(since: cursor) }
    }

    public func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let isEmpty = network.drawEmptyPage()
        return try await request { try await server.page(of: chat, before: cursor, isEmpty: isEmpty) }
    }

    public func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await request { ContactDirectory.contacts(matching: text, limit: limit) }
    }

    public func picture(of contact: ContactID) async throws -> Picture? {
        try await request { await server.picture(of: contact) }
    }

    public func createChat(with name: String) async throws -> ChatHeader {
        try await request { try await server.createChat(with: name) }
    }

    public func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        try await request { try await server.createGroup(group) }
    }

    public func send(_ message: OutgoingMessage) async throws -> Message {
        try await request { try await server.send(message) }
    }

    public func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        try await request { try await server.markRead(chat, upTo: message, in: scope) }
    }

    @discardableResult
    public func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        try await request { try await server.annotate(annotation) }
    }

    public func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        try await request { try await server.setTyping(isTyping, in: chat) }
    }

    public func setPresence(_ presence: Presence) async throws {
        try await request { await server.setPresence(presence) }
    }

    @discardableResult
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        try await request { try await server.setMembership(membership, in: chat) }
        return nil
    }

    public func change(_ change: ChatChange, in chat: ChatID) async throws {
        try await request { try await server.change(change, in: chat) }
    }

    /// Returns the people that can be found, without a network in between.
    package func people(matching text: String, limit: Int) -> [Contact] {
        ContactDirectory.contacts(matching: text, limit: limit)
    }

    /// Sends a request: half of the round trip passes before the server executes it, half after.
    package func request<Answer: Sendable>(_ ask: () async throws -> Answer) async throws -> Answer {
        let (fate, way) = (network.drawFate(), network.drawRoundTrip() / 2)
        try await network.stopwatch.sleep(for: way)
        if fate == .requestLost || network.isServerAway {
            try await network.stopwatch.sleep(for: way)
            throw ServiceError.unreachable
        }
        let outcome: Result<Answer, any Error>
        do {
            if fate == .busy { throw ServiceError.tryAgain(after: network.drawPatience()) }
            outcome = .success(try await ask())
        } catch let error as ServiceError {
            outcome = .failure(error)
        } catch {
            // The server could not write its journal.
            outcome = .failure(ServiceError.tryAgain(after: .seconds(3)))
        }
        try await network.stopwatch.sleep(for: way)
        if fate == .responseLost || network.isServerAway { throw ServiceError.responseLost }
        return try outcome.get()
    }
}

extension SimulatedConnection: PushSource, SocketSource {
    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await sources.receive(body)
    }

    public func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await sources.connect(to: chat, body)
    }
}

/// Transfers of files. Each part is a request of its own, which may be lost, refused, or executed without a response.
extension SimulatedConnection {
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        // Asks first, because the server may already have a part of the file, or all of it.
        var (part, offset): ([UInt8], Int64) = ([], 0)
        while true {
            let (bytes, start) = (part, offset)
            switch try await request({ try await server.receive(bytes, at: start, of: file) }) {
            case .whole(let id): return id
            case .reached(let reached):
                offset = reached
                part = try await read(offset, Limits.filePartBytes)
                // The file has become shorter, so the bytes on the server are useless.
                if part.isEmpty { throw ServiceError.damagedFile }
            }
        }
    }

    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        var offset = offset
        while true {
            let start = offset
            let part = try await request { try await server.part(of: file, at: start) }
            if !part.isEmpty { try await receive(part) }
            if part.count < Limits.filePartBytes { return }
            offset += Int64(part.count)
        }
    }
}
