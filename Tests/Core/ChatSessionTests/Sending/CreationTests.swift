import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct CreationTests {
    @Test func `createChat returns a stored chat`() throws {
        let world = try SessionWorld()
        let chat = try world.perform { try await $0.createChat(with: "Zoë") }
        #expect(try world.history().chats.map(\.id) == [chat])
        #expect(try world.history().chats.map(\.contact.name) == ["Zoë"])
    }

    @Test func `createChat returns a stored chat without a request`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(try world.perform { try await $0.createChat(with: "ada lovelace") } == ada.id)
        #expect(world.service.requests(.createChat).isEmpty)
    }

    private static func standing(_ state: ChatState) -> NumberedStanding {
        NumberedStanding(ChatStanding(state: state), number: 1)
    }

    @Test(arguments: [ChatState.left, .removed(by: "Ada", reason: ""), .banned(by: "Ada", reason: "")])
    func `createChat requests a new chat if the user is out of the stored one`(state: ChatState) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        world.push.bring(ChatUpdate(chat: ada, standing: Self.standing(state)))
        world.run(for: .seconds(1))
        #expect(try world.perform { try await $0.createChat(with: "ada lovelace") } != ada.id)
        #expect(world.service.requests(.createChat).map(\.what) == ["ada lovelace"])
    }

    @Test(arguments: [("Bob", "@bob:test"), ("@bob:test", "@bob:test"), ("!chat:test", "!chat:test")])
    func `createChat requests by ID a person whose chat was left, and a room as typed`(name: String, requested: String)
        throws
    {
        let contact = Contact(id: ContactID("@bob:test"), name: "Bob")
        let bob = ChatHeader(id: ChatID("!chat:test"), contact: contact, createdAt: moment(0))
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(ChatUpdate(chat: bob, messages: [message(1)], standing: Self.standing(.left)))
        world.run(for: .seconds(1))
        #expect(try world.perform { try await $0.createChat(with: name) } != bob.id)
        #expect(world.service.requests(.createChat).map(\.what) == [requested])
    }

    @Test func `createChat retries temporary failures and creates one chat`() throws {
        let world = try SessionWorld { script in
            script.after = { request, count in
                if request.kind == .createChat, count < 3 { throw ServiceError.responseLost }
            }
        }
        let chat = try world.perform { try await $0.createChat(with: "Zoë") }
        #expect(try world.history().chats.map(\.id) == [chat])
        #expect(world.service.requests(.createChat).count == 3)
    }

    @Test func `createChat throws a refusal at once`() throws {
        let refusal = ServiceError.refused(.invalidName, text: "No such name")
        let world = try SessionWorld { script in
            script.before = { request, _ in if request.kind == .createChat { throw refusal } }
        }
        #expect(throws: refusal) { try world.perform { try await $0.createChat(with: "?") } }
        #expect(world.service.requests(.createChat).count == 1)
    }

    @Test func `createChat throws at once if the login has ended`() throws {
        let end = ServiceError.unauthorized(text: "You have logged out")
        let world = try SessionWorld { script in
            script.before = { request, _ in if request.kind == .createChat { throw end } }
        }
        #expect(throws: end) { try world.perform { try await $0.createChat(with: "Zoë") } }
        #expect(world.service.requests(.createChat).count == 1)
        #expect(world.seconds < 1)
    }

    @Test func `createChat throws if the server asks for more than the time left`() throws {
        let world = try SessionWorld { script in
            script.before = { request, _ in
                if request.kind == .createChat { throw ServiceError.tryAgain(after: .seconds(3600)) }
            }
        }
        #expect(throws: ServiceError.tryAgain(after: .seconds(3600))) {
            try world.perform { try await $0.createChat(with: "Zoe") }
        }
        #expect(world.seconds < 1)
    }

    @Test func `createChat fails after a minute without the server`() throws {
        let world = try SessionWorld { script in
            script.before = { request, _ in if request.kind == .createChat { throw ServiceError.unreachable } }
        }
        #expect(throws: ServiceError.unreachable) { try world.perform { try await $0.createChat(with: "Zoë") } }
        #expect((55...95).contains(world.seconds))
    }

    @Test(arguments: Seeds.upTo(20)) func `createChat succeeds as soon as the server is back`(seed: UInt64) throws {
        let back = Duration.seconds(20 + Double(seed))
        let world = try SessionWorld(seed: seed) { script in
            script.before = { request, _ in if request.time < back { throw ServiceError.unreachable } }
        }
        _ = try world.perform { try await $0.createChat(with: "Zoë") }
        let first = try #require(world.service.requests.first { $0.time >= back })
        let made = try #require(world.service.requests(.createChat).first { $0.time >= back })
        #expect(made.time - first.time < .seconds(1), "waited on although the server was back")
    }

    @Test func `createChat ends after a minute even if its last request is never answered`() throws {
        let world = try SessionWorld { script in
            (script.silent, script.answeredCount) = ([.createChat], 1)
            script.before = { request, _ in
                if request.kind == .createChat { throw ServiceError.tryAgain(after: .seconds(40)) }
            }
        }
        #expect(throws: ServiceError.responseLost) { try world.perform { try await $0.createChat(with: "Zoë") } }
        #expect((59...61).contains(world.seconds))
    }

    @Test(arguments: [
        ("#garden:test", true), ("garden:test", false), ("#garden", false),
        ("#:" + String(repeating: "x", count: Limits.idBytes - 2), true),
        ("#:" + String(repeating: "x", count: Limits.idBytes - 1), false),
    ])
    func `an alias of a usable length is looked up, and its chat found if it is stored`(alias: String, isAlias: Bool)
        throws
    {
        let world = try SessionWorld(holding: [message(1)]) { $0.aliased = ada.id }
        world.run(for: .seconds(1))
        #expect(try world.perform { try await $0.chat(withAlias: alias) } == (isAlias ? ada.id : nil))
        #expect(world.service.requests(.alias).map(\.what) == (isAlias ? [alias] : []))
        world.service.script.aliased = ChatID("elsewhere")
        #expect(try world.perform { try await $0.chat(withAlias: alias) } == nil)
    }
}
