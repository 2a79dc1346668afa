import ChatTypes
package import JSONKit

/// Verifications that go on in an encrypted room, as Element begins them with other users.
extension EncryptionMachine {
    /// The most events of one verification: six come if all goes well.
    private static let eventLimit = 100

    /// Takes a decrypted event of a verification in a room, in the order of the timeline; ignores every other event, and one that comes again.
    ///
    /// - Parameters:
    ///   - event: the event's id, with its time at the homeserver in milliseconds since 1970.
    ///   - content: the content with the relation that is outside the encryption.
    package func receiveRoomVerification(
        _ type: String,
        _ content: JSONValue,
        event: (id: String, time: Int64),
        from user: String,
        in room: String
    ) throws {
        let isRequest = type == "m.room.message" && content["msgtype"]?.string == Verification.requestKind
        guard isRequest || type.hasPrefix(Verification.prefix), let content = JSONText(exactly: content) else { return }
        try write { lists in
            if isRequest {
                // The sender's other devices see it, too.
                guard !user.isID(keys.user), content.id("to")?.isID(keys.user) == true else { return }
                let dated = content.with("transaction_id", .string(event.id)).with("timestamp", .integer(event.time))
                return try receiveRequest(dated, from: user, in: room)
            }
            guard let relation = content["m.relates_to"], relation["rel_type"] == "m.reference",
                let transaction = relation.id("event_id")
            else { return }
            let name = String(type.dropFirst(Verification.prefix.count))
            if user.isID(keys.user) {
                return try noteOwn(name, content, of: transaction, in: room, &lists)
            }
            adopt(transaction, of: name, from: user, in: room)
            // Only the events of its own user count, so that nobody else uses up the limit.
            if let current = current(transaction, of: user, in: room) {
                guard current.events.count < Self.eventLimit,
                    verification?.events.insert(MessageID(event.id)).inserted == true
                else { return }
            }
            try receive(name, content, of: transaction, from: user, in: room, &lists)
        }
    }

    /// Ends a request that another device of the account has answered.
    private func noteOwn(
        _ name: String,
        _ content: JSONText,
        of transaction: String,
        in room: String,
        _ lists: inout DeviceLists
    ) throws {
        guard name == "cancel" || content.id("from_device")?.isID(keys.device) != true else { return }
        waitingRequests.removeAll { $0.isOf($0.user, transaction, in: room) }
        guard var current = verification, current.isOf(current.user, transaction, in: room),
            case .asked = current.step
        else { return }
        current.step = .cancelled(.accepted, byThem: true)
        try store(current, [], &lists)
    }

    /// Learns the event of this device's request from an answer that comes before the homeserver's response to the request.
    private func adopt(_ event: String, of name: String, from user: String, in room: String) {
        guard name == "ready", let current = verification, current.isOf(user, current.transaction, in: room),
            current.transaction.isID(roomMessages.first?.id)
        else { return }
        verification?.transaction = event
    }

    /// Returns the next message for the verification's room, with the id under which it is sent at every attempt; nil if there is none.
    package var nextRoomMessage: (id: String, message: VerificationMessage)? { roomMessages.first }

    /// Confirms that the homeserver has a message, as an event. That of the request is the verification's id from then on.
    package func confirmRoomMessage(_ id: String, event: String) {
        roomMessages.removeAll { $0.id.isID(id) }
        if verification?.transaction.isID(id) == true { verification?.transaction = event }
    }

    /// Ends the verification after the homeserver has refused a message to its room.
    package func refuseRoomMessages() throws {
        let room = roomMessages.first?.message.room
        roomMessages = []
        guard var current = verification, current.room?.isID(room) ?? (room == nil) else { return }
        _ = current.cancel(.user)
        try write { lists in try store(current, [], &lists) }
    }
}
