public import ChatTypes
import SQLiteKit

/// The spaces that chats are in.
extension ChatReader {
    /// Returns the chats of a space in an order, as `chats(in:offset:limit:)` does. Throws `SQLiteError`. Cost: linear in the chats of the
    /// space.
    public func chats(ofSpace space: ChatID, in order: ChatOrder, offset: Int = 0, limit: Int) throws -> [StoredChat] {
        try connection.rows(order.spaceQuery, space.stored, limit, offset, read: StoredChat.init(row:_:))
    }

    /// Returns the space of that ID, or of a name that looks like this one; `nil` if no chat here is in one.
    ///
    /// Throws `SessionError.ambiguousName` with the IDs to choose from, or `SQLiteError`. Cost: linear in the chats of all spaces.
    public func space(named name: String) throws -> ChatSpace? {
        let all = try connection.rows(
            "SELECT id, max(name) FROM space INDEXED BY space_by_id GROUP BY id",
            read: ChatSpace.init(row:)
        )
        if let space = all.first(where: { $0.id.rawValue.hasBytes(of: name) }) { return space }
        let named = all.filter { NameLook.key(of: $0.name) == NameLook.key(of: name) }
        guard named.count < 2 else { throw SessionError.ambiguousName(name, ids: named.map(\.id.rawValue)) }
        return named.first
    }
}

extension ChatSpace {
    /// The columns `id` and `name`.
    init(row: borrowing Row) { self.init(id: row.identifier(0), name: row.text(1)) }
}
