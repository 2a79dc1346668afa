import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite(.timeLimit(.minutes(20))) struct HistoryTests {
    private func makeHistory() throws -> History { History(try ChatDatabase(.memory)) }

    @Test func `commit finishes before another transaction can begin`() async throws {
        let (history, order) = (try makeHistory(), Recorder<String>())
        await withDiscardingTaskGroup { group in
            for name in ["a", "b", "c"] {
                group.addTask {
                    _ = try? await history.commit { _ in
                        order.record("\(name) commits")
                    } then: {
                        order.record("\(name) finishes")
                    }
                }
            }
        }
        let values = order.values
        #expect(values.count == 6)
        for index in stride(from: 0, to: 6, by: 2) {
            #expect(values[index].first == values[index + 1].first, "\(values)")
        }
    }

    @Test func `a transaction reads its own changes`() async throws {
        let history = try makeHistory()
        let names = try await history.commit { writer in
            let before = try writer.read { try $0.chat(ada.id) }
            try writer.register(ada)
            return [before, try writer.read { try $0.chat(ada.id) }].map { $0?.contact.name }
        }
        #expect(names == [nil, ada.contact.name])
    }

    @Test func `a failed commit changes nothing and reports the storage problem until one succeeds`() async throws {
        let history = try makeHistory()
        let finished = Counter()
        await history.withDatabase { $0.diskFault = { throw DiskFull() } }
        await #expect(throws: StorageProblem.self) {
            try await history.commit {
                try $0.register(ada)
            } then: { _ in
                finished.increment()
            }
        }
        #expect(history.status.value.storageProblem != nil && finished.value == 0)
        await history.withDatabase { $0.diskFault = nil }
        #expect(try await history.read { try $0.chat(ada.id) } == nil)
        try await history.commit { try $0.register(ada) }
        #expect(history.status.value.storageProblem == nil)
    }

    @Test func `a commit saves the drafts of stored chats`() async throws {
        let history = try makeHistory()
        history.unsavedDrafts.keep("typed", in: ada.id)
        try await history.commit { try $0.register(ada) }
        #expect(history.unsavedDrafts[ada.id] == "typed", "the chat was not stored before")
        try await history.commit { _ in }
        #expect(history.unsavedDrafts[ada.id] == nil)
        #expect(try await history.read { try $0.timeline(of: ada.id, in: .newest(1))?.draft } == "typed")
    }

    @Test func `a saved draft is forgotten only if it has not changed since`() {
        let drafts = UnsavedDrafts()
        drafts.keep("old", in: ada.id)
        let saved = drafts.all
        drafts.keep("new", in: ada.id)
        drafts.forget(saved)
        #expect(drafts[ada.id] == "new")
    }

    @Test func `texts that are not saved take the place of stored ones, and an empty one ends its text`() {
        let drafts = UnsavedDrafts()
        let ids = (1...4).map { MessageID("m\($0)") }
        drafts.keep("new", of: .reply(to: ids[0]), in: ada.id)
        drafts.keep("", of: .edit(of: ids[1]), in: ada.id)
        drafts.keep("thread's", of: .thread(ids[2]), in: ada.id)
        drafts.keep("other", of: .reply(to: ids[3]), in: ben.id)
        let stored = [
            UnfinishedText(.reply(to: ids[0]), "old"), UnfinishedText(.edit(of: ids[1]), "edit"),
            UnfinishedText(.reply(to: ids[3]), "stored"),
        ]
        let shown = [UnfinishedText(.reply(to: ids[3]), "stored"), UnfinishedText(.reply(to: ids[0]), "new")]
        #expect(drafts.completing(stored, in: ada.id) == shown)
        #expect(drafts[ada.id, ids[2]] == "thread's" && drafts[ada.id, ids[0]] == nil && drafts[ada.id] == nil)
    }

    @Test func `a status update invalidates queries only if the status differs`() {
        let feed = ChangeFeed()
        let (tracker, query) = (StatusTracker(feed: feed), InvalidationCounter())
        feed.follow(.chat(ada.id), query)
        tracker.update { $0.connection.requests = .working }
        tracker.update { $0.connection.requests = .working }
        #expect(query.count.value == 1)
    }

    @Test func `waiting attempts go on only when requests begin to succeed`() {
        let (tasks, ended) = (VirtualTasks(), Counter())
        let tracker = StatusTracker(feed: ChangeFeed())
        tracker.update { $0.connection.requests = .working }
        tasks.begin {
            await tracker.reconnected.wait()
            ended.increment()
        }
        tasks.executor.run(for: .seconds(1))
        tracker.update { $0.connection.liveLink = .open }
        tracker.update { $0.connection.requests = .failing(.unreachable) }
        tasks.executor.run(for: .seconds(1))
        #expect(ended.value == 0)
        tracker.update { $0.connection.requests = .working }
        tasks.executor.run(for: .seconds(1))
        #expect(ended.value == 1)
        tasks.stop()
    }
}

private final class InvalidationCounter: Invalidatable {
    let count = Counter()

    func invalidate() { count.increment() }
}
