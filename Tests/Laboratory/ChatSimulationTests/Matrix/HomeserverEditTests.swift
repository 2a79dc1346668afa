import ChatTypes
import MatrixTransport
import SimulatedServer
import Testing
import Transport

@testable import ChatSimulation

/// Edits through the Matrix adapter and the simulated homeserver.
@Suite final class HomeserverEditTests: Sendable {
    private let stage: HomeserverStage

    init() throws { stage = try HomeserverStage() }

    @Test func `edits are sent in both directions and reach a new device`() throws {
        try stage.play { [stage] in
            let (phone, chat) = (try stage.device("phone"), try #require(await stage.server.chats.first))
            let greeting = try #require(await stage.server.log(of: chat.id).first)
            let start = try await phone.sync(since: nil)
            try await stage.server.contactEdits(greeting.id, to: "Hello again", in: chat.id)
            _ = try await stage.server.send(OutgoingMessage(id: MessageID("born"), chat: chat.id, text: "Hi"))
            let news = try await phone.sync(since: start.next).updates
            #expect(news.flatMap(\.annotations).map(\.kind.text) == ["Hello again"])
            #expect(news.flatMap(\.messages).map(\.id.rawValue) == ["born"])

            let edit = OutgoingAnnotation(
                id: MessageID("edit"),
                of: MessageID("born"),
                in: chat.id,
                kind: .edit(text: "Hi, Ada")
            )
            let made = try await phone.annotate(edit)
            #expect(try await phone.annotate(edit) == made)
            #expect(await stage.server.log(of: chat.id).map(\.text).prefix(2) == ["Hello again", "Hi, Ada"])

            let messages = try await stage.device("tablet").sync(since: nil).updates.flatMap(\.messages).prefix(2)
            #expect(messages.map(\.text) == ["Hello again", "Hi, Ada"])
            #expect(messages.map(\.edit) == [news.flatMap(\.annotations).first, made])
        }
    }

    @Test func `editing a deleted message or another user's message is refused`() throws {
        try stage.play { [stage] in
            let (phone, chat) = (try stage.device("phone"), try #require(await stage.server.chats.first))
            _ = try await stage.server.send(OutgoingMessage(id: MessageID("born"), chat: chat.id, text: "Hi"))
            let messages = try await phone.sync(since: nil).updates.flatMap(\.messages)
            try await stage.server.annotate(.deletion(of: MessageID("born"), in: chat.id))
            for message in messages {
                let edit = OutgoingAnnotation(
                    id: MessageID("edit \(message.id)"),
                    of: message.id,
                    in: chat.id,
                    kind: .edit(text: "No")
                )
                let error = await #expect(throws: ServiceError.self) { try await phone.annotate(edit) }
                guard case .refused(.unknownMessage, _)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(await !stage.server.log(of: chat.id).contains { $0.text == "No" })
        }
    }
}
