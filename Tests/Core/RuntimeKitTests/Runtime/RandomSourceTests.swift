import RuntimeKit
import SimulationKit
import Testing

@Suite struct RandomSourceTests {
    private func source(seed: UInt64 = 1) -> RandomSource { RandomSource(SplitMix64(seed: seed)) }

    @Test func `the same generator, asked in the same order, answers the same`() {
        let answers = ([1, 1, 2] as [UInt64]).map { seed in
            let source = source(seed: seed)
            return "\(source.next()) \(source.integer(in: 1...1000)) \(source.unit()) \(source.chance(0.5))"
        }
        #expect(answers[0] == answers[1] && answers[0] != answers[2])
    }

    @Test func `numbers stay in their ranges and reach all of them`() {
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

    @Test func `a chance of none never comes, of one always, of a quarter every fourth time`() {
        let source = source()
        #expect((0..<1000).allSatisfy { _ in !source.chance(0) && source.chance(1) })
        #expect((900...1100).contains((0..<4000).count { _ in source.chance(0.25) }))
    }

    @Test func `digits are sixteen for each word, leading zeros too`() {
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
