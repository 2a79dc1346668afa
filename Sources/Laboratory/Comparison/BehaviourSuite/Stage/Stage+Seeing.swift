import DriverKit
import SimulationKit

/// The expectations of a scenario.
///
/// If the schedule lets time pass while work is ready, much time may pass before the app's turn. The stage then
/// checks a minimum number of times, even after the time limit.
extension Stage {
    /// Checks repeatedly until `holds` returns true.
    ///
    /// Throws a `Difference` with the visible screen if that takes too long.
    @discardableResult
    func see(
        _ words: String,
        within limit: Duration = .seconds(180),
        where holds: (Screen) async -> Bool
    ) async throws -> Screen {
        let begin = executor.clock.now
        var looks = 0
        while true {
            let screen = await screen
            if await holds(screen) { return screen }
            let passed = begin.duration(to: executor.clock.now)
            looks += 1
            guard passed < limit || looks < leastLooks else {
                throw Difference("within \(limit), \(words) was not to be seen, but \(screen)")
            }
            // Checks often at first, then at longer intervals.
            try await wait(min(max(passed / 8, .milliseconds(5)), .seconds(1)))
        }
    }

    /// Checks repeatedly for `duration`, and throws a `Difference` when `holds` returns false.
    func keepSeeing(
        _ words: String,
        for duration: Duration = .seconds(20),
        where holds: (Screen) async -> Bool
    ) async throws {
        let begin = executor.clock.now
        var looks = 0
        while begin.duration(to: executor.clock.now) < duration || looks < leastLooks / 10 {
            let screen = await screen
            guard await holds(screen) else { throw Difference("\(words) ceased to be so: \(screen)") }
            looks += 1
            try await wait(duration / 40)
        }
    }

    /// Throws a `Difference` if `isSo` is false.
    func check(_ words: String, _ isSo: Bool) async throws {
        guard !isSo else { return }
        throw Difference("\(words) is not so: \(await screen)")
    }
}
