import ScreenTesting
import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct BackgroundWorkTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let told = Recorder<String>()

    @Test func `work runs concurrently in the clock's time`() {
        let work = BackgroundWork { [told] in told.record($0) }
        let running = Task(executorPreference: executor) { await work.run() }
        for (text, seconds) in [("later", 3), ("sooner", 1)] {
            work.begin { [clock = executor.clock] in
                try? await clock.sleep(for: .seconds(seconds))
                return text
            }
        }
        work.begin { nil }
        executor.run(for: .seconds(2))
        #expect(told.values == ["sooner"])
        executor.run(for: .seconds(2))
        #expect(told.values == ["sooner", "later"])
        running.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `run returns after cancelled work has ended`() {
        let work = BackgroundWork { [told] in told.record($0) }
        let running = Task(executorPreference: executor) { [told] in
            await work.run()
            told.record("returned")
        }
        work.begin { [clock = executor.clock, told] in
            do { try await clock.sleep(for: .seconds(60)) } catch { told.record("cancelled") }
            return nil
        }
        executor.run(for: .seconds(2))
        #expect(told.values == [])
        running.cancel()
        executor.run(for: .seconds(2))
        #expect(told.values == ["cancelled", "returned"])
    }
}
