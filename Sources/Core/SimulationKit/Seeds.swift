import Foundation

/// The seeds that a test of schedules plays.
///
/// A schedule that breaks a rule breaks it under many seeds, so that a tenth of them is enough for every run;
/// `VIPERCHAT_SEEDS=all swift test` plays all.
public enum Seeds {
    private static let playsAll = ProcessInfo.processInfo.environment["VIPERCHAT_SEEDS"] == "all"

    /// Returns the seeds from 1 to a tenth of `count`, at least two, or to `count` if all are to be played.
    public static func upTo(_ count: UInt64) -> ClosedRange<UInt64> {
        1...(playsAll ? count : max(2, count / 10))
    }
}
