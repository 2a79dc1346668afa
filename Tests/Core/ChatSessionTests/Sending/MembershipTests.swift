import ChatSession
import ChatStore
import ChatTypes
import Testing

@Suite struct MembershipTests {
    private static let refusal = ServiceError.refused(.noMembership, text: "Leave the room first")

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

    @Test func `a chat that is left stays`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.setMembership(.leave, in: ada.id) }
        #expect(try world.perform { try await $0.read { try $0.chat(ada.id) } } != nil)
    }
}
