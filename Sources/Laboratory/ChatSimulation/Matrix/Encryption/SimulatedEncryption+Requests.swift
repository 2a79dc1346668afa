import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import Synchronization
import Transport

/// Requests about keys and devices.
extension SimulatedEncryption {
    /// Answers a request about keys; nil for any other request. Throws the refusal of a backup that has been replaced.
    func answer(to call: HomeserverCall) throws -> JSONText? {
        switch call.path.first {
        case "keys" where call.path.last == "upload": upload(call.body)
        case "keys" where call.path.last == "query": query(call.body)
        case "keys" where call.path.last == "claim": claim(call.body)
        case "sendToDevice": sendToDevice(call)
        case "room_keys": try backUp(call)
        default: nil
        }
    }

    private func upload(_ body: JSONValue?) -> JSONText {
        state.withLock { state in
            if let keys = body?["device_keys"], let device = OwnDevice(keys), state.own == nil { state.own = device }
            state.own?.receive(body?["one_time_keys"], body?["fallback_keys"])
            for user in state.devices.keys.sorted() { share(from: user, &state) }
            let count = Int64(state.own?.oneTimeKeys.count ?? 0)
            return ["one_time_key_counts": ["signed_curve25519": .integer(count)]]
        }
    }

    private func query(_ body: JSONValue?) -> JSONText {
        let users = body?["device_keys"]?.members.map(\.name) ?? []
        let lists = users.map { user in JSONText.Member(name: user, value: .object(devices(of: user))) }
        let answer = JSONText.Member(name: "device_keys", value: .object(lists))
        guard users.contains(MatrixEvents.me) else { return .object([answer]) }
        let identity = state.withLock { state in
            state.devices[MatrixEvents.me]?.first.map { state.others.published(by: $0.keys) } ?? []
        }
        return .object([answer] + identity)
    }

    private func devices(of user: String) -> [JSONText.Member] {
        withDevices(of: user) { state in
            var members = (state.devices[user] ?? []).map { published($0.keys, &state).named($0.keys.device) }
            members += state.adversary.claims[user, default: []].map { $0.published.named($0.device) }
            if user == MatrixEvents.me, let own = state.own { members.append(own.published.named(own.device)) }
            return members
        }
    }

    /// Returns a device's keys as the homeserver shows them. Sometimes it makes others up for a device that the app knows, though never
    /// for a contact's first one, which must stay able to read.
    private func published(_ keys: DeviceKeys, _ state: inout State) -> JSONText {
        let (user, identity) = (keys.user, keys.identity.publicKey.base64)
        if user == MatrixEvents.me {
            let isSigned = keys.device == OwnDevices.signed
            return isSigned ? keys.published.signed(by: user, state.others.identity.selfSigning) : keys.published
        }
        guard !isCalm, state.devices[user]?.first?.keys.device != keys.device, state.log.hasKey(identity),
            random.chance(0.5),
            let impostor = state.impostors[keys.device]
                ?? (try? SimulatedDevice(user: user, device: keys.device, keyCount: 0, random: keyRandom))
        else { return keys.published }
        evidence.count("impostor")
        state.impostors[keys.device] = impostor
        return impostor.keys.published
    }

    private func claim(_ body: JSONValue?) -> JSONText {
        let users = body?["one_time_keys"]?.members ?? []
        return state.withLock { state in
            let claimed = users.map { user, wanted -> JSONText.Member in
                let keys = wanted.members.compactMap { id, _ -> JSONText.Member? in
                    if let key = state.impostors[id]?.claimKey() { return key.named(id) }
                    guard let index = state.devices[user]?.firstIndex(where: { $0.keys.device == id }) else {
                        return nil
                    }
                    return state.devices[user]?[index].claimKey().named(id)
                }
                return .init(name: user, value: .object(keys))
            }
            return ["one_time_keys": .object(claimed)]
        }
    }

    /// Delivers messages of the user's device at once, and once for each transaction.
    private func sendToDevice(_ call: HomeserverCall) -> JSONText {
        let isEncrypted = call.path[1] == "m.room.encrypted"
        let isQuestion = call.path[1] == OwnDevices.Message.request
        let isAllowed = isEncrypted || isQuestion || call.path[1] == "m.room_key.withheld"
        evidence.check(.encryption, isAllowed, "\(call.path[1]) was sent to devices in the clear")
        let wrong = state.withLock { state -> [String] in
            guard state.transactions.insert(call.path[2]).inserted, isEncrypted || isQuestion else { return [] }
            var wrong: [String] = []
            for (user, messages) in call.body?["messages"]?.members ?? [] {
                for (id, content) in messages.members {
                    wrong +=
                        isQuestion
                        ? ask(content, of: id, of: user, &state) : deliver(content, to: id, of: user, &state)
                }
            }
            return wrong
        }
        evidence.check(.encryption, wrong.isEmpty, wrong.joined(separator: "; "))
        return [:]
    }

    /// Has the account's signed device give the user's device a key that it lacks. Returns what is wrong with the request.
    private func ask(_ request: JSONValue, of id: String, of user: String, _ state: inout State) -> [String] {
        guard user == MatrixEvents.me, id == OwnDevices.signed else { return ["a key was asked from \(id) of \(user)"] }
        guard let key = state.others.answer(to: request), var device = state.devices[user]?[0] else { return [] }
        send(OwnDevices.Message.answer, key, from: &device, &state)
        state.devices[user]?[0] = device
        return []
    }

    /// Delivers a message of the user's device to another one. Returns what is wrong with it.
    private func deliver(_ content: JSONValue, to id: String, of user: String, _ state: inout State) -> [String] {
        var wrong: [String] = []
        let readers = content["ciphertext"]?.members.map(\.name) ?? []
        if let impostor = state.impostors[id], readers.contains(impostor.keys.identity.publicKey.base64) {
            wrong.append("\(id) of \(user) got a key under changed keys")
        }
        func take(_ device: inout SimulatedDevice, _ state: inout State) {
            guard let opened = try? device.read(content) else {
                if readers.contains(device.keys.identity.publicKey.base64) { complain(from: &device, &state) }
                return
            }
            guard let session = opened.content["session_id"]?.string else { return }
            if opened.type == OwnDevices.Message.answer {
                wrong.append("\(id) of \(user) was given a key that it asked for")
            }
            guard opened.type == "m.room_key" else { return }
            if user == MatrixEvents.me, id == OwnDevices.spy { wrong.append("\(id) of \(user) was given a room's key") }
            if user == Self.ghost, let room = opened.content["room_id"]?.string {
                state.adversary.opened.insert(ChatID(room))
            }
            state.log.noteKey(to: session, for: device.keys.identity.publicKey.base64)
        }
        if let index = state.devices[user]?.firstIndex(where: { $0.keys.device == id }),
            var device = state.devices[user]?[index]
        {
            take(&device, &state)
            state.devices[user]?[index] = device
        } else if let (identity, old) = state.log.gone.first(where: { $0.value.keys.device == id }) {
            var device = old
            take(&device, &state)
            state.log.withGone(identity) { $0 = device }
        }
        return wrong
    }

    private func backUp(_ call: HomeserverCall) throws -> JSONText {
        let (answer, wrong) = try state.withLock { try $0.backup.answer(to: call) }
        evidence.check(.encryption, wrong.isEmpty, wrong.joined(separator: "; "))
        return answer
    }

    // MARK: A hostile homeserver

    /// Has the account's other device begin the backup anew, or the homeserver put one of its own in its place.
    func changeBackup() {
        try? state.withLock { state in
            if random.chance(0.3) {
                evidence.count("foreignBackup")
                try state.backup.replace(random: keyRandom)
            } else {
                evidence.count("newBackup")
                try state.backup.renew(of: state.others, random: keyRandom)
            }
        }
    }

    /// Has a device that the homeserver made up for the account ask for a key.
    func spy() {
        withDevices(of: MatrixEvents.me) { state in
            if state.devices[MatrixEvents.me]?.count == 1 {
                try? addDevice(OwnDevices.spy, of: MatrixEvents.me, &state)
            }
            guard let question = state.others.question({ random.integer(in: 0...$0 - 1) }) else { return }
            evidence.count("spy")
            post(
                ["type": .string(OwnDevices.Message.request), "sender": .string(MatrixEvents.me), "content": question],
                &state
            )
        }
    }

    // MARK: What the app knows

    /// The account's backup; nil once the homeserver has put one of its own in its place, and until the app knows of a new one.
    var backup: SimulatedBackup? {
        state.withLock { $0.backup.isKnown && !$0.backup.isReplaced ? $0.backup : nil }
    }

    /// Returns the newest device of a contact, if it is not the only one.
    func newestDevice(of contact: ContactID) -> String? {
        withDevices(of: contact.rawValue) { state in
            state.devices[contact.rawValue]?.dropFirst().last?.keys.device
        }
    }

    /// Records that the user has seen a contact's device blocked or not, or, with `nil`, that the user is about to change that.
    func noteBlocked(_ isBlocked: Bool?, device: String, of contact: ContactID) {
        let time = self.time
        withDevices(of: contact.rawValue) { state in
            guard let known = state.devices[contact.rawValue]?.first(where: { $0.keys.device == device }) else {
                return
            }
            let identity = known.keys.identity.publicKey.base64
            switch isBlocked {
            case true?: state.log.noteBarred(identity, at: time)
            case false?: state.log.noteAdmitted(identity)
            case nil: state.log.noteUnsure(identity)
            }
        }
    }

    /// Records that an answer to a query has reached the app: devices that it leaves out must get no keys any more.
    func noteAnswer(_ answer: JSONValue, at changeCount: Int) {
        let time = self.time
        state.withLock { state in
            guard state.changes.count == changeCount else { return }
            for (user, list) in answer["device_keys"]?.members ?? [] {
                for (identity, device) in state.log.gone
                where device.keys.user == user && list.member(named: device.keys.device) == nil {
                    state.log.noteUnlisted(identity, at: time)
                }
            }
        }
    }

    /// Records that the app knows that the homeserver has a message or an edit.
    func noteConfirmed(_ call: HomeserverCall) {
        state.withLock { $0.log.noteConfirmed(MessageID(call.path[4])) }
    }

    var changeCount: Int { state.withLock { $0.changes.count } }

    /// Records that the app begins to send a message or an edit.
    func noteBegun(_ message: MessageID) {
        let time = self.time
        state.withLock { $0.log.noteBegun(message, at: time) }
    }
}

extension JSONText {
    fileprivate func named(_ name: String) -> JSONText.Member { .init(name: name, value: self) }
}
