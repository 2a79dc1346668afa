import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct PagedQueryTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let asked = Recorder<Int>()
    private let taken = Recorder<PagedContent<Int, Int>>()
    private let status = ModelStatus(connection: Connection(requests: .working))

    /// A query whose model answers each request with ten times its number, and cannot read negative ones.
    private func makeQuery() -> PagedQuery<Int, Int> {
        PagedQuery { [asked, status, clock = executor.clock] in
            asked.record(1)
            try? await clock.sleep(for: .seconds(1))
            return LiveQuery(1) { QueryResult($0 < 0 ? .failure(.damaged) : .success($0 * 10), status: status) }
        }
    }

    private func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: executor) { await work() }
    }

    private func follow(_ query: PagedQuery<Int, Int>) -> Task<Void, Never> {
        begin { [taken] in await query.follow { taken.record($0) } }
    }

    private func stop(_ tasks: Task<Void, Never>...) {
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
    }

    private func answer(_ request: Int) -> PagedContent<Int, Int> {
        PagedContent(window: request * 10, request: request, connection: status.connection)
    }

    @Test func `of two queries made at once the first is kept, and no third is made`() {
        let query = makeQuery()
        #expect(query.request == nil && query.window == nil)
        query.move { request, _ in request = 7 }
        let following = follow(query)
        let asking = begin { await query.ask { $0 = 2 } }
        executor.run(for: .seconds(5))
        #expect(query.request == 2)
        #expect(taken.values.last == answer(2))
        stop(following, asking)
        _ = begin { await query.ask { $0 = 3 } }
        executor.run(for: .milliseconds(10))
        #expect(query.request == 3, "the model is not asked again")
        #expect(asked.values.count == 2)
    }

    @Test func `a request that stays the same is not read again`() {
        let query = makeQuery()
        let following = follow(query)
        executor.run(for: .seconds(5))
        query.move { request, _ in request = 1 }
        _ = begin { await query.ask { $0 = 1 } }
        executor.run(for: .seconds(1))
        #expect(taken.values == [answer(1)])
        query.move { request, window in request = window / 10 + 3 }
        executor.run(for: .seconds(1))
        #expect(taken.values == [answer(1), answer(4)])
        #expect(query.window == 40)
        stop(following)
    }

    @Test func `a window that does not answer the current request moves nothing`() {
        let query = makeQuery()
        let following = follow(query)
        executor.run(for: .seconds(5))
        _ = begin {
            await query.ask { $0 = 2 }
            for _ in 1...3 { query.move { request, _ in request += 1 } }
        }
        executor.run(for: .seconds(1))
        #expect(query.request == 2)
        query.move { request, _ in request += 1 }
        #expect(query.request == 3)
        stop(following)
    }

    @Test func `settling waits until the answer to the current request has been passed on`() {
        let query = makeQuery()
        let order = Recorder<String>()
        let following = begin {
            await query.follow { order.record("\($0.window ?? 0)") }
        }
        _ = begin {
            await query.ask { $0 = 2 }
            await query.settle()
            order.record("settled")
        }
        executor.run(for: .seconds(5))
        #expect(order.values.suffix(2) == ["20", "settled"])
        stop(following)
    }

    @Test func `an answer that cannot be read has no window, and the last one stays`() {
        let query = makeQuery()
        let following = follow(query)
        executor.run(for: .seconds(5))
        _ = begin { await query.ask { $0 = -1 } }
        executor.run(for: .seconds(1))
        let unreadable = PagedContent<Int, Int>(
            request: -1,
            connection: status.connection,
            problem: .cannotRead(.damaged)
        )
        #expect(taken.values == [answer(1), unreadable])
        #expect(query.window == 10)
        let kept = unreadable.keepingWindow(of: answer(1))
        #expect(kept.window == 10 && kept.request == 1 && kept.problem == .cannotRead(.damaged))
        #expect(answer(2).keepingWindow(of: answer(1)) == answer(2))
        #expect(unreadable.keepingWindow(of: nil) == unreadable)
        stop(following)
    }
}

@Suite struct RowRangeTests {
    @Test func `a range grows by pages to its limit, then slides down and up`() {
        var rows = RowRange()
        let down = (1...5).map { _ in
            rows.showMore()
            return [rows.offset, rows.limit]
        }
        #expect(down == [[0, 100], [0, 150], [0, 200], [50, 200], [100, 200]])
        #expect(rows.hasPrevious)
        let up = (1...3).map { _ in
            rows.showPrevious()
            return [rows.offset, rows.limit]
        }
        #expect(up == [[50, 200], [0, 200], [0, 200]])
        #expect(!rows.hasPrevious)
    }

    @Test func `the page before a partial one begins at the first row`() {
        var rows = RowRange(offset: 20)
        rows.showPrevious()
        #expect(rows == RowRange(offset: 0, limit: 50))
    }

    @Test(arguments: [(0, 3), (0, 5), (2, 3), (2, 2), (9, 2)])
    func `a page says whether more rows follow`(offset: Int, limit: Int) {
        let all = [1, 2, 3, 4, 5]
        let page = RowRange(offset: offset, limit: limit).page { all.dropFirst($0).prefix($1) }
        #expect(page.rows == all.indices.filter { $0 >= offset && $0 < offset + limit }.map { all[$0] })
        #expect(page.hasMore == (offset + limit < all.count))
    }
}
