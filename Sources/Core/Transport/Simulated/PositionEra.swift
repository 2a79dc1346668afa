import Foundation

/// A stretch of positions that no start of a server but one gives out.
///
/// The end of a journal may be lost while clients hold what it said. Were its positions given out again, new messages would
/// be sorted among those, behind the read marker, and go unheard. So every start begins an era of its own, beyond the
/// last one that the journal knows and, should all of that be lost, where the clock has come to: one for each second.
/// Nothing has to be written for it, and the disk is never waited for.
struct PositionEra {
    /// Below this a number is the same for every reader of JSON.
    static let positionLimit: Int64 = 1 << 53

    /// New messages stand beyond this position.
    let floor: Int64

    /// - Parameter highest: the highest position that the journal knows; 0 where there is none.
    init(after highest: Int64, at now: Date) {
        let seconds = Int64(max(0, min(now.timeIntervalSince1970, Double(1 << 32))))
        floor = max(highest >> Self.bits + 1, seconds) << Self.bits
    }

    /// A million positions.
    private static let bits: Int64 = 20
}
