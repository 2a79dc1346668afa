import ChatSession
import ChatStore
import ChatTypes
import Testing

@Suite struct MembershipTests {
    private static let refusal = ServiceError.refused(.noMembership, text: "Leave the room first")

    /// Lets Eve invite the user to the chat.
    private func invite(in world: SessionWorld, number: Int64 = 5) throws {
        let invited = ChatState.invited(by: "Eve (@eve:test)", toGroup: false)
        let update = ChatUpdate(chat: ada, standing: NumberedStanding(ChatStanding(state: invited), number: number))
        try world.perform { try await $0.withDatabase { try $0.write { _ = try $0.apply(update, announcing: false) } } }
    }

    @Test func `a forgotten chat is deleted once the server has accepted it`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .membership, count == 1 { throw Self.refusal }
            }
        }
        world.run(for: .seconds(1))
        func forget() throws { try world.perform { try await $0.setMembership(.forget, in: ada.id) } }
        #expect(throws: Self.refusal) { try forget() }
        #expect(try world.perform { try await $0.read { try $0.chat(ada.id) } } != nil)
        try forget()
        #expect(try world.perform { try await $0.read { try $0.chat(ada.id) } } == nil)
        #expect(try world.perform { try await $0.read { try $0.unreadCount() } } == 0)
    }

    @Test func `a text, a file or a poll to an invitation is refused, and nothing is queued`() throws {
        let world = try SessionWorld(holding: [message(1)])
        try invite(in: world)
        let refusal = SessionError.notJoined("Eve (@eve:test) invites you to a chat")
        #expect(throws: refusal) { try world.perform { try await $0.send("secret", to: ada.id) } }
        #expect(throws: refusal) { try world.perform { try await $0.reply("secret", to: MessageID("m1"), in: ada.id) } }
        let original = try Original(10)
        #expect(throws: refusal) { try world.send(original) }
        let poll = Poll(question: "Lunch?", answers: ["a", "b"].map { .init(id: $0, text: $0) })
        #expect(throws: refusal) { try world.perform { try await $0.send(poll, inThread: nil, to: ada.id) } }
        try world.perform {
            try await $0.withDatabase {
                try $0.write { _ = try $0.apply(news([message(1)], of: ben), announcing: false) }
            }
        }
        #expect(throws: refusal) {
            try world.perform { try await $0.forward(MessageID("m1"), of: ben.id, to: ada.id) }
        }
        #expect(try world.perform { try await $0.read { try $0.chatsWithOutbox() } } == [])
        #expect(world.service.requests(.send).isEmpty)
    }

    @Test func `a text can follow once the server has accepted a join, before a sync says so`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .membership, count == 1 { throw Self.refusal }
            }
        }
        try invite(in: world)
        func join() throws { try world.perform { try await $0.setMembership(.join, in: ada.id) } }
        func send() throws { _ = try world.perform { try await $0.send("hello", to: ada.id) } }
        #expect(throws: Self.refusal) { try join() }
        #expect(throws: SessionError.notJoined("Eve (@eve:test) invites you to a chat")) { try send() }
        try join()
        try send()
        #expect(try world.perform { try await $0.read { try $0.standing(in: ada.id) } }?.state == .joined)
    }

    @Test func `an invitation that comes once more after it was accepted refuses no text`() throws {
        let world = try SessionWorld(holding: [message(1)]) { $0.standingNumber = 8 }
        try invite(in: world)
        try world.perform { try await $0.setMembership(.join, in: ada.id) }
        try invite(in: world, number: 7)
        _ = try world.perform { try await $0.send("hello", to: ada.id) }
        try invite(in: world, number: 9)
        #expect(throws: SessionError.notJoined("Eve (@eve:test) invites you to a chat")) {
            _ = try world.perform { try await $0.send("hello", to: ada.id) }
        }
    }

    @Test func `a chat that is left stays`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.setMembership(.leave, in: ada.id) }
        #expect(try world.perform { try await $0.read { try $0.chat(ada.id) } } != nil)
    }

    @Test func `a notification of a chat that is forgotten meanwhile is not shown`() throws {
        let (world, told) = (try SessionWorld(), Counter())
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        try world.perform { try await $0.setMembership(.forget, in: ada.id) }
        world.begin { await $0.showNotifications { _ in told.increment() } }
        world.run(for: .seconds(1))
        #expect(told.value == 0)
    }

    @Test func `leaving or changing a chat and ignoring a person request a sync at once`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(5))
        let changes: [@Sendable (Session) async throws -> Void] = [
            { try await $0.setMembership(.leave, in: ada.id) },
            { _ = try await $0.setIgnored(true, "@eve:test", in: nil) },
            { try await $0.change(.setTopic("On Sunday"), in: ada.id) },
        ]
        for change in changes {
            let before = world.service.requests(.sync).count
            try world.perform(change)
            world.run(for: .seconds(1))
            #expect(world.service.requests(.sync).count == before + 1)
        }
    }
}
