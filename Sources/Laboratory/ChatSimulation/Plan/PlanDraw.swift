import SimulationKit

/// The source of a plan's random numbers, determined by the seed.
public struct PlanDraw: Sendable {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Returns a number that later selects one of the available items.
    mutating func number() -> Int { below(1000) }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Returns `true` with a probability of one in `count`.
    mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

    /// Returns `true` half of the time.
    mutating func flip() -> Bool { Bool.random(using: &generator) }

    /// Returns an element of a non-empty array.
    mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }
}
