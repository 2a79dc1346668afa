import Foundation

/// The seeds that a test of schedules plays.
///
/// A schedule that breaks a rule breaks it under many seeds, so that a tenth of them is enough for every run;
/// `VIPERCHAT_SEEDS=all swift test` plays all. Tests that would repeat something very often ask `playsAll`.
public enum Seeds {
    /// Whether all are to be played.
    public static let playsAll = ProcessInfo.processInfo.environment["VIPERCHAT_SEEDS"] == "all"

    /// Returns the seeds from 1 to a tenth of `count`, at least two, or to `count` if all are to be played.
    public static func upTo(_ count: UInt64) -> ClosedRange<UInt64> {
        1...(playsAll ? count : max(2, count / 10))
    }

    /// Returns each `step`th number of a range from its first one, or all numbers if all seeds are to be played.
    ///
    /// For tests that break off at each write or request: neighbours mostly break off within the same operation.
    public static func every(_ step: Int, of range: ClosedRange<Int>) -> [Int] {
        Array(stride(from: range.lowerBound, through: range.upperBound, by: playsAll ? 1 : step))
    }
}
