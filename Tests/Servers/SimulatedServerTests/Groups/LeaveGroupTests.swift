import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

/// The user leaves a group and returns.
@Suite struct LeaveGroupTests {
    private let friends = SimulatedWorld.friends
    private let ada = SimulatedWorld.ada
    private let ben = SimulatedWorld.ben
    private let file = TemporaryFile()

    /// The group of the user, Ada and Ben, with a message by each.
    private func conversation() throws -> SimulatedWorld {
        let (world, friends, ada, ben) = (try SimulatedWorld(journal: file.url), friends, ada, ben)
        try world.beginFriends()
        try world.run {
            _ = try await world.connection.send(world.outgoing(1, to: friends))
            try await world.server.contactWrites("One", as: MessageID("ada-1"), in: friends, by: ada)
            try await world.server.contactReads(in: friends, by: ada)
            try await world.server.contactWrites("Two", as: MessageID("ben-1"), in: friends, by: ben)
        }
        return world
    }

    /// All events that can happen to the others in the group.
    private func live(in world: SimulatedWorld) throws {
        let (friends, ada, ben) = (friends, ada, ben)
        try world.run {
            let server = world.server
            try await server.contactTypes(in: friends, by: ada)
            try await server.contactWrites("Without us", as: MessageID("ada-2"), in: friends, by: ada)
            try await server.contactEdits(MessageID("ada-1"), to: "Edited without us", in: friends, by: ada)
            try await server.contactRemoves(MessageID("ben-1"), in: friends, by: ben)
            try await server.contactReads(upTo: MessageID("ada-1"), in: friends, by: ada)
            try await server.contactJoins("John", in: friends)
            try await server.contactRenames(ada, to: "Countess", in: friends)
            try await server.contactLeaves(ben, in: friends)
        }
    }

    private func leave(_ world: SimulatedWorld) throws {
        try world.run { try await world.connection.setMembership(.leave, in: SimulatedWorld.friends) }
    }

    private func comeBack(_ world: SimulatedWorld) throws {
        try world.run { try await world.connection.setMembership(.join, in: SimulatedWorld.friends) }
    }

    private func sync(_ world: SimulatedWorld, since cursor: SyncCursor? = nil) throws -> SyncPage {
        try world.run { try await world.connection.sync(since: cursor) }
    }

    private func update(_ world: SimulatedWorld, since cursor: SyncCursor? = nil) throws -> ChatUpdate? {
        try sync(world, since: cursor).updates.first { $0.chat.id == friends }
    }

    @Test func `a group is forgotten only after it was left`() throws {
        let (world, friends) = (try conversation(), friends)
        func forget() throws { try world.run { try await world.connection.setMembership(.forget, in: friends) } }
        #expect(refusal { try forget() } == .noMembership)
        try leave(world)
        try forget()
    }

    @Test func `a forgotten group is in no sync, also after a restart`() throws {
        let (world, friends) = (try conversation(), friends)
        try leave(world)
        #expect(try update(world) != nil)
        try world.run { try await world.connection.setMembership(.forget, in: friends) }
        #expect(try update(world) == nil)
        try world.run { try await world.server.restart() }
        #expect(try update(world) == nil)
    }

    @Test func `a forgotten group comes back whole to a user who joins again`() throws {
        let (world, friends) = (try conversation(), friends)
        let whole = try #require(try update(world))
        try leave(world)
        try world.run { try await world.connection.setMembership(.forget, in: friends) }
        let cursor = try sync(world).next
        try comeBack(world)
        let update = try #require(try update(world, since: cursor))
        #expect(update.messages.map(\.id) == whole.messages.map(\.id))
        #expect(update.memberships.map(\.member) == whole.memberships.map(\.member))
        #expect(update.receipts == whole.receipts)
    }

    @Test func `a user who left can do nothing more, but repetitions succeed`() throws {
        let (world, friends) = (try conversation(), friends)
        let edit = OutgoingAnnotation.edit("edit-1", of: "own-2", to: "better", in: friends)
        let (sent, edited) = try world.run {
            let sent = try await world.connection.send(world.outgoing(1, to: friends))
            _ = try await world.connection.send(world.outgoing(2, to: friends))
            _ = try await world.connection.send(world.outgoing(3, to: friends))
            let edited = try await world.connection.annotate(edit)
            try await world.connection.annotate(.deletion(of: MessageID("own-3"), in: friends))
            try await world.connection.markRead(friends, upTo: MessageID("own-2"))
            try await world.connection.setTyping(true, in: friends)
            return (sent, edited)
        }
        try leave(world)
        let log = try world.run { await world.server.log(of: friends) }
        #expect(try world.run { await !world.server.isTyping(in: friends) })
        let deeds: [@Sendable () async throws -> Void] = [
            { _ = try await world.connection.send(world.outgoing(4, to: friends)) },
            { try await world.connection.markRead(friends, upTo: MessageID("own-3")) },
            { try await world.connection.annotate(.deletion(of: MessageID("own-2"), in: friends)) },
            { try await world.connection.setTyping(true, in: friends) },
            {
                let edit = OutgoingAnnotation.edit("edit-2", of: "own-2", to: "x", in: friends)
                _ = try await world.connection.annotate(edit)
            },
        ]
        for kind in deeds { #expect(refusal { try world.run(kind) } == .notMember) }
        try world.run {
            #expect(try await world.connection.send(world.outgoing(1, to: friends)) == sent)
            #expect(try await world.connection.annotate(edit) == edited)
            try await world.connection.annotate(.deletion(of: MessageID("own-3"), in: friends))
            try await world.connection.markRead(friends, upTo: MessageID("own-1"))
            _ = try await world.connection.createGroup(world.group())
        }
        #expect(try world.run { await world.server.log(of: friends) } == log)
    }

    @Test func `leaving is a group's last news, and returning the first`() throws {
        let world = try conversation()
        defer { world.end() }
        let (push, socket, friends) = (LiveSpy(), LiveSpy(), friends)
        for isOpen in [false, true] {
            world.begin { await push.receive(in: world) }
            let open = world.begin { if isOpen { await socket.connect(to: friends, in: world) } }
            let spy = isOpen ? socket : push
            world.run(for: .seconds(1))
            let cursor = try sync(world).next
            let count = spy.events.count
            try leave(world)
            try leave(world)
            if isOpen { try world.run { try await world.server.contactTypes(in: friends, by: SimulatedWorld.ada) } }
            let parting = try sync(world, since: cursor)
            if !isOpen { try live(in: world) }
            world.run(for: .seconds(1))
            #expect(spy.events.count == count + 1, "nothing else comes live")
            let left = try #require(spy.updates.last?.memberships.first)
            #expect(left.member == .me && !left.isMember && spy.updates.last?.memberships.count == 1)
            #expect(parting.updates.map(\.memberships) == [[left]] && parting.updates.messages.isEmpty)
            #expect(try sync(world, since: cursor).updates == parting.updates)
            #expect(try sync(world, since: parting.next).updates.isEmpty)
            try comeBack(world)
            try comeBack(world)
            world.run(for: .seconds(1))
            #expect(spy.events.count == count + 2)
            let back = try #require(spy.updates.last?.memberships.first)
            #expect(back.member == .me && back.isMember && back.number > left.number)
            open.cancel()
            world.run(for: .seconds(1))
        }
    }

    @Test func `messages of an absence come with the next sync`() throws {
        let world = try conversation()
        let before = try sync(world).next
        try leave(world)
        let parted = try sync(world).next
        try live(in: world)
        let away = try sync(world, since: parted).next
        try world.run { try await world.server.contactWrites("Elsewhere", in: SimulatedWorld.john) }
        let elsewhere = try sync(world, since: away).next
        try comeBack(world)
        for cursor in [before, parted, away, elsewhere] {
            let update = try #require(try self.update(world, since: cursor))
            #expect(update.messages.map(\.text) == ["Without us"])
            #expect(update.annotations.map(\.kind) == [.edit(text: "Edited without us"), .deletion])
            #expect(update.annotations.map(\.message) == [MessageID("ada-1"), MessageID("ben-1")])
            #expect(update.receipts == [ReadReceipt(reader: .member(ada), message: MessageID("ada-1"))])
            #expect(Set(update.memberships.map(\.name)) == ["", "John", "Countess", "Ben"])
        }
        let (log, back) = (try world.run { await world.server.log(of: SimulatedWorld.friends) }, try sync(world))
        #expect(try update(world)?.messages == log && log.map(\.isDeleted) == [false, false, true, false])
        #expect(try sync(world, since: back.next).updates.isEmpty, "once it has come, it does not come again")
    }

    @Test func `others' place in a thread stays as it was until the return`() throws {
        let (world, friends, ada, ben, root) = (try conversation(), friends, ada, ben, MessageID("ada-1"))
        func answerAndRead(_ id: String) throws {
            try world.run {
                try await world.server.contactWrites("x", inThread: root, as: MessageID(id), in: friends, by: ben)
                try await world.server.contactReads(upTo: MessageID(id), in: friends, by: ada)
            }
        }
        func read() throws -> [MessageID]? {
            try update(world)?.receipts.filter { $0.reader == .member(ada) && $0.scope == .thread(root) }.map(\.message)
        }
        try answerAndRead("first")
        try leave(world)
        try answerAndRead("second")
        #expect(try read() == [MessageID("first")])
        try comeBack(world)
        #expect(try read() == [MessageID("second")])
    }

    @Test func `two absences are kept apart`() throws {
        let (world, friends, ada) = (try conversation(), friends, ada)
        try leave(world)
        let first = try sync(world).next
        try world.run { try await world.server.contactWrites("First", in: friends, by: ada) }
        try comeBack(world)
        let between = try sync(world, since: first)
        try leave(world)
        let second = try sync(world, since: between.next).next
        try world.run { try await world.server.contactWrites("Second", in: friends, by: ada) }
        try comeBack(world)
        #expect(between.updates.messages.map(\.text) == ["First"])
        #expect(try sync(world, since: second).updates.messages.map(\.text) == ["Second"])
        #expect(try sync(world, since: between.next).updates.messages.map(\.text) == ["Second"])
        #expect(try sync(world, since: first).updates.messages.map(\.text) == ["First", "Second"])
    }

    @Test func `a first sync and its pages bring a left group as it was`() throws {
        let (world, friends) = (try conversation(), friends)
        let log = try world.run { await world.server.log(of: friends) }
        let members = try world.run { await world.server.members(of: friends) }
        try leave(world)
        try live(in: world)
        try live2(in: world)
        let later = try SimulatedWorld(seed: 2, journal: file.url)
        for world in [world, later] {
            let update = try #require(try self.update(world))
            #expect(
                update.messages == log && update.annotations.isEmpty && update.annotations.isEmpty
                    && update.receipts == [ReadReceipt(reader: .member(ada), message: MessageID("own-1"))]
            )
            #expect(update.memberships.dropFirst() == members.dropFirst())
            #expect(update.memberships.first.map { $0.member == .me && !$0.isMember } == true)
            #expect(try world.run { await world.server.knownLog(of: friends) } == log)
            let cursor = try #require(log.last?.predecessor?.cursor)
            let page = try world.run { try await world.connection.page(of: friends, before: cursor) }
            #expect(page.messages == log.dropLast())
            let newest = try #require(try world.run { await world.server.log(of: friends) }.last)
            let beyond = try #require(newest.predecessor?.cursor)
            #expect(newest.text == "Later" && newest.predecessor?.position != log.last?.position)
            #expect(
                refusal { try world.run { try await world.connection.page(of: friends, before: beyond) } }
                    == .unknownCursor
            )
        }
        try comeBack(later)
        #expect(try update(later)?.messages == (try later.run { await later.server.log(of: friends) }))
    }

    /// Repeats the events for the same messages and members.
    private func live2(in world: SimulatedWorld) throws {
        let (friends, ada) = (friends, ada)
        try world.run {
            try await world.server.contactEdits(MessageID("ada-1"), to: "Edited again", in: friends, by: ada)
            try await world.server.contactRenames(ada, to: "Lady", in: friends)
            try await world.server.contactReads(upTo: MessageID("ada-2"), in: friends, by: ada)
            try await world.server.contactWrites("Later", in: friends, by: ada)
        }
    }

    @Test func `a page of a left group has the reactions until the user left, and all once the user is back`() throws {
        let (world, friends, ada) = (try conversation(), friends, ada)
        let log = try world.run { await world.server.log(of: friends) }
        let cursor = try #require(log.last?.predecessor?.cursor)
        func react(_ text: String) throws {
            _ = try world.run {
                try await world.server.contactReacts(text, to: MessageID("own-1"), in: friends, by: ada)
            }
        }
        func reactions() throws -> [String?] {
            try world.run { try await world.connection.page(of: friends, before: cursor) }.annotations.map(
                \.kind.reaction
            )
        }
        try react("👍")
        try leave(world)
        try react("🎉")
        #expect(try reactions() == ["👍"])
        try comeBack(world)
        #expect(try reactions() == ["👍", "🎉"])
    }

    @Test func `a change before leaving arrives even if it changed again later`() throws {
        let (world, friends, ada) = (try conversation(), friends, ada)
        let cursor = try sync(world).next
        try world.run {
            try await world.server.contactReads(upTo: MessageID("ada-1"), in: friends, by: ada)
            try await world.server.contactRenames(ada, to: "Before", in: friends)
        }
        try leave(world)
        try live(in: world)
        try live2(in: world)
        let update = try #require(try self.update(world, since: cursor))
        #expect(update.receipts == [ReadReceipt(reader: .member(ada), message: MessageID("ada-1"))])
        #expect(update.memberships.map(\.name) == ["", "Before"])
    }

    @Test func `an unknown chat cannot be left`() throws {
        let world = try conversation()
        let code = refusal { try world.run { try await world.connection.setMembership(.leave, in: ChatID("x")) } }
        #expect(code == .unknownChat)
    }
}
