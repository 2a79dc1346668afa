import ChatStore
import SimulationKit
import Testing
import Transport

@testable import ChatSession

@Suite struct ChangeFeedTests {
    @Test func `it fires at once, and changes that wait become one`() async {
        let feed = ChangeFeed()
        var changes = feed.changes(of: .account).makeAsyncIterator()
        await changes.next()
        for _ in 1...5 { feed.post([ada.id]) }
        feed.postAll()
        await changes.next()
        let later = Counter()
        let task = Task { for await _ in feed.changes(of: .account) { later.increment() } }
        while later.value == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(later.value == 1)
    }

    @Test(arguments: UInt64(1)...20)
    func `a scope covers its own changes and those of all`(seed: UInt64) {
        let (feed, executor) = (ChangeFeed(), SimulationExecutor(seed: seed))
        let heard = [Counter(), Counter(), Counter()]
        let tasks = zip(heard, [ChangeScope.account, .chat(ada.id), .chat(ben.id)]).map { counter, scope in
            Task(executorPreference: executor) { for await _ in feed.changes(of: scope) { counter.increment() } }
        }
        executor.run(for: .seconds(1))
        #expect(heard.map(\.value) == [1, 1, 1])
        feed.post([ada.id])
        executor.run(for: .seconds(1))
        #expect(heard.map(\.value) == [2, 2, 1])
        feed.post([])
        executor.run(for: .seconds(1))
        #expect(heard.map(\.value) == [2, 2, 1])
        feed.postAll()
        executor.run(for: .seconds(1))
        #expect(heard.map(\.value) == [3, 3, 2])
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
    }

    @Test func `no follower is left behind, cancelled or forgotten`() {
        let (feed, executor) = (ChangeFeed(), SimulationExecutor(seed: 1))
        let tasks = (1...10).map { _ in
            Task(executorPreference: executor) { for await _ in feed.changes(of: .account) {} }
        }
        executor.run(for: .seconds(1))
        #expect(feed.followerCount == 10)
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
        #expect(feed.followerCount == 0)
        _ = feed.changes(of: .account)
        #expect(feed.followerCount == 0)
    }

    @Test func `a session's screens leave no follower behind`() throws {
        let world = try SessionWorld()
        let followers = (1...5).map { _ in world.begin { for await _ in $0.changes(of: .chat(ada.id)) {} } }
        world.run(for: .seconds(1))
        #expect(world.session.feed.followerCount == 5)
        for follower in followers { follower.cancel() }
        world.run(for: .seconds(1))
        #expect(world.session.feed.followerCount == 0)
    }
}
