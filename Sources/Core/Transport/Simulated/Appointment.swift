import ChatTypes

/// Someone's place in a chat.
struct Seat: Hashable, Comparable {
    let chat: Int
    let author: Author

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.chat, lhs.author) < (rhs.chat, rhs.author) }
}

/// Something that someone will do in a chat at a time.
struct Appointment: Sendable {
    enum Deed: Sendable {
        case read(Seat)
        case type(Seat)
        case answer(Seat)
        case sayGoodbye
    }

    let deed: Deed
    let due: Duration
}
