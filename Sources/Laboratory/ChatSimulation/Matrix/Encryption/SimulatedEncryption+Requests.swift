import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import Synchronization
import Transport

/// Requests about keys and devices.
extension SimulatedEncryption {
    /// Answers a request about keys; nil for any other request.
    func answer(to call: HomeserverCall) -> JSONText? {
        switch call.path.first {
        case "keys" where call.path.last == "upload": upload(call.body)
        case "keys" where call.path.last == "query": query(call.body)
        case "keys" where call.path.last == "claim": claim(call.body)
        case "sendToDevice": sendToDevice(call)
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
        let lists = users.map { user -> JSONText.Member in
            let devices = self.devices(of: user).map { JSONText.Member(name: $0.device, value: $0.published) }
            return .init(name: user, value: .object(devices))
        }
        return ["device_keys": .object(lists)]
    }

    private func devices(of user: String) -> [(device: String, published: JSONText)] {
        if user == MatrixEvents.me { return state.withLock { $0.own.map { [($0.device, $0.published)] } ?? [] } }
        return withDevices(of: user) { state in
            (state.devices[user] ?? []).map { ($0.keys.device, $0.keys.published) }
        }
    }

    private func claim(_ body: JSONValue?) -> JSONText {
        let users = body?["one_time_keys"]?.members ?? []
        return state.withLock { state in
            let claimed = users.map { user, wanted -> JSONText.Member in
                let keys = wanted.members.compactMap { id, _ -> JSONText.Member? in
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
        let isAllowed = isEncrypted || call.path[1] == "m.room_key.withheld"
        evidence.check(.encryption, isAllowed, "\(call.path[1]) was sent to devices in the clear")
        state.withLock { state in
            guard state.transactions.insert(call.path[2]).inserted, isEncrypted else { return }
            for (user, messages) in call.body?["messages"]?.members ?? [] {
                for (id, content) in messages.members { deliver(content, to: id, of: user, &state) }
            }
        }
        return [:]
    }

    private func deliver(_ content: JSONValue, to id: String, of user: String, _ state: inout State) {
        func take(_ device: inout SimulatedDevice, _ state: inout State) {
            guard let opened = try? device.read(content), opened.type == "m.room_key",
                let session = opened.content["session_id"]?.string
            else { return }
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
    }

    // MARK: What the app knows

    /// Records that an answer to a query has reached the app: devices that it leaves out must get no keys any more.
    func noteAnswer(_ answer: JSONValue, at changeCount: Int) {
        let time = self.time
        state.withLock { state in
            guard state.changes.count == changeCount else { return }
            for (user, list) in answer["device_keys"]?.members ?? [] {
                for (identity, device) in state.log.gone
                where device.keys.user == user && list.member(named: device.keys.device) == nil {
                    state.log.noteBarred(identity, at: time)
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
