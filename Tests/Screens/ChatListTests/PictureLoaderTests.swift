import ChatTypes
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct PictureLoaderTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let asked = Recorder<String>()

    /// A running loader, whose pictures take a second each.
    private func stage(
        load: @escaping @Sendable (ContactID) throws -> Picture? = { _ in .small }
    ) -> LoaderStage {
        let loader = PictureLoader { [asked, clock = executor.clock] contact in
            asked.record(contact.rawValue)
            try await clock.sleep(for: .seconds(1))
            return try load(contact)
        }
        return LoaderStage(loader, executor)
    }

    @Test func `each wanted contact is requested once, also one without a picture`() {
        let stage = stage { $0.rawValue == "2" ? nil : .small }
        stage.want(1...3, 2...3)
        stage.run()
        stage.want(1...3)
        #expect(asked.values == ["1", "2", "3"])
        #expect(stage.loaded(1...4) == ["1", "3"])
        #expect(stage.changeCount == 2, "no picture, nothing to show")
    }

    @Test func `four pictures load in parallel, and the next starts when one is done`() {
        let stage = stage()
        stage.want(1...10)
        #expect(asked.values == ["1", "2", "3", "4"])
        stage.run(for: .seconds(1))
        #expect(asked.values.count == 8)
        stage.run(for: .seconds(1))
        #expect(asked.values == (1...10).map { "\($0)" }, "in the order in which they are wanted")
        stage.run(for: .seconds(1))
        #expect(stage.loaded(1...10).count == 10)
    }

    @Test func `a failed picture is requested again only when it is next wanted`() {
        let isWell = Recorder<Bool>()
        let stage = stage { _ in
            if isWell.values.isEmpty { throw ServiceError.unreachable }
            return .small
        }
        stage.want(1...1)
        stage.run()
        isWell.record(true)
        stage.run()
        #expect(asked.values == ["1"])
        #expect(stage.changeCount == 0)
        stage.want(1...1)
        stage.run()
        #expect(asked.values == ["1", "1"])
        #expect(stage.loaded(1...1) == ["1"])
    }

    @Test func `above the memory limit the oldest pictures are dropped and loaded again`() {
        let stage = stage { _ in Picture(mediaType: "image/png", bytes: Array(repeating: 0, count: 5 << 20)) }
        stage.want(1...3)
        stage.run()
        stage.want(1...1)
        stage.want(4...4)
        stage.run()
        #expect(stage.loaded(1...4) == ["1", "3", "4"])
        stage.want(2...2)
        stage.run()
        #expect(stage.loaded(1...4) == ["1", "2", "4"])
        #expect(asked.values == ["1", "2", "3", "4", "2"])
    }

    @Test func `pictures that fill the memory limit exactly are all held`() {
        let stage = stage { _ in Picture(mediaType: "image/png", bytes: Array(repeating: 0, count: 8 << 20)) }
        stage.want(1...2)
        stage.run()
        #expect(stage.loaded(1...2) == ["1", "2"])
    }

    @Test func `a picture larger than the limit is held alone`() {
        let stage = stage { contact in
            Picture(mediaType: "image/png", bytes: Array(repeating: 0, count: contact.rawValue == "2" ? 17 << 20 : 1))
        }
        stage.want(1...2)
        stage.run()
        #expect(stage.loaded(1...2) == ["2"])
        stage.want(3...3)
        stage.run()
        #expect(stage.loaded(1...3) == ["3"])
    }

    @Test func `contacts are held up to a limit, also those without a picture`() {
        let stage = stage { _ in nil }
        stage.want(1...1000)
        stage.run(for: .seconds(300))
        stage.want(1...1)
        stage.want(1001...1001)
        stage.run()
        stage.want(1...2)
        stage.run()
        #expect(asked.values.suffix(3) == ["1000", "1001", "2"])
    }

    @Test func `leaving the list stops loading`() {
        let stage = stage()
        stage.want(1...10)
        stage.leave()
        stage.run(for: .seconds(60))
        #expect(asked.values == ["1", "2", "3", "4"])
        #expect(stage.loaded(1...10) == [])
    }
}

/// A picture loader in virtual time; contacts are numbers.
private final class LoaderStage {
    private let loader: PictureLoader
    private let executor: SimulationExecutor
    private let changes = Recorder<Bool>()
    private let task: Task<Void, Never>

    init(_ loader: PictureLoader, _ executor: SimulationExecutor) {
        self.loader = loader
        self.executor = executor
        task = Task(executorPreference: executor) { [changes] in await loader.run { changes.record(true) } }
    }

    deinit { leave() }

    var changeCount: Int { changes.values.count }

    func want(_ contacts: ClosedRange<Int>...) {
        Task(executorPreference: executor) { [loader] in
            for range in contacts { await loader.want(range.map { ContactID("\($0)") }) }
        }
        executor.run(for: .milliseconds(10))
    }

    func loaded(_ contacts: ClosedRange<Int>) -> [String] {
        let loaded = loader.loaded(of: contacts.map { ContactID("\($0)") })
        return contacts.map { "\($0)" }.filter { loaded[ContactID($0)] != nil }
    }

    func run(for duration: Duration = .seconds(10)) { executor.run(for: duration) }

    func leave() {
        task.cancel()
        executor.run(for: .seconds(1))
    }
}
