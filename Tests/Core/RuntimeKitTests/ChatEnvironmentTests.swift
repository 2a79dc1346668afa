import Foundation
import RuntimeKit
import SimulationKit
import Testing

@Suite struct ChatEnvironmentTests {
    private func environment(_ calendar: Calendar) -> ChatEnvironment {
        ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: calendar,
            random: RandomSource(Counter())
        )
    }

    @Test func `locale and time zone are those of the calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(environment(calendar).timeZone.identifier == "Europe/Berlin")
        calendar.locale = Locale(identifier: "de_DE")
        #expect(environment(calendar).locale.identifier == "de_DE")
    }
}

@Suite struct RandomSourceTests {
    private func source(seed: UInt64 = 1) -> RandomSource { RandomSource(SplitMix64(seed: seed)) }

    @Test func `the same seed returns the same numbers to the same calls`() {
        let answers = ([1, 1, 2] as [UInt64]).map { seed in
            let source = source(seed: seed)
            return "\(source.next()) \(source.integer(in: 1...1000)) \(source.unit()) \(source.chance(0.5))"
        }
        #expect(answers[0] == answers[1] && answers[0] != answers[2])
    }

    @Test func `numbers stay in their ranges and cover them`() {
        let source = source()
        #expect(Set((0..<500).map { _ in source.integer(in: 1...6) }) == [1, 2, 3, 4, 5, 6])
        let units = (0..<2000).map { _ in source.unit() }
        #expect(units.allSatisfy { (0..<1).contains($0) } && (0.48...0.52).contains(units.reduce(0, +) / 2000))
        let range = Duration.seconds(1) ... .seconds(3)
        let durations = (0..<2000).map { _ in source.duration(in: range) }
        #expect(durations.allSatisfy(range.contains))
        #expect(durations.contains { $0 < .seconds(1.1) } && durations.contains { $0 > .seconds(2.9) })
        #expect(source.duration(in: .seconds(2) ... .seconds(2)) == .seconds(2))
    }

    @Test func `chance is never true at 0, always at 1 and a quarter of the time at 0.25`() {
        let source = source()
        #expect((0..<1000).allSatisfy { _ in !source.chance(0) && source.chance(1) })
        #expect((900...1100).contains((0..<4000).count { _ in source.chance(0.25) }))
    }

    @Test func `hexadecimalDigits returns 16 digits per word, with leading zeros`() {
        let source = RandomSource(Counter())
        #expect(source.hexadecimalDigits(wordCount: 2) == "00000000000000010000000000000002")
        #expect(source.hexadecimalDigits(wordCount: 0).isEmpty)
    }
}

private struct Counter: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        count += 1
        return count
    }
}
