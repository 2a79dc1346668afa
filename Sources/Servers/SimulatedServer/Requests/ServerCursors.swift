import ChatTypes
import Foundation

/// The place where a sync continues, which the server writes into an opaque cursor.
///
/// While one sync takes several pages, a chat's news is counted from where the first page began: a chat with a recent
/// change may also have older ones that no page has brought yet.
struct SyncPlace: Hashable {
    let server: String
    /// The sequence after which news is brought.
    let base: Int
    /// The sequence up to which changed chats have been handled.
    let reached: Int
    /// The digest of the journal up to then, whose end may be lost and rewritten.
    let digest: UInt32

    var cursor: SyncCursor { SyncCursor("\(server).\(base).\(reached).\(digest)") }

    init(server: String, base: Int, reached: Int, digest: UInt32) {
        (self.server, self.base, self.reached, self.digest) = (server, base, reached, digest)
    }

    /// Parses a cursor; nil for one that no server writes.
    init?(_ cursor: SyncCursor) {
        let parts = cursor.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let base = Int(parts[1]), let reached = Int(parts[2]), let digest = UInt32(parts[3])
        else { return nil }
        self.init(server: String(parts[0]), base: base, reached: reached, digest: digest)
        guard 0 <= base, base <= reached, self.cursor == cursor else { return nil }
    }
}

/// The place where a page of history ends, which the server writes into an opaque cursor.
struct PagePlace: Hashable {
    let position: Position
    /// Whether an empty page was already returned for this place.
    var isRepeated = false

    var cursor: PageCursor { PageCursor("\(position.rawValue)\(isRepeated ? "+" : "")") }
}

extension PagePlace {
    /// Parses a cursor; nil for one that no server writes.
    init?(_ cursor: PageCursor) {
        let isRepeated = cursor.rawValue.hasSuffix("+")
        guard let number = Int64(cursor.rawValue.dropLast(isRepeated ? 1 : 0)) else { return nil }
        self.init(position: Position(number), isRepeated: isRepeated)
        guard self.cursor == cursor else { return nil }
    }
}

/// A range of positions that only one start of a server uses.
///
/// The end of a journal may be lost while clients already have its messages. If its positions were reused, new
/// messages would be sorted among those, before the read marker, and stay unseen. So every start begins an era of its
/// own, after the last one in the journal and, should all of that be lost, after the current second. This needs no
/// write, and never waits for the disk.
struct PositionEra {
    /// The highest number that every reader of JSON reads exactly.
    static let positionLimit: Int64 = 1 << 53

    /// The position that all new messages exceed.
    let floor: Int64

    /// - Parameter highest: The highest position in the journal; 0 without one.
    init(after highest: Int64, at now: Date) {
        let seconds = Int64(max(0, min(now.timeIntervalSince1970, Double(1 << 32))))
        floor = max(highest >> Self.bits + 1, seconds) << Self.bits
    }

    /// A million positions.
    private static let bits: Int64 = 20
}
