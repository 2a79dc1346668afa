import ChatTypes
import JSONKit
import MatrixCrypto
import RuntimeKit

/// The members who get the key to a room's next message, and the time for which a key is used.
struct EncryptedRoom: Hashable, Sendable {
    var joined: Set<ContactID>
    var invited: Set<ContactID>
    /// Whether invited users may read what is written before they join; nil until it matters.
    var showsInvited: Bool?
    let rotation: Rotation

    /// The members, and the invited users if they may read along, in the order of their ids.
    var readers: [ContactID] { joined.union(guests).sorted() }
    /// The invited users who may read along.
    var guests: Set<ContactID> { showsInvited == true ? invited : [] }

    /// Applies a membership event.
    fileprivate mutating func apply(_ event: RoomEvent) {
        let person = event.person
        joined.remove(person)
        invited.remove(person)
        switch event.membership {
        case "join": joined.insert(person)
        case "invite": invited.insert(person)
        default: break
        }
    }
}

/// The encrypted rooms that messages were sent to since the start, kept current by sync.
///
/// A room is forgotten when changes in it may have been missed, and the homeserver is asked again. Callers use a known room only while
/// sync is up to date: nobody who has left may get the next key.
final class EncryptedRooms: Sendable {
    private struct State {
        var rooms: [ChatID: (room: EncryptedRoom, askedAt: Int)] = [:]
        /// The number of sync responses.
        var responses = 0
    }

    private let state = InterleavingMutex(State())

    func room(_ id: ChatID) -> EncryptedRoom? { state.withLock { $0.rooms[id]?.room } }

    /// The number of sync responses so far, to be passed to `insert`.
    var responses: Int { state.withLock { $0.responses } }

    /// Keeps a room as the homeserver described it, unless a sync response has come since its number was taken. Returns whether it does.
    @discardableResult
    func insert(_ room: EncryptedRoom, as id: ChatID, askedAt responses: Int) -> Bool {
        state.withLock { state in
            guard state.responses == responses else { return false }
            state.rooms[id] = (room, responses)
            return true
        }
    }

    /// Forgets all rooms: sync began anew.
    func removeAll() {
        state.withLock { state in
            state.responses += 1
            state.rooms = [:]
        }
    }

    /// Applies a sync response.
    func apply(_ response: SyncResponse) {
        state.withLock { state in
            state.responses += 1
            guard !state.rooms.isEmpty else { return }
            for (id, _) in response.left { state.rooms[id] = nil }
            for (id, update) in response.joined {
                guard let (old, askedAt) = state.rooms[id] else { continue }
                let events = (update.state + update.timeline).filter { $0.stateKey != nil }
                let changes = events.filter(\.isMembership)
                var isUnsure = update.hidesMembers || events.contains { Self.settingTypes.contains($0.type) }
                // The response may be older than what the homeserver said of the room.
                if !changes.isEmpty, state.responses == askedAt + 1 { isUnsure = true }
                var room = old
                for event in changes { room.apply(event) }
                state.rooms[id] = isUnsure ? nil : (room, askedAt)
            }
        }
    }

    /// The state of a room that decides about keys, beside its members.
    private static let settingTypes = ["m.room.encryption", "m.room.history_visibility"]
}
