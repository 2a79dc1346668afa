import SimulationKit

/// How a scenario says what it expects to see.
///
/// Where time may pass although work is ready, much of it may pass before the app gets its turn: then a person looks a
/// good many times, however late it is.
extension Stage {
    /// Looks until `holds`; throws a `Difference` with what is shown instead when that takes too long.
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
            // A person looks closely at first, and then now and then.
            try await wait(min(max(passed / 8, .milliseconds(5)), .seconds(1)))
        }
    }

    /// Looks for as long as it says; throws a `Difference` when `holds` ceases to.
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

    /// Throws a `Difference` when `isSo` is false.
    func check(_ words: String, _ isSo: Bool) async throws {
        guard !isSo else { return }
        throw Difference("\(words) is not so: \(await screen)")
    }
}
