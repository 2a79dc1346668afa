import ChatTypes
import HTTPClient
import JSONKit
import Synchronization
import Testing

@testable import MatrixTransport

/// The account's ignored users.
@Suite struct IgnoringTests {
    /// A homeserver with a list of ignored users, as the last request left it.
    private func world(_ list: String?) throws -> TransportFixture {
        let world = try TransportFixture()
        let list = Mutex(list)
        world.http.answer = { call in
            guard call.path.last == "m.ignored_user_list" else { return .json("{}") }
            if call.method == .put {
                list.withLock { $0 = call.body.map { String(decoding: $0.rawBytes, as: UTF8.self) } }
            }
            return list.withLock { $0 }.map { .json($0) } ?? .failure(404, "M_NOT_FOUND")
        }
        return world
    }

    @Test func `a person is added and removed, and what other clients wrote stays`() throws {
        let world = try world(#"{"ignored_users":{"@bob:test":{"since":7},"":{}}}"#)
        try world.result { try await $0.setIgnored(true, ada) }
        #expect(try world.result { try await $0.ignoredPeople() }.map(\.id.rawValue) == ["@ada:test", "@bob:test"])
        let body = world.http.calls.last { $0.method == .put }?.body
        #expect(body?["ignored_users"]?["@bob:test"]?["since"]?.integer == 7)
        try world.result { try await $0.setIgnored(false, ContactID("@bob:test")) }
        #expect(try world.result { try await $0.ignoredPeople() }.map(\.id) == [ada])
    }

    @Test func `a person who is ignored already, or nobody, changes nothing`() throws {
        let world = try world(#"{"ignored_users":{"@ada:test":{}}}"#)
        try world.result { try await $0.setIgnored(true, ada) }
        let text = "Only another person, as @name:server, can be ignored"
        let long = "@\(String(repeating: "x", count: Limits.idBytes)):test"
        for id in ["@me:test", "ada", "@ada", "ada:test", "!room:test", "", long] {
            #expect(throws: ServiceError.refused(.unknownMember, text: text), "\(id)") {
                try world.result { try await $0.setIgnored(true, ContactID(id)) }
            }
        }
        #expect(!world.http.calls.contains { $0.method == .put })
    }

    @Test func `an answer without the list changes nothing, unless nobody is known to be ignored`() throws {
        let world = try world("{}")
        let answer = world.http.answer
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"@bob:test":{}}}}"#
        world.http.answer = { call in
            call.isSync ? .json(#"{"next_batch":"1","account_data":{"events":[\#(data)]}}"#) : try await answer(call)
        }
        _ = try world.sync()
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.setIgnored(true, ada) } }
        #expect(!world.http.calls.contains { $0.method == .put })
        let empty = try self.world("{}")
        try empty.result { try await $0.setIgnored(true, ada) }
        #expect(try empty.result { try await $0.ignoredPeople() }.map(\.id) == [ada])
    }

    @Test func `a first ignored person makes the list`() throws {
        let world = try world(nil)
        try world.result { try await $0.setIgnored(true, ada) }
        #expect(try world.result { try await $0.ignoredPeople() }.map(\.id) == [ada])
    }
}
