public import ChatTypes
import JSONKit
import Transport

extension MatrixTransport {
    /// Sets by push rules of the account what of a room notifies the user, which other clients follow, too.
    public func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        // A full disk prevents nothing.
        try? await ledger.write { try $0.mutes.expectChange(in: chat) }
        do { try await setRules(mode, in: chat) } catch let error as ServiceError {
            // After a refusal, the session's own value stays.
            if case .refused = error { try? await ledger.write { try $0.mutes.expectNoChange(in: chat) } }
            throw error
        }
    }

    /// Requests the push rules if the ledger is older than they are in it. The next page of a sync delivers the modes of rooms.
    func requestRules() async throws {
        guard try await ledger.read({ try $0.mutes.awaitsRules }) else { return }
        guard let global = try await api.get(["v3", "pushrules", ""])["global"] else { return }
        let rules = PushRules(global, user: account.user)
        _ = try await ledger.write { try $0.set(rules) }
    }

    private func setRules(_ mode: NotificationMode, in chat: ChatID) async throws {
        let room = ["v3", "pushrules", "global", "room", chat.rawValue]
        let override = ["v3", "pushrules", "global", "override", chat.rawValue]
        switch mode {
        case .muted:
            let ofRoom: JSONText = ["kind": "event_match", "key": "room_id", "pattern": .string(chat.rawValue)]
            try await set(override, ["conditions": [ofRoom], "actions": []])
        case .mentions:
            try await set(room, ["actions": []])
            try await remove(override)
        case .all:
            try await remove(override)
            // A rule that only chooses a sound stays.
            let actions = try await api.find(room)?["actions"]
            if let actions, !PushVerdict(actions: actions).notifies { try await remove(room) }
        }
    }

    /// Makes or changes a rule, and enables it.
    func set(_ path: [String], _ rule: JSONText) async throws {
        try await api.put(path, rule)
        // An existing rule that was disabled stays disabled (Synapse). If it is gone by now, another device has decided.
        do { try await api.put(path + ["enabled"], ["enabled": true]) } catch ServiceError.refused(.notFound, _) {}
    }

    /// Deletes a rule, if there is one.
    func remove(_ path: [String]) async throws {
        do { try await api.delete(path) } catch ServiceError.refused(.notFound, _) {}
    }
}
