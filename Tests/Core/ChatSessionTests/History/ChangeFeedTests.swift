import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct ChangeFeedTests {
    @Test(arguments: Seeds.upTo(20))
    func `a scope covers its own changes and changes of everything`(seed: UInt64) throws {
        let (feed, executor) = (ChangeFeed(), SimulationExecutor(seed: seed))
        let heard = [Counter(), Counter(), Counter()]
        let tasks = zip(heard, [ChangeScope.account, .chat(ada.id), .chat(ben.id)]).map { counter, scope in
            let query = LiveQuery(()) { _ in }
            feed.follow(scope, query.invalidation)
            return Task(executorPreference: executor) { await query.follow { _ in counter.increment() } }
        }
        func counts(after post: () -> Void) -> [Int] {
            post()
            executor.run(for: .seconds(1))
            return heard.map(\.value)
        }
        #expect(counts {} == [1, 1, 1])
        #expect(counts { feed.post([ada.id]) } == [2, 2, 1])
        #expect(counts { feed.post([]) } == [2, 2, 1])
        #expect(counts { feed.postCounts() } == [3, 2, 1])
        #expect(counts { feed.postAll() } == [4, 3, 2])
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
    }

    @Test func `a released query is not followed any more`() {
        let feed = ChangeFeed()
        do {
            let queries = (1...10).map { _ in LiveQuery(()) { _ in } }
            for query in queries { feed.follow(.account, query.invalidation) }
            #expect(feed.followerCount == 10)
        }
        #expect(feed.followerCount == 0)
    }

    @Test func `the screen of a chat is told what the user reads and begins to write in its threads`() throws {
        let root = MessageID("m1")
        var answer = message(2)
        answer.thread = root
        let (world, runs) = (try SessionWorld(holding: [message(1), answer]), Counter())
        world.session.setTopChat(ada.id, showing: .thread(root))
        let screen = world.listen(to: .chat(ada.id), runs)
        world.run(for: .seconds(1))
        let first = runs.value
        try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m2"), thread: root) }
        world.run(for: .milliseconds(10))
        let second = runs.value
        #expect(second > first)
        try world.perform { try await $0.saveDraft("half", of: .thread(root), in: ada.id) }
        world.run(for: .milliseconds(10))
        #expect(runs.value > second)
        screen.cancel()
    }

    @Test func `the list is told when a draft is empty again, and not of each letter`() throws {
        let (world, runs) = (try SessionWorld(holding: [message(1)]), Counter())
        let list = world.listen(to: .account, runs)
        world.run(for: .seconds(1))
        let before = runs.value
        for text in ["/", "/drafts"] { try world.perform { try await $0.saveDraft(text, in: ada.id) } }
        world.run(for: .milliseconds(10))
        #expect(runs.value == before)
        try world.perform { try await $0.saveDraft("", in: ada.id) }
        world.run(for: .milliseconds(10))
        #expect(runs.value == before + 1)
        list.cancel()
    }

    @Test func `the list is told of whatever the user does`() throws {
        let world = try SessionWorld(holding: [message(1), message(2, from: .me)]) { script in
            // No news from the server tells it.
            script.silent = [.send, .edit, .react, .remove, .mute, .mark, .markRead]
        }
        world.run(for: .seconds(1))
        try world.perform { session in
            let state = ChatState.invited(by: "Ben", toGroup: false)
            let update = ChatUpdate(chat: ben, standing: NumberedStanding(ChatStanding(state: state), number: 5))
            try await session.withDatabase { try $0.write { _ = try $0.apply(update, announcing: false) } }
        }
        let runs = Counter()
        world.listen(to: .account, runs)
        world.run(for: .seconds(1))
        let changes: [@Sendable (Session) async throws -> Void] = [
            { _ = try await $0.send("hello", to: ada.id) },
            { try await $0.edit(MessageID("m2"), to: "better", in: ada.id) },
            { try await $0.react("👍", to: MessageID("m1"), in: ada.id) },
            { try await $0.setNotifications(.mentions, in: ada.id) },
            { try await $0.set(.favourite, to: true, in: ada.id) },
            { try await $0.markRead(ada.id, through: MessageID("m1")) },
            { try await $0.delete(MessageID("m2"), in: ada.id) },
            { try await $0.setMembership(.join, in: ben.id) },
            { try await $0.setMembership(.forget, in: ada.id) },
        ]
        for (number, change) in changes.enumerated() {
            let before = runs.value
            try world.perform(change)
            world.run(for: .milliseconds(1))
            #expect(runs.value > before, "change \(number)")
        }
    }

    @Test(arguments: WholeReading.allCases)
    func `the screen of a chat is told when all of it is read, threads too`(reading: WholeReading) throws {
        var answer = message(2)
        answer.thread = MessageID("m1")
        let (world, runs) = (try SessionWorld(holding: [message(1), answer]), Counter())
        let screen = world.listen(to: .chat(ada.id), runs)
        world.run(for: .seconds(1))
        let before = runs.value
        try world.perform { session in
            switch reading {
            case .allChats: try await session.markAllRead()
            case .oneChat: try await session.markAllRead(in: ada.id)
            case .throughNewest: try await session.markRead(ada.id, through: nil)
            }
        }
        world.run(for: .milliseconds(10))
        #expect(runs.value > before)
        screen.cancel()
    }

    enum WholeReading: CaseIterable { case allChats, oneChat, throughNewest }

    @Test func `screens of a session leave no query behind`() throws {
        let world = try SessionWorld()
        let screens = (1...5).map { _ in world.listen(to: .chat(ada.id), Counter()) }
        world.run(for: .seconds(1))
        #expect(world.session.context.feed.followerCount == 5)
        for screen in screens { screen.cancel() }
        world.run(for: .seconds(1))
        #expect(world.session.context.feed.followerCount == 0)
    }

    @Test func `files and the verification have scopes of their own`() {
        let feed = ChangeFeed()
        let scopes = [ChangeScope.account, .chat(ada.id), .files(ada.id), .files(ben.id), .verification]
        let queries = scopes.map { _ in InvalidationSpy() }
        for (scope, query) in zip(scopes, queries) { feed.follow(scope, query) }
        func told(by post: () -> Void) -> [Int] {
            let before = queries.map(\.count.value)
            post()
            return zip(queries, before).map { $0.count.value - $1 }
        }
        #expect(told { feed.post([ada.id]) } == [1, 1, 1, 0, 0])
        #expect(told { feed.postFiles(of: ada.id) } == [0, 0, 1, 0, 0])
        #expect(told { feed.postScreens(of: ada.id) } == [0, 1, 1, 0, 0])
        #expect(told { feed.postVerification() } == [0, 0, 0, 0, 1])
    }

    @Test func `the screen of a chat is told when it comes to the top`() throws {
        let (world, runs) = (try SessionWorld(holding: [message(1)]), Counter())
        let screen = world.listen(to: .chat(ada.id), runs)
        world.run(for: .seconds(1))
        let before = runs.value
        world.session.setTopChat(ada.id)
        world.run(for: .milliseconds(10))
        #expect(runs.value == before + 1)
        screen.cancel()
    }
}

private final class InvalidationSpy: Invalidatable {
    let count = Counter()

    func invalidate() { count.increment() }
}
