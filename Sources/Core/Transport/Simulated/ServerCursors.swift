import ChatTypes

/// Where a sync goes on: what the server writes into an opaque cursor.
///
/// While one sync takes several pages, a chat's news is still counted from where the first page began: a chat whose
/// last change is recent may also have older ones that no page has brought yet.
struct SyncPlace: Hashable {
    let server: String
    /// News after this is brought.
    let base: Int
    /// Chats that last changed by then have been dealt with.
    let reached: Int
    /// Of what the server held then: the end of its journal may be lost, and others written since.
    let digest: UInt32

    var cursor: SyncCursor { SyncCursor("\(server).\(base).\(reached).\(digest)") }

    init(server: String, base: Int, reached: Int, digest: UInt32) {
        (self.server, self.base, self.reached, self.digest) = (server, base, reached, digest)
    }

    /// Nil when no server ever writes such a cursor.
    init?(_ cursor: SyncCursor) {
        let parts = cursor.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let base = Int(parts[1]), let reached = Int(parts[2]), let digest = UInt32(parts[3])
        else { return nil }
        self.init(server: String(parts[0]), base: base, reached: reached, digest: digest)
        guard 0 <= base, base <= reached, self.cursor == cursor else { return nil }
    }
}

/// Where a page of history ends: what the server writes into an opaque cursor.
struct PagePlace: Hashable {
    let position: Position
    /// Whether an empty page has already been given for this place.
    var isRepeated = false

    var cursor: PageCursor { PageCursor("\(position.rawValue)\(isRepeated ? "+" : "")") }
}

extension PagePlace {
    /// Nil when no server ever writes such a cursor.
    init?(_ cursor: PageCursor) {
        let isRepeated = cursor.rawValue.hasSuffix("+")
        guard let number = Int64(cursor.rawValue.dropLast(isRepeated ? 1 : 0)) else { return nil }
        self.init(position: Position(number), isRepeated: isRepeated)
        guard self.cursor == cursor else { return nil }
    }
}
