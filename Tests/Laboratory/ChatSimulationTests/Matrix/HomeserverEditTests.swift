import Foundation
import MatrixTransport
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import ChatSimulation

/// The adapter for Matrix before the simulated homeserver.
@Suite final class HomeserverEditTests: Sendable {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let folder = FileManager.default.temporaryDirectory.appending(path: "homeserver-\(UUID().uuidString)")
    private let environment: ChatEnvironment
    private let server: SimulatedServer
    private let outcome = Mutex<Result<Void, any Error>?>(nil)

    init() throws {
        environment = ChatEnvironment(
            clock: executor.clock,
            now: { Date(timeIntervalSince1970: 1_600_000_000) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
        server = try SimulatedServer(environment: environment)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The adapter of another device.
    private func device(_ name: String) throws -> MatrixTransport {
        let home = folder.appending(path: name)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let network = SimulatedConnection(server: server, environment: environment, conditions: .perfect)
        let world = MatrixWorld(server: server, network: network, environment: environment, folder: home)
        return try world.transport(environment, plant: nil, diskFault: {})
    }

    private func play(_ body: @escaping @Sendable () async throws -> Void) throws {
        Task(executorPreference: executor) { [self] in
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
        }
        _ = executor.run { outcome.withLock { $0 != nil } }
        try outcome.withLock { try $0?.get() }
    }

    @Test func `edits go both ways, and a new device has what they made`() throws {
        try play { [self] in
            let (phone, chat) = (try device("phone"), try #require(await server.chats.first))
            let greeting = try #require(await server.log(of: chat.id).first)
            let start = try await phone.sync(since: nil)
            try await server.contactEdits(greeting.id, to: "Hello again", in: chat.id)
            _ = try await server.send(OutgoingMessage(id: MessageID("born"), chat: chat.id, text: "Hi"))
            let news = try await phone.sync(since: start.next).updates
            #expect(news.flatMap(\.edits).map(\.text) == ["Hello again"])
            #expect(news.flatMap(\.messages).map(\.id.rawValue) == ["born"])

            let edit = OutgoingEdit(id: MessageID("edit"), of: MessageID("born"), in: chat.id, text: "Hi, Ada")
            let made = try await phone.edit(edit)
            #expect(try await phone.edit(edit) == made)
            #expect(await server.log(of: chat.id).map(\.text).prefix(2) == ["Hello again", "Hi, Ada"])

            let messages = try await device("tablet").sync(since: nil).updates.flatMap(\.messages).prefix(2)
            #expect(messages.map(\.text) == ["Hello again", "Hi, Ada"])
            #expect(messages.map(\.edit) == [news.flatMap(\.edits).first, made])
        }
    }

    @Test func `what was taken back, and what another has said, cannot be edited`() throws {
        try play { [self] in
            let (phone, chat) = (try device("phone"), try #require(await server.chats.first))
            _ = try await server.send(OutgoingMessage(id: MessageID("born"), chat: chat.id, text: "Hi"))
            let messages = try await phone.sync(since: nil).updates.flatMap(\.messages)
            try await server.remove(MessageID("born"), in: chat.id)
            for message in messages {
                let edit = OutgoingEdit(id: MessageID("edit \(message.id)"), of: message.id, in: chat.id, text: "No")
                let error = await #expect(throws: ServiceError.self) { try await phone.edit(edit) }
                guard case .refused(.unknownMessage, _)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(await !server.log(of: chat.id).contains { $0.text == "No" })
        }
    }
}
