import SimulationKit

/// Where the numbers of a plan come from: the same from the same seed.
public struct PlanDraw: Sendable {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// A number that will choose among what is there.
    mutating func number() -> Int { below(1000) }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// True once in so many times.
    mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

    /// True every other time.
    mutating func flip() -> Bool { Bool.random(using: &generator) }

    /// One of some, of which there is at least one.
    mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }
}
