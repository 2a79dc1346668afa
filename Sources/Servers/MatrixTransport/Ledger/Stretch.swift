/// Events that stand directly behind each other, oldest first, and what stands before the first of them.
struct Stretch {
    enum Before {
        /// Nothing: the conversation starts here.
        case start
        /// Something that was not brought along; the token pages back to it.
        case unknown(String?)
        /// The newest that is known of the room.
        case whatIsKnown(String?)
    }

    let events: [RoomEvent]
    let before: Before

    /// The gap that opens before the first event when nothing of the stretch is known.
    var gap: String {
        switch before {
        case .start: Gap.start
        case .unknown(let token), .whatIsKnown(let token): Gap.token(token)
        }
    }
}

/// What the ledger notes as standing before an event that does not follow the one below it.
enum Gap {
    /// The conversation starts with the event.
    static let start = ""
    /// Something whose token is not known.
    static let unknown = "?"

    /// A token too long to be kept may as well not be known.
    static func token(_ token: String?) -> String {
        guard let token, !token.isEmpty, token.utf8.count <= 4096 else { return unknown }
        return token
    }

    /// Where a page goes on; without a token, nowhere.
    static func end(_ token: String?) -> String { token.map(Self.token) ?? start }
}
