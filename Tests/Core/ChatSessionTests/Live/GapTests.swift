import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct GapTests {
    private static let log = (1...30).map { message($0) }
    /// The server has forgotten the gap before the fifth message.
    private static let refusingFive: @Sendable (ServiceFake.Request, Int) throws -> Void = { request, _ in
        guard request.kind == .page, request.what == "before 5" else { return }
        throw ServiceError.refused(.unknownCursor, text: "Forgotten")
    }

    @Test(arguments: Seeds.upTo(50))
    func `a gap left by an outage is shown until it is filled`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: Array(Self.log[..<5])) { $0.syncLimit = 4 }
        world.run(for: .seconds(5))
        #expect(try world.messages().count == 5)
        world.service.script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        world.service.hold(Array(Self.log[5...]))
        world.push.drop()
        world.run(for: .seconds(5))
        #expect(try world.messages().filter(\.followsGap).map(\.text) == ["text 27"])
        #expect(try world.texts() == (Self.log[..<5] + Self.log[26...]).map(\.text))
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        #expect(try world.texts() == Self.log.map(\.text))
        #expect(try world.messages().allSatisfy { !$0.followsGap })
        #expect(try world.unread() == 30)
    }

    @Test func `a gap of any width is filled, with growing rests`() throws {
        let world = try SessionWorld(holding: [message(1 << 56, at: moment(1))]) { script in
            script.pageAnswer = { cursor, _ in
                let number = (Int(cursor.rawValue.dropFirst("before ".count)) ?? 0) - 1
                return MessagePage(messages: [message(number, at: moment(1))], next: PageCursor("before \(number)"))
            }
        }
        // 200 pages take seven seconds and are followed by rests of 10, 20, 30 … seconds. Without rests, 1,100 pages arrive in
        // the first 40 seconds; with equal rests, 850 in the next 80.
        world.run(for: .seconds(40))
        let first = world.service.requests(.page).count
        #expect((400...500).contains(first))
        world.run(for: .seconds(80))
        let second = world.service.requests(.page).count - first
        #expect((300...700).contains(second))
        #expect(try world.messages().count == first + second + 1)
    }

    @Test func `a refused gap stays and is retried ever less often and at the next launch`() throws {
        let file = TemporaryFile()
        do {
            let world = try SessionWorld(file: file.path, holding: Self.log) { script in
                script.syncLimit = 3
                script.before = { request, _ in
                    guard request.kind == .page else { return }
                    throw ServiceError.refused(.unknownCursor, text: "Unknown")
                }
            }
            world.run(for: .seconds(3600))
            #expect(world.service.requests(.page).count == 7)
            #expect(try world.messages().map(\.followsGap) == [true, false, false])
        }
        let world = try SessionWorld(file: file.path, holding: Self.log) { $0.syncLimit = 3 }
        world.run(for: .seconds(30))
        #expect(try world.texts() == Self.log.map(\.text))
    }

    @Test(arguments: [
        MessagePage(messages: [], next: PageCursor("again")),
        MessagePage(messages: Array(log[27...]), next: PageCursor("again")),
        MessagePage(messages: [message(40, from: .me, id: MessageID("m30"))], next: nil),
    ])
    func `pages that fill nothing are not requested in a tight loop`(page: MessagePage) throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            script.pageAnswer = { _, _ in page }
        }
        world.run(for: .seconds(600))
        let perAttempt = page.messages.isEmpty ? 100 : 1
        #expect(world.service.requests(.page).count < 60 * perAttempt)
        #expect(try world.messages().map(\.followsGap) == [true, false, false])
    }

    @Test func `an unusable page is requested ever less often`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            let contradiction = message(40, from: .me, id: MessageID("m30"))
            script.pageAnswer = { _, _ in MessagePage(messages: [contradiction], next: nil) }
        }
        world.run(for: .seconds(3600))
        #expect((2...8).contains(world.service.requests(.page).count))
    }

    @Test func `a gap without missing messages is closed by its page`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncAnswer = { cursor, _ in
                let last = Self.log[9]
                // The positions leave room for a message between the ninth and the tenth.
                let guess = Predecessor(position: Position(last.position.rawValue - 1), cursor: PageCursor("guess"))
                let tenth = Message(
                    id: last.id,
                    author: last.author,
                    text: last.text,
                    sentAt: last.sentAt,
                    position: last.position,
                    predecessor: guess
                )
                let news = news(Array(Self.log[..<9]) + [tenth])
                return SyncPage(updates: cursor == nil ? [news] : [], next: SyncCursor("now"), isComplete: true)
            }
            script.pageAnswer = { _, _ in MessagePage(messages: Array(Self.log[6...8]), next: PageCursor("more")) }
        }
        world.run(for: .seconds(10))
        #expect(try world.messages().allSatisfy { !$0.followsGap })
        #expect(world.service.requests(.page).count == 1)
    }

    @Test func `history before the first synced message stays on the server`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncAnswer = { _, _ in newestRead(of: Self.log) }
        }
        world.run(for: .seconds(100))
        #expect(world.service.requests(.page).isEmpty)
        try world.perform { try await $0.loadEarlier(in: ada.id) }
        #expect(try world.texts() == Self.log[24...].map(\.text))
        for _ in 1...30 where try world.messages().first?.followsGap == true {
            try world.perform { try await $0.loadEarlier(in: ada.id) }
        }
        #expect(try world.texts() == Self.log.map(\.text))
        let count = world.service.requests(.page).count
        try world.perform { try await $0.loadEarlier(in: ada.id) }
        #expect(world.service.requests(.page).count == count, "there is nothing before the start")
    }

    @Test func `loadEarlier throws the server's error`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(1))
        #expect(throws: ServiceError.unreachable) { try world.perform { try await $0.loadEarlier(in: ada.id) } }
    }

    @Test func `the gaps of many chats are filled a few at a time`() throws {
        let chats = (1...12).map { number in
            ChatHeader(
                id: ChatID("c\(number)"),
                contact: Contact(id: ContactID("c\(number)"), name: "C"),
                createdAt: moment(0)
            )
        }
        let (now, most) = (Counter(), Counter())
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in
                SyncPage(updates: chats.map { news([message(2)], of: $0) }, next: SyncCursor("now"), isComplete: true)
            }
            script.before = { request, _ in
                guard request.kind == .page else { return }
                let count = now.increment()
                if count > most.value { most.increment() }
            }
            script.after = { request, _ in if request.kind == .page { now.increment(by: -1) } }
            script.pageAnswer = { _, _ in MessagePage(messages: [message(1)], next: nil) }
        }
        world.run(for: .seconds(10))
        #expect(most.value <= 4 && most.value > 1)
        #expect(try world.unread() == 24)
    }

    @Test func `a gap with an expired cursor is filled through a new cursor`() throws {
        let world = try SessionWorld { script in
            script.before = { request, _ in
                if request.kind == .page, request.what == "old" {
                    throw ServiceError.refused(.unknownCursor, text: "Forgotten")
                }
            }
            script.pageAnswer = { _, _ in MessagePage(messages: [message(1)], next: nil) }
        }
        world.run(for: .seconds(1))
        world.push.bring(news([second(after: "old")]))
        world.run(for: .seconds(5))
        #expect(try world.texts() == ["text 2"])
        world.push.bring(news([second(after: "new")]))
        world.run(for: .seconds(5))
        #expect(try world.texts() == ["text 1", "text 2"])
    }

    @Test func `a refused gap does not block older gaps`() throws {
        let world = try SessionWorld { $0.before = Self.refusingFive }
        world.run(for: .seconds(1))
        world.service.hold((1...5).map { message($0) })
        world.push.bring(news([message(1)]))
        world.push.bring(news([message(3), message(5)]))
        world.run(for: .seconds(5))
        #expect(try world.texts() == ["text 1", "text 2", "text 3", "text 5"])
    }

    @Test func `a gap without missing messages is closed behind a refused gap`() throws {
        let world = try SessionWorld { script in
            script.before = Self.refusingFive
            script.pageAnswer = { _, _ in MessagePage(messages: [message(1)], next: nil) }
        }
        world.run(for: .seconds(1))
        world.push.bring(news([message(1), message(3), message(5)]))
        world.run(for: .seconds(600))
        #expect(try world.messages().map(\.followsGap) == [false, false, true])
        #expect(world.service.requests(.page).count { $0.what == "before 3" } == 1)
    }

    private func second(after cursor: String) -> Message {
        Message(
            id: MessageID("m2"),
            author: .contact,
            text: "text 2",
            sentAt: moment(2),
            position: Position(20),
            predecessor: Predecessor(position: Position(10), cursor: PageCursor(cursor))
        )
    }
}
