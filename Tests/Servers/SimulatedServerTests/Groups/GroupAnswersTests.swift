import SimulationKit
import Testing
import Transport

@testable import ChatTypes
@testable import SimulatedServer

/// The reactions of a group's members to messages of the user's.
private struct Talk {
    var typing: [(seconds: Double, author: Author)] = []
    var reads: [(seconds: Double, reader: Author)] = []
    var answers: [(seconds: Double, message: Message)] = []
    var end = 0.0
}

private func converse(seed: UInt64, with names: [String], pauses: [Double] = [1]) throws -> Talk {
    let world = try SimulatedWorld(seed: seed)
    defer { world.end() }
    let (spy, friends) = (LiveSpy(), SimulatedWorld.friends)
    try world.run { _ = try await world.connection.createGroup(world.group("friends", names)) }
    world.begin { await world.server.run() }
    world.begin { await spy.connect(to: friends, in: world) }
    for (number, pause) in pauses.enumerated() {
        world.run(for: .seconds(pause))
        try world.run { try await world.connection.send(world.outgoing(number, to: friends)) }
    }
    var conversation = Talk(end: world.seconds)
    world.run(for: .seconds(3600))
    for event in spy.events {
        if case .typing(true, let author, friends) = event.event { conversation.typing.append((event.seconds, author)) }
        guard case .updates(let updates) = event.event else { continue }
        conversation.reads += updates.flatMap(\.receipts).map { (event.seconds, $0.reader) }
        conversation.answers += updates.messages.filter { $0.author != .me }.map { (event.seconds, $0) }
    }
    return conversation
}

@Suite struct GroupAnswersTests {
    private let three = ["Ada Lovelace", "Ben", "John"]
    private let seeds = Seeds.upTo(60)

    @Test func `everyone in a small group reads, one or two answer, and now and then someone answers them`() throws {
        var (speakers, repliers) = (Set<Int>(), 0)
        for seed in UInt64(1)...60 {
            let conversation = try converse(seed: seed, with: three)
            #expect(Set(conversation.reads.map(\.reader)).count == 3 && conversation.reads.count == 3)
            #expect(conversation.reads.allSatisfy { (1.4...5.7).contains($0.seconds - conversation.end) })
            let authors = Set(conversation.answers.map(\.message.author))
            #expect(!authors.isEmpty && !authors.contains(.contact))
            speakers.insert(authors.count)
            // A member who does not answer by themselves answers once for each request.
            if authors.count > 2 { repliers += 1 }
        }
        #expect(speakers.isSuperset(of: [1, 2]) && (5...50).contains(repliers))
    }

    @Test func `each member types before each answer, and says no line twice in a row`() throws {
        for seed in seeds {
            let conversation = try converse(seed: seed, with: three)
            for author in Set(conversation.answers.map(\.message.author)) {
                let answers = conversation.answers.filter { $0.message.author == author }
                let typing = conversation.typing.filter { $0.author == author }
                #expect(typing.count == answers.count)
                #expect(zip(typing, answers).allSatisfy { (2.9...3.1).contains($1.seconds - $0.seconds) })
                let lines = answers.map(\.message.text)
                #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.isEmpty || $0 != $1 })
            }
        }
    }

    @Test func `they go on at their own pace, and end by themselves`() throws {
        var ends: [Double] = []
        for seed in seeds {
            let conversation = try converse(seed: seed, with: three)
            let last = try #require(conversation.answers.last).seconds - conversation.end
            #expect(last <= 30 + 15 * Double(GroupConversation.replyLimit) + 0.1)
            let limit = GroupConversation.speakerLimit * ConversationPace.answerLimit + GroupConversation.replyLimit
            #expect(conversation.answers.count <= limit)
            ends.append(last)
        }
        #expect(ends.contains { $0 > 30.1 }, "members answer each other after we have been silent")
    }

    @Test func `messages written in a row are read together, by the same people`() throws {
        for seed in seeds {
            let names = (1...30).map { "Person \($0)" }
            let conversation = try converse(seed: seed, with: names, pauses: [1, 0.3, 0.3, 0.3])
            let readers = Set(conversation.reads.map(\.reader))
            #expect(readers.count == GroupConversation.listenerLimit && conversation.reads.count <= 2 * readers.count)
            let limit = GroupConversation.speakerLimit * ConversationPace.answerLimit + GroupConversation.replyLimit
            #expect((1...limit).contains(conversation.answers.count))
        }
    }

    @Test func `in a large group others take part each time`() throws {
        let names = (1...200).map { "Person \($0)" }
        var readers = Set<Author>()
        for seed in UInt64(1)...10 {
            let conversation = try converse(seed: seed, with: names, pauses: [1, 300])
            #expect(conversation.reads.count == 2 * GroupConversation.listenerLimit)
            readers.formUnion(conversation.reads.map(\.reader))
        }
        #expect(readers.count > 100)
    }

    @Test func `a former member says nothing more`() throws {
        for seed in seeds {
            let world = try SimulatedWorld(seed: seed)
            defer { world.end() }
            let friends = SimulatedWorld.friends
            try world.beginFriends()
            world.begin { await world.server.run() }
            try world.run {
                _ = try await world.connection.send(world.outgoing(1, to: friends))
                try await world.server.contactLeaves(SimulatedWorld.ada, in: friends)
            }
            world.run(for: .seconds(200))
            let first = try world.run { await world.server.log(of: friends) }
            #expect(!first.contains { $0.author == .member(SimulatedWorld.ada) })
            #expect(
                try world.run { await world.server.newestRead(by: .member(SimulatedWorld.ada), in: friends) } == nil
            )
            try world.run { try await world.connection.send(world.outgoing(2, to: friends)) }
            world.run(for: .seconds(200))
            let second = try world.run { await world.server.log(of: friends).suffix(from: first.count + 1) }
            #expect(!second.isEmpty && second.allSatisfy { $0.author == .member(SimulatedWorld.ben) })
        }
    }

    @Test func `after a restart members read and answer an unread message`() throws {
        let (file, friends) = (TemporaryFile(), SimulatedWorld.friends)
        let before = try SimulatedWorld(journal: file.url)
        try before.beginFriends()
        try before.run { try await before.connection.send(before.outgoing(1, to: friends)) }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        defer { after.end() }
        after.begin { await after.server.run() }
        after.run(for: .seconds(100))
        let log = try after.run { await after.server.log(of: friends) }
        #expect(log.count > 1)
        for member in [SimulatedWorld.ada, SimulatedWorld.ben] {
            let read = try after.run { await after.server.newestRead(by: .member(member), in: friends) }
            #expect(read == MessageID("own-1"))
        }
    }

    @Test func `after a restart the remaining members read, and no answer is repeated`() throws {
        let (file, friends, ada) = (TemporaryFile(), SimulatedWorld.friends, SimulatedWorld.ada)
        let before = try SimulatedWorld(journal: file.url)
        try before.run {
            _ = try await before.connection.createGroup(before.group("friends", self.three))
            _ = try await before.connection.send(before.outgoing(1, to: friends))
            try await before.server.contactReads(in: friends, by: ada)
            try await before.server.contactWrites("Yes", in: friends, by: ada)
            try await before.server.contactJoins("Newcomer", in: friends)
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        defer { after.end() }
        after.begin { await after.server.run() }
        after.run(for: .seconds(200))
        #expect(try after.run { await after.server.log(of: friends).count } == 2)
        let members = try after.run { await after.server.members(of: friends) }.dropFirst()
        let reads = try members.map { member in
            try after.run { await after.server.newestRead(by: member.member, in: friends) }
        }
        let own = MessageID("own-1")
        #expect(reads == [own, own, own, nil], "who came in later has nothing to read")
    }

    @Test func `after a restart members ignore messages from before they joined`() throws {
        let (file, friends) = (TemporaryFile(), SimulatedWorld.friends)
        let before = try SimulatedWorld(journal: file.url)
        try before.run {
            _ = try await before.connection.createGroup(before.group("friends", ["Ada Lovelace"]))
            _ = try await before.connection.send(before.outgoing(1, to: friends))
            try await before.server.contactJoins("John", in: friends)
            try await before.server.contactLeaves(SimulatedWorld.ada, in: friends)
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        defer { after.end() }
        after.begin { await after.server.run() }
        after.run(for: .seconds(200))
        #expect(try after.run { await after.server.log(of: friends).count } == 1)
    }

    @Test func `new members listen after all listeners have left`() throws {
        let (world, friends) = (try SimulatedWorld(), SimulatedWorld.friends)
        defer { world.end() }
        world.begin { await world.server.run() }
        try world.run {
            _ = try await world.connection.createGroup(world.group("friends", ["Ada Lovelace"]))
            _ = try await world.connection.send(world.outgoing(1, to: friends))
            try await world.server.contactLeaves(SimulatedWorld.ada, in: friends)
            try await world.server.contactJoins("John", in: friends)
            _ = try await world.connection.send(world.outgoing(2, to: friends))
        }
        world.run(for: .seconds(200))
        let log = try world.run { await world.server.log(of: friends) }
        #expect(log.count > 2 && log.dropFirst(2).allSatisfy { $0.author == .member(ContactID("john")) })
    }

    @Test func `a read and answered message is not answered again after a restart`() throws {
        for names in [three, (1...30).map { "Person \($0)" }] {
            let (file, friends) = (TemporaryFile(), SimulatedWorld.friends)
            let before = try SimulatedWorld(journal: file.url)
            defer { before.end() }
            try before.run { _ = try await before.connection.createGroup(before.group("friends", names)) }
            before.begin { await before.server.run() }
            try before.run { try await before.connection.send(before.outgoing(1, to: friends)) }
            before.run(for: .seconds(200))
            let count = file.lines.count
            let after = try SimulatedWorld(seed: 2, journal: file.url)
            defer { after.end() }
            after.begin { await after.server.run() }
            after.run(for: .seconds(200))
            #expect(file.lines.count == count)
        }
    }

    @Test func `each member greets the user once`() throws {
        let greetings = Set(LineKind.greeting.lines)
        for seed in seeds {
            let conversation = try converse(seed: seed, with: three, pauses: [1, 200, 200])
            for author in Set(conversation.answers.map(\.message.author)) {
                let lines = conversation.answers.filter { $0.message.author == author }.map(\.message.text)
                #expect(lines.map(greetings.contains) == lines.indices.map { $0 == 0 })
            }
        }
    }

    @Test func `members of a group say no goodbye, but the last contact does`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let friends = SimulatedWorld.friends
        try world.beginFriends()
        world.begin { await world.server.run() }
        func counts() throws -> [Int] {
            try world.run {
                let john = await world.server.log(of: SimulatedWorld.john).count
                return [await world.server.log(of: friends).count, john]
            }
        }
        for (number, goodbyes) in [0, 1].enumerated() {
            try world.run {
                if goodbyes == 1 { _ = try await world.connection.send(world.outgoing(9)) }
                try await world.connection.setPresence(.active)
                _ = try await world.connection.send(world.outgoing(number, to: friends))
            }
            world.run(for: .seconds(200))
            let before = try counts()
            try world.run { try await world.connection.setPresence(.away) }
            world.run(for: .seconds(200))
            #expect(try counts() == [before[0], before[1] + goodbyes])
        }
    }

    @Test func `a question in a group mentions the user, and no other line does`() throws {
        let questions = Set(LineKind.question.lines.map { LineKind.poll(in: $0)?.text ?? TypedText.read($0).text })
        let answers = try seeds.flatMap { try converse(seed: $0, with: three).answers.map(\.message) }
        #expect(answers.contains { $0.mentionsMe })
        #expect(answers.allSatisfy { $0.mentionsMe == questions.contains($0.text) })
    }
}
