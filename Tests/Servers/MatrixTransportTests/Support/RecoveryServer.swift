import HTTPClient
import JSONKit
import Synchronization

@testable import MatrixTransport

/// What a homeserver stores of an account's keys, as one that a test simulates.
final class RecoveryServer: Sendable {
    struct State {
        var accountData: [String: JSONText] = [:]
        var device: JSONText?
        var identity: JSONText?
        /// The description of the backup.
        var backup: JSONText?
        var version = 0
        /// The flows that the homeserver demands; nil if it demands nothing.
        var flows: JSONText? = [["stages": ["m.login.password"]]]
        /// The response to keys for the backup, if it is not accepted.
        var saving: HTTPResponse?
        /// The sessions that were added to the backup.
        var saved: [JSONText] = []
        /// The end of the path of a request that fails once.
        var failing: String?
    }

    private let state = Mutex(State())

    func read<Value: Sendable>(_ path: any KeyPath<State, Value> & Sendable) -> Value {
        state.withLock { $0[keyPath: path] }
    }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    func answer(_ call: Call) -> HTTPResponse {
        let body = call.body.flatMap(JSONText.init(exactly:)) ?? [:]
        return state.withLock { Self.answer(call, body, &$0) }
    }

    private static func answer(_ call: Call, _ body: JSONText, _ state: inout State) -> HTTPResponse {
        let path = call.path.dropFirst()
        if let failing = state.failing, call.method != .get, path.joined(separator: "/").hasSuffix(failing) {
            state.failing = nil
            return .failure(500, "M_UNKNOWN")
        }
        if let type = path.last, path.contains("account_data") {
            if call.method == .put { state.accountData[type] = body }
            return state.accountData[type].map(ok) ?? .failure(404, "M_NOT_FOUND")
        }
        switch path.joined(separator: "/") {
        case "keys/upload":
            state.device = body["device_keys"] ?? state.device
            return .json(#"{"one_time_key_counts":{"signed_curve25519":50}}"#)
        case "keys/signatures/upload":
            state.device = body["@me:test"]?["D"]
            return .json(#"{"failures":{}}"#)
        case "keys/query":
            var answer: JSONText = ["device_keys": ["@me:test": state.device.map { ["D": $0] } ?? [:]]]
            for (name, key) in [("master_keys", "master_key"), ("self_signing_keys", "self_signing_key")] {
                if let value = state.identity?[key] { answer = answer.with(name, ["@me:test": value]) }
            }
            return ok(answer)
        case "keys/device_signing/upload":
            let isProved = state.flows == nil || body["auth"]?["password"] == "right" && body["auth"]?["session"] == "S"
            guard isProved else { return ok(["flows": state.flows ?? [], "session": "S"], status: 401) }
            state.identity = body
            return .json("{}")
        case "room_keys/version" where call.method == .post:
            state.version += 1
            state.backup = body.with("version", .string("\(state.version)"))
            return ok(["version": .string("\(state.version)")])
        case "room_keys/version": return state.backup.map(ok) ?? .failure(404, "M_NOT_FOUND")
        case "room_keys/keys" where call.method == .put:
            if let refusal = state.saving { return refusal }
            state.saved.append(body)
            return .json(#"{"count":1,"etag":"1"}"#)
        case "room_keys/keys": return ok(state.saved.last ?? ["rooms": [:]])
        default: return .json("{}")
        }
    }

    private static func ok(_ body: JSONText) -> HTTPResponse { ok(body, status: 200) }

    private static func ok(_ body: JSONText, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: body.bytes)
    }
}
