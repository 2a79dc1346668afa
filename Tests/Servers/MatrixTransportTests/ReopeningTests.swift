import ChatTypes
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

/// A chat with a person who has left the direct room.
@Suite struct ReopeningTests {
    private static let other = ChatID("!other:test")

    /// A homeserver with Ada's room in the states `first` and `second`, which creates another room on request.
    private func world(
        _ first: String = answer("1", text(1), state: adasRoomState),
        then second: String,
        invites: Bool = true
    ) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": first, "1": second]))
        world.http.follow(news) { call in
            switch call.path.last {
            case "createRoom":
                news.add(answer("3", state: adasRoomState, in: Self.other), since: "2")
                return .json(#"{"room_id":"\#(Self.other)"}"#)
            case "m.direct" where call.method == .get: return .failure(404, "M_NOT_FOUND")
            case "invite": return invites ? .json("{}") : .failure(403, "M_FORBIDDEN")
            default: return .json("{}")
            }
        }
        try world.start()
        world.run(.seconds(1))
        return world
    }

    private func invitations(_ world: TransportFixture) -> [Call] {
        world.http.calls.filter { $0.path.last == "invite" }
    }

    @Test func `a person who left is invited again`() throws {
        let world = try world(then: groupAnswer("2", change("$l", of: ada, "leave"), joined: 1, heroes: [ada]))
        #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == room)
        let call = try invitations(world).first.unwrapped()
        #expect(call.line == "POST v3/rooms/!room:test/invite" && call.body?["user_id"]?.string == "@ada:test")
        #expect(!world.http.lines.contains { $0.contains("createRoom") })
    }

    @Test func `a person who declined is invited again`() throws {
        let direct = #","account_data":{"events":[{"type":"m.direct","content":{"@ada:test":["\#(room)"]}}]}}"#
        let create = state("m.room.create", "{}", by: me)
        let invited = groupAnswer("1", state: create, joined: 1, invited: 1, heroes: [ada])
        let declined = groupAnswer("2", change("$l", of: ada, "leave"), joined: 1, heroes: [ada])
        let world = try world(invited.dropLast() + direct, then: declined)
        #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == room)
        #expect(invitations(world).count == 1)
    }

    @Test func `after a refused invitation another room is created and used from then on`() throws {
        let world = try world(
            then: groupAnswer("2", change("$l", of: ada, "leave"), joined: 1, heroes: [ada]),
            invites: false
        )
        for _ in 1...2 {
            #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == Self.other)
        }
        #expect(invitations(world).count == 1)
        #expect(world.http.lines.count { $0.contains("createRoom") } == 1)
    }

    @Test func `a person with a pending invitation is not invited again`() throws {
        let left = groupAnswer("1", change("$l", of: ada, "leave"), state: adasRoomState, joined: 1, heroes: [ada])
        let direct = #","account_data":{"events":[{"type":"m.direct","content":{"@ada:test":["\#(room)"]}}]}}"#
        let invited = groupAnswer("2", change("$i", of: ada, "invite", by: me), joined: 1, invited: 1, heroes: [ada])
        let world = try world(left.dropLast() + direct, then: invited)
        #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == room)
        #expect(invitations(world).isEmpty)
    }

    @Test func `a person who is present or has returned is not invited`() throws {
        let changes = "\(change("$l", of: ada, "leave")),\(change("$j", of: ada, name: "Ada"))"
        for events in [text(2), changes] {
            let world = try world(then: answer("2", events))
            #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == room)
            #expect(invitations(world).isEmpty)
        }
    }
}
