import ChatTypes
import Foundation
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import SimulatedServer
import Synchronization
import Transport

/// The memory of an adversary: what it has published, seen and prepared.
struct AdversaryState: Sendable {
    /// The devices that users publish with keys of others, by user.
    var claims: [String: [(device: String, published: JSONText)]] = [:]
    /// The newest messages for the user's device, which may come again.
    var deliveries: [JSONText] = []
    /// The content of the message that gave each room key, by session.
    var roomKeys: [String: JSONText] = [:]
    /// The forgeries with sessions of other rooms, by the IDs of the room and of the session.
    var foreign: [String: Forgery] = [:]
    /// The events that the next sync adds to a room's timeline.
    var events: [ChatID: [JSONText]] = [:]
    /// The rooms whose list of members has a stranger.
    var crowded: Set<ChatID> = []
    /// The rooms whose key the stranger of those lists was given.
    var opened: Set<ChatID> = []
    var count = 0

    /// Keeps a message for the user's device.
    mutating func note(_ event: JSONText) {
        deliveries.append(event)
        if deliveries.count > 40 { deliveries.removeFirst() }
    }

    /// Keeps a room key that was shared.
    mutating func noteKey(_ content: JSONText) {
        if case .string(let session)? = content["session_id"] { roomKeys[session] = content }
    }
}

/// The moves of a hostile homeserver and hostile users.
extension SimulatedEncryption {
    /// A user who is in no room, although a list of members may say so.
    static let ghost = "@ghost:sim"

    /// Draws one of the session's moves; nil if it has none.
    func drawMove() -> AdversaryMove? {
        let all = moves.sorted { $0.rawValue < $1.rawValue }
        return all.isEmpty ? nil : all[random.integer(in: 0...all.count - 1)]
    }

    /// Publishes a device of `user` with a key of somebody else. A stranger writes first, so that the app asks for the list.
    func claim(_ identity: String, by user: String) {
        withDevices(of: user) { state in
            guard state.adversary.claims[user, default: []].count < 3 else { return }
            state.adversary.count += 1
            let device = "CLAIM-\(state.adversary.count)"
            guard let signing = try? SigningKey(random: keyRandom), let key = try? AgreementKey(random: keyRandom)
            else { return }
            let keys = DeviceKeys(user: user, device: device, signing: signing, identity: key)
            let names: JSONText = .object([
                .init(name: "curve25519:\(device)", value: .string(identity)),
                .init(name: "ed25519:\(device)", value: .string(signing.publicKey.base64)),
            ])
            let published = keys.sign(keys.published.without(["signatures"]).with("keys", names))
            state.adversary.claims[user, default: []].append((device, published))
            state.changes.append((state.changes.count + 1, user))
            guard user == Self.stranger, var devices = state.devices[user] else { return }
            send("m.dummy", [:], from: &devices[0], &state)
            state.devices[user] = devices
        }
    }

    /// The public identity key of a contact's first device.
    func identity(of user: String) -> String? {
        withDevices(of: user) { $0.devices[user]?.first?.keys.identity.publicKey.base64 }
    }

    /// The public identity key of the user's device.
    var ownIdentity: String? { state.withLock { $0.own?.identity } }

    /// Delivers one of the messages for the user's device once more.
    func deliverAgain() {
        state.withLock { state in
            guard !state.adversary.deliveries.isEmpty else { return }
            let event = state.adversary.deliveries[random.integer(in: 0...state.adversary.deliveries.count - 1)]
            state.messageCount += 1
            state.queue.append((state.messageCount, event))
        }
    }

    /// Adds two events under one id to a room's next timeline: an edit of nothing by a stranger, and junk as the contact's.
    func answerTwice(in room: ChatHeader) {
        let stranger = Self.stranger
        withDevices(of: stranger) { state in
            let text: JSONText = ["msgtype": "m.text", "body": "Pay me"]
            guard let content = try? state.devices[stranger]?[0].encrypt(text, in: room.id.rawValue) else { return }
            share(from: stranger, &state)
            state.adversary.count += 1
            let id = JSONText.string("$twice-\(state.adversary.count)")
            let edit: JSONText = ["rel_type": "m.replace", "event_id": "$nothing"]
            let sender = room.contact.user.rawValue
            let time = JSONText.integer(Int64((room.createdAt.timeIntervalSince1970 * 1000).rounded()))
            let first: JSONText = [
                "type": "m.room.encrypted", "event_id": id, "sender": .string(stranger),
                "content": content.with("m.relates_to", edit), "origin_server_ts": time,
            ]
            let second: JSONText = [
                "type": "m.room.encrypted", "event_id": id, "sender": .string(sender), "origin_server_ts": time,
                "content": content.with("ciphertext", "AAAA"),
            ]
            state.adversary.events[room.id, default: []] += [first, second]
        }
    }

    /// The events that timelines get besides their own, until a sync is answered.
    var extraEvents: [(room: ChatID, events: [JSONText])] {
        state.withLock { state in state.adversary.events.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    func forgetExtraEvents() { state.withLock { $0.adversary.events = [:] } }

    /// Has a contact pass on the key to a message of another room as a key of their own room.
    func shareAnothersKey(to message: JSONText, in room: ChatHeader) -> Bool {
        withDevices(of: room.contact.user.rawValue) { state in
            guard case .string(let session)? = message["session_id"], let key = state.adversary.roomKeys[session],
                var devices = state.devices[room.contact.user.rawValue]
            else { return false }
            send("m.room_key", key.with("room_id", .string(room.id.rawValue)), from: &devices[0], &state)
            state.devices[room.contact.user.rawValue] = devices
            return true
        }
    }

    /// Whether a session of another room may be forged so in a room. A key that is shared there makes all of the session's forgeries readable,
    /// so that it is either shared or withheld.
    func accepts(_ forgery: Forgery, with content: JSONText, in room: ChatHeader) -> Bool {
        state.withLock { state in
            guard case .string(let session)? = content["session_id"] else { return false }
            let earlier = state.adversary.foreign["\(room.id) \(session)", default: forgery]
            state.adversary.foreign["\(room.id) \(session)"] = earlier
            return earlier == forgery
        }
    }

    /// Has a stranger say that the sender of a message has blocked the user's device.
    func withholdKey(to message: JSONText, in room: ChatHeader) {
        state.withLock { state in
            let names = ["algorithm", "session_id", "sender_key"]
            let members = names.map { JSONText.Member(name: $0, value: message[$0] ?? "") }
            let content = JSONText.object(members).with("room_id", .string(room.id.rawValue))
                .with("code", "m.blacklisted")
            post(
                [
                    "type": "m.room_key.withheld", "sender": .string(Self.stranger), "content": content,
                ],
                &state
            )
        }
    }

    /// Adds a stranger to the list of a room's members.
    func crowd(_ room: ChatID) { state.withLock { _ = $0.adversary.crowded.insert(room) } }

    func isCrowded(_ room: ChatID) -> Bool { state.withLock { $0.adversary.crowded.contains(room) } }

    /// The rooms whose key a stranger was given because a list of members named them.
    var openedRooms: [ChatID] { state.withLock { $0.adversary.opened.sorted() } }
}

extension SimulatedHomeserver {
    /// Makes one of the adversary's moves in an encrypted room.
    func make(_ move: AdversaryMove, in room: ChatHeader, among rooms: [ChatHeader], _ encryption: SimulatedEncryption)
        async throws
    {
        encryption.evidence.count(move.rawValue)
        switch move {
        case .claimsContactKey:
            if let key = encryption.identity(of: room.contact.user.rawValue) {
                encryption.claim(key, by: SimulatedEncryption.stranger)
            }
        case .claimsOwnKey:
            if let key = encryption.ownIdentity { encryption.claim(key, by: room.contact.user.rawValue) }
        case .answersTwice: encryption.answerTwice(in: room)
        case .repeatsDelivery: encryption.deliverAgain()
        case .addsReader: encryption.crowd(room.id)
        case .sharesAnothersKey, .withholdsAnothersKey:
            guard let other = rooms.first(where: { $0.id != room.id }) else { return }
            let isShared = move == .sharesAnothersKey
            // The message has not reached the app yet.
            let message = try await server.contactWrites("in confidence", in: other.id)
            try await prepare([message], in: other)
            let event = sealed(MatrixEvents.event(message, in: other), in: other)
            let forgery = isShared ? Forgery.copied : .moved
            guard let content = event["content"], encryption.accepts(forgery, with: content, in: room) else { return }
            if isShared, !encryption.shareAnothersKey(to: content, in: room) { return }
            let id = MessageID("copied-\(random.next() % 1_000_000)")
            guard encryption.forge(forgery, as: id, of: message, in: room) else { return }
            if !isShared { encryption.withholdKey(to: content, in: room) }
            _ = try await server.contactWrites(forgery.text, as: id, in: room.id)
        }
        ownDoings.wakeAll()
    }
}
