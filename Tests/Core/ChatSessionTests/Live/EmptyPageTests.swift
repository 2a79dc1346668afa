import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

/// Pages of history without messages.
@Suite struct EmptyPageTests {
    private static let log = (1...30).map { message($0) }

    /// A server that sends a number of empty pages with different cursors, then all messages.
    private static let afterManyEmptyOnes: @Sendable (PageCursor, Int) -> MessagePage = { cursor, _ in
        let passed = Int(cursor.rawValue.dropFirst("empty ".count)) ?? 0
        if passed < 150 { return MessagePage(messages: [], next: PageCursor("empty \(passed + 1)")) }
        return MessagePage(messages: Array(log[..<27]), next: nil)
    }

    @Test func `empty pages are skipped until the last page`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            script.pageAnswer = { cursor, _ in
                switch cursor.rawValue {
                case "before 28": MessagePage(messages: [], next: PageCursor("a"))
                case "a": MessagePage(messages: [], next: PageCursor("b"))
                case "b": MessagePage(messages: Array(Self.log[..<27]), next: nil)
                default: MessagePage(messages: [], next: PageCursor("?"))
                }
            }
        }
        world.run(for: .seconds(5))
        #expect(try world.texts() == Self.log.map(\.text))
        #expect(world.service.requests(.page).map(\.what) == ["before 28", "a", "b"])
    }

    @Test func `any number of empty pages is skipped, a hundred at a time`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            script.pageAnswer = Self.afterManyEmptyOnes
        }
        world.run(for: .seconds(300))
        #expect(try world.texts() == Self.log.map(\.text))
        #expect(world.service.requests(.page).count == 151)
    }

    @Test func `loadEarlier throws after a hundred empty pages and continues the next time`()
        throws
    {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncAnswer = { _, _ in newestRead(of: Self.log) }
            script.pageAnswer = Self.afterManyEmptyOnes
        }
        world.run(for: .seconds(1))
        #expect(throws: SessionError.stillLoading) {
            try world.perform { try await $0.loadEarlier(in: ada.id) }
        }
        try world.perform { try await $0.loadEarlier(in: ada.id) }
        #expect(try world.texts() == Self.log.map(\.text))
    }

    @Test func `slow empty pages end an attempt after five seconds, so that a typed line does not wait`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncAnswer = { _, _ in newestRead(of: Self.log) }
            script.pageAnswer = Self.afterManyEmptyOnes
        }
        world.run(for: .seconds(1))
        // Each request takes 0.5 to 3 seconds from here on.
        world.service.script.slowness = 50
        let begin = world.executor.clock.now
        #expect(throws: SessionError.stillLoading) {
            try world.perform { try await $0.loadEarlier(in: ada.id) }
        }
        #expect(begin.duration(to: world.executor.clock.now) <= .seconds(8))
        #expect((2...10).contains(world.service.requests(.page).count))
    }

    @Test func `an empty last page is the start of the conversation`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.syncLimit = 3
            script.pageAnswer = { _, _ in MessagePage(messages: [], next: nil) }
        }
        world.run(for: .seconds(5))
        #expect(try world.messages().count == 3)
        #expect(try world.messages().allSatisfy { !$0.followsGap })
        world.run(for: .seconds(300))
        #expect(world.service.requests(.page).count == 1)
    }
}
