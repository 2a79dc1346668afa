import Foundation
import Synchronization

/// A generator of random numbers that tasks can share.
///
/// Safe from any thread. The numbers depend on the generator alone, so a seeded one, asked in the same order, answers
/// the same.
public final class RandomSource: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    public init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// 64 random bits.
    public func next() -> UInt64 {
        generator.withLock { $0.next() }
    }

    /// An evenly spread number within the range, both its bounds included.
    public func integer(in range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }

    /// An evenly spread duration within the range.
    public func duration(in range: ClosedRange<Duration>) -> Duration {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// True with the given probability: never at 0, always at 1.
    public func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// An evenly spread number from 0 up to, but without, 1.
    public func unit() -> Double {
        generator.withLock { Double.random(in: 0..<1, using: &$0) }
    }

    /// Sixteen digits for each word.
    public func hexadecimalDigits(wordCount: Int) -> String {
        (0..<wordCount).map { _ in String(format: "%016lx", next()) }.joined()
    }
}
