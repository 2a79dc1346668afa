import ChatTypes
import HTTPClient
import JSONKit
import MatrixTransport
import RuntimeKit
import Synchronization
import Transport

/// The marks that the account has set on its rooms, in the order of their changes.
struct MarkLog {
    private var marks: [ChatID: Set<ChatMark>] = [:]
    /// The number of the last change of each room.
    private var changes: [ChatID: Int] = [:]
    private(set) var changeCount = 0

    func marks(of room: ChatID) -> Set<ChatMark> { marks[room] ?? [] }

    mutating func set(_ mark: ChatMark, _ isSet: Bool, of room: ChatID) {
        if isSet { marks[room, default: []].insert(mark) } else { marks[room]?.remove(mark) }
        changeCount += 1
        changes[room] = changeCount
    }

    /// Returns the account data of the rooms that changed after a number.
    func data(after number: Int) -> [ChatID: JSONText] {
        var data: [ChatID: JSONText] = [:]
        for (room, change) in changes where change > number {
            let marks = marks(of: room)
            let tags: JSONText = marks.contains(.favourite) ? ["m.favourite": [:]] : [:]
            let events: JSONText = [
                ["type": "m.tag", "content": ["tags": tags]],
                ["type": "m.marked_unread", "content": ["unread": .bool(marks.contains(.unread))]],
            ]
            data[room] = ["events": events]
        }
        return data
    }
}

extension SimulatedHomeserver {
    func marks(of room: ChatID) -> Set<ChatMark> { marks.withLock { $0.marks(of: room) } }

    /// Sets or removes a mark from another device.
    func set(_ mark: ChatMark, to isSet: Bool, of room: ChatID) {
        marks.withLock { $0.set(mark, isSet, of: room) }
        ownDoings.wakeAll()
    }

    /// Carries out a request about the tags or the account data of a room.
    func mark(_ call: HomeserverCall) -> JSONText {
        let isTag = call.path[4] == "tags"
        let isSet = isTag ? call.method == .put : call.body?["unread"]?.bool ?? false
        set(isTag ? .favourite : .unread, to: isSet, of: ChatID(call.path[3]))
        return [:]
    }
}
