import ChatTypes
import HTTPClient
import RuntimeKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

/// Requests for all members of a group.
@Suite struct MemberListTests {
    private static let everyone = """
        {"joined":{"@me:test":{"display_name":"Me"},"@ada:test":{"display_name":"Ada"},"@bob:test":{"display_name":null},\
        "@cyd:test":{"display_name":"Cyd"},"":{},"@\(String(repeating: "y", count: 600))":{}}}
        """
    private static let line = "GET v3/rooms/!room:test/joined_members"

    /// A group with an open socket, and the homeserver's list of its members.
    private struct Group {
        let world: TransportFixture
        let news: SyncFake
        let socket = Recorder<LiveEvent>()
        let ends = Recorder<any Error>()
        /// The initial sync response.
        let first: SyncPage

        init(_ first: String = groupAnswer("1", text(1), limited: "t", state: gardenState)) throws {
            (world, news) = (try TransportFixture(), SyncFake(["": first]))
            Self.answer(world, news) { .json(MemberListTests.everyone) }
            world.receive()
            world.run(.seconds(1))
            self.first = try world.sync()
        }

        func answer(_ members: @escaping @Sendable () async throws -> HTTPResponse) {
            Self.answer(world, news, members)
        }

        private static func answer(
            _ world: TransportFixture,
            _ news: SyncFake,
            _ members: @escaping @Sendable () async throws -> HTTPResponse
        ) {
            world.http.follow(news) { call in call.path.last == "joined_members" ? try await members() : .json("{}") }
        }

        @discardableResult
        func open() -> Task<Void, Never> {
            let (socket, ends) = (socket, ends)
            let task = world.begin { transport in
                do { try await transport.connect(to: room) { socket.record($0) } } catch { ends.record(error) }
            }
            world.run(.seconds(1))
            return task
        }

        var requestCount: Int { world.http.lines.count { $0 == MemberListTests.line } }

        /// The live memberships, with the highest number of each member.
        var members: [Author: Membership] {
            let all = (socket.all + world.events.all).flatMap {
                if case .updates(let updates) = $0 { updates.flatMap(\.memberships) } else { [Membership]() }
            }
            return Dictionary(all.map { ($0.member, $0) }) { $0.number < $1.number ? $1 : $0 }
        }
    }

    @Test func `a group's members are requested once, when it is opened`() throws {
        let group = try Group()
        group.world.run(.seconds(60))
        #expect(group.requestCount == 0)
        let task = group.open()
        #expect(group.socket.all.first == .opened && group.requestCount == 1)
        let names = group.members.mapValues(\.name)
        #expect(names == [.me: "Me", .member(ada): "Ada", .member(bob): "@bob:test", .member(cyd): "Cyd"])
        #expect(group.members.values.allSatisfy { $0.isMember && $0.since == nil })
        group.news.add(groupAnswer("2", text(2)), since: "1")
        group.world.run(.seconds(1))
        task.cancel()
        group.open()
        #expect(group.requestCount == 1 && group.ends.all.count == 1)
    }

    @Test func `members of direct chats, former groups and huge groups are not requested`()
        throws
    {
        for first in [
            answer("1", text(1), limited: "t", state: adasRoomState),
            groupAnswer("1", text(1), limited: "t", state: gardenState, joined: 30_000),
        ] {
            let group = try Group(first)
            group.open()
            #expect(group.socket.all == [.opened] && group.requestCount == 0)
        }
        let group = try Group()
        group.news.add(groupAnswer("2", change("$l", of: me, "leave"), as: "leave"), since: "1")
        group.world.run(.seconds(1))
        group.open()
        #expect(group.requestCount == 0)
    }

    @Test func `a chat that becomes a group tells who is in it, although it is not open`() throws {
        let chat = try Group(answer("1", text(1), state: adasRoomState))
        chat.news.add(answer("2", "\(change("$b", of: bob, name: "Bob")),\(text(2, by: bob))"), since: "1")
        chat.world.run(.seconds(1))
        #expect(Set(chat.members.keys) == [.me, .member(ada), .member(bob)])
    }

    @Test func `a group synced from its beginning needs no request`() throws {
        let group = try Group(groupAnswer("1", "\(state("m.room.create", "{}")),\(text(1))", state: gardenState))
        group.open()
        #expect(group.requestCount == 0)
        // Later changes are delivered as they arrive.
        group.news.add(groupAnswer("2", text(9), limited: "t"), since: "1")
        group.world.run(.seconds(1))
        #expect(group.requestCount == 1)
    }

    @Test func `members are requested again after a gap or a return, and missing ones have left`() throws {
        let group = try Group()
        group.open()
        let newest = group.first.updates.flatMap(\.messages).map(\.position).max()
        group.answer { .json(#"{"joined":{"@me:test":{},"@ada:test":{"display_name":"Ada"},"@dan:test":{}}}"#) }
        group.news.add(groupAnswer("2", text(30), limited: "u"), since: "1")
        group.world.run(.seconds(1))
        #expect(group.requestCount == 2)
        #expect(group.members[.member(bob)]?.isMember == false && group.members[.member(cyd)]?.isMember == false)
        #expect(group.members[.member(cyd)]?.name == "Cyd" && group.members[.member(ada)]?.isMember == true)
        // A new member joined after the known messages.
        let dan = group.members[.member(ContactID("@dan:test"))]
        #expect(dan?.isMember == true && dan?.since != nil && dan?.since != newest)
        group.news.add(groupAnswer("3", as: "leave"), since: "2")
        group.world.run(.seconds(1))
        group.news.add(groupAnswer("4", text(31)), since: "3")
        group.world.run(.seconds(1))
        #expect(group.requestCount == 3)
    }

    @Test func `changes during a request for members override the list`() throws {
        let group = try Group()
        let gate = Signal()
        let isHeld = Mutex(true)
        group.answer {
            while isHeld.withLock(\.self) { await gate.wait() }
            return .json(Self.everyone)
        }
        group.open()
        let joined = ContactID("@dan:test")
        group.news.add(
            groupAnswer("2", "\(change("$l", of: bob, "leave")),\(change("$j", of: joined, name: "Dan"))"),
            since: "1"
        )
        group.world.run(.seconds(1))
        isHeld.withLock { $0 = false }
        gate.wakeAll()
        group.world.run(.seconds(1))
        #expect(group.members[.member(bob)]?.isMember == false)
        #expect(group.members[.member(joined)]?.isMember == true && group.members[.member(cyd)]?.isMember == true)
    }

    @Test func `a gap during a request for members causes another`() throws {
        let group = try Group()
        let gate = Signal()
        let count = Mutex(0)
        let others = #"{"joined":{"@me:test":{},"@ada:test":{"display_name":"Ada"}}}"#
        group.answer {
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { await gate.wait() }
            return .json(isFirst ? Self.everyone : others)
        }
        group.open()
        group.news.add(groupAnswer("2", text(30), limited: "u"), since: "1")
        group.world.run(.seconds(1))
        gate.wakeAll()
        group.world.run(.seconds(1))
        #expect(group.requestCount == 2)
        #expect(group.members[.member(cyd)]?.isMember == false && group.members[.member(ada)]?.isMember == true)
    }

    @Test func `a refused request for members is not repeated, and a failed one ends the socket`() throws {
        let refused = try Group()
        refused.answer { .failure(403, "M_FORBIDDEN") }
        refused.open()
        refused.news.add(groupAnswer("2", text(2)), since: "1")
        refused.world.run(.seconds(60))
        #expect(refused.requestCount == 1 && refused.ends.all.isEmpty)
        for body in [#"{"joined":{"@ada:test":{}}}"#, #"{"joined":[]}"#, "{}", "nonsense"] {
            let failing = try Group()
            failing.answer { .json(body) }
            failing.open()
            #expect(failing.ends.all.first as? ServiceError == .responseLost)
            #expect(failing.members.isEmpty)
        }
    }

    @Test
    func `members go with each page until the session has synced past them, even after a restart`()
        throws
    {
        let group = try Group()
        group.open()
        func told(since: String) throws -> [String] {
            try group.world.sync(since: since).updates.flatMap(\.memberships).map(\.name).sorted()
        }
        let all = ["@bob:test", "Ada", "Cyd", "Me"]
        #expect(try told(since: "1") == all, "a cursor that stays the same says nothing")
        #expect(try told(since: "1") == all)
        group.news.add(groupAnswer("2", text(2)), since: "1")
        group.world.run(.seconds(1))
        #expect(try told(since: "1") == all)
        #expect(try told(since: "1") == all)
        let again = try group.world.folder.open()
        #expect(
            try result { try await again.write { try $0.members.due(since: "1", next: "2") }.first?.memberships.count }
                == 4
        )
        #expect(try told(since: "2") == [])
        #expect(try result { try await again.write { try $0.members.due(since: "3", next: "4") }.isEmpty })
    }

    private func result<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        try TransportFixture().result { _ in try await body() }
    }

    @Test func `authors on a page are named after they have left`() throws {
        let group = try Group()
        group.open()
        let answer = group.world.http.answer
        let gone = member(ContactID("@dan:test"), "Dan")
        group.world.http.answer = { call in
            guard call.path.contains("messages") else { return try await answer(call) }
            let isAskedFor = call.query["filter"]?.contains(#""lazy_load_members":true"#) ?? false
            let early = "\(text(0, by: ContactID("@dan:test"))),\(text(-1, by: ada))"
            return .json(
                #"{"chunk":[\#(early)],"state":[\#(isAskedFor ? "\(gone),\(member(ada, "Adelaide"))" : "")],"end":"u"}"#
            )
        }
        let first = group.first.updates.flatMap(\.messages).first
        let cursor = try first.unwrapped().predecessor.unwrapped().cursor
        let page = try group.world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.author) == [.member(ada), .member(ContactID("@dan:test"))])
        group.world.run(.seconds(1))
        let dan = group.members[.member(ContactID("@dan:test"))]
        #expect(dan?.name == "Dan" && dan?.isMember == false, "all who are in it are known")
        #expect(group.members[.member(ada)]?.name == "Ada", "what they were called then is not what they are called")
    }

    @Test func `authors on a page may be members if the members are not known`() throws {
        let group = try Group()
        let (dan, eve) = (ContactID("@dan:test"), ContactID("@eve:test"))
        let states = "\(member(dan, "Dan")),\(member(eve, "Eve", "leave"))"
        group.world.http.intercept { call in
            guard call.path.contains("messages") else { return nil }
            let chunk = "\(text(0, by: dan)),\(text(-1, by: eve))"
            return .json(#"{"chunk":[\#(chunk)],"state":[\#(states)],"end":"u"}"#)
        }
        let cursor = group.first.updates.flatMap(\.messages).first?.predecessor?.cursor
        _ = try group.world.result { try await $0.page(of: room, before: cursor.unwrapped()) }
        let told = try group.world.sync(since: "1").updates.flatMap(\.memberships)
        #expect(told.map(\.name) == ["Dan", "Eve"] && told.map(\.isMember) == [true, false], "Eve had left even then")
    }

    @Test func `authors before a timeline filled by changes are named`() throws {
        let world = try TransportFixture()
        let name = state("m.room.name", #"{"name":"Garden"}"#)
        world.http.answer = { call in
            guard call.path.contains("messages") else {
                return .json(groupAnswer("1", name, limited: "t", state: state("m.room.create", "{}")))
            }
            return .json(#"{"chunk":[\#(text(1))],"state":[\#(member(ada, "Ada"))],"end":"u"}"#)
        }
        let update = try world.sync().updates.first
        #expect(update?.messages.map(\.author) == [.member(ada), .member(ada)])
        #expect(update?.membership(of: .member(ada))?.name == "Ada")
    }
}
