import ChatTypes
public import Foundation
public import HTTPClient
import JSONKit
public import RuntimeKit

/// A device on which the account is logged in, as the homeserver describes it.
public struct AccountDevice: Hashable, Sendable {
    public let id: String
    /// The name that the user or a client gave it, of bounded length; nil without one.
    public let name: String?
    /// The time of its last request; nil if the homeserver does not say.
    public let lastUse: Date?
    /// Whether it is this device.
    public let isThis: Bool
}

/// The devices on which an account is logged in. Works beside a process that uses the profile.
///
/// Requests throw a `ServiceError`, `LoginError`, `RecoveryError` or `CancellationError`.
public struct AccountDevices: Sendable {
    private let account: MatrixAccount
    private let api: MatrixAPI

    /// Renewed tokens are written to `file`.
    public init(
        of account: MatrixAccount,
        in file: AccountFile,
        over client: any HTTPClient,
        _ environment: ChatEnvironment,
        loginCommand: String? = nil
    ) {
        self.account = account
        let access = account.access(in: file, over: client, environment, loginCommand: loginCommand)
        api = MatrixAPI(homeserver: account.homeserver, access: access, client: client)
    }

    /// Returns the devices, the last used first.
    public func all() async throws -> [AccountDevice] {
        guard let devices = try await api.get(["v3", "devices"])["devices"], devices.isArray else {
            throw ServiceError.responseLost
        }
        return devices.elements.prefix(Self.limit).compactMap(device).sorted {
            ($1.lastUse ?? .distantPast, $0.id) < ($0.lastUse ?? .distantPast, $1.id)
        }
    }

    private func device(_ json: JSONValue) -> AccountDevice? {
        guard let id = json["device_id"]?.string, id.isUsableID else { return nil }
        let name = json["display_name"]?.string?.cut(toBytes: Self.nameLimit)
        let time = json["last_seen_ts"]?.integer.flatMap { Self.times.contains($0) ? Double($0) / 1000 : nil }
        return AccountDevice(
            id: id,
            name: name.flatMap { $0.isEmpty ? nil : $0 },
            lastUse: time.map { Date(timeIntervalSince1970: $0) },
            isThis: id.utf8.elementsEqual(account.device.utf8)
        )
    }

    /// Logs out another device. Returns false if there is none of that id.
    ///
    /// Where an authorization server manages devices, the user ends the login on the account's page, and this waits for it.
    public func logOut(_ device: String, proof: OwnerProof) async throws -> Bool {
        guard try await isThere(device) else { return false }
        if case .homeserver = account.tokens.issuer {
            let body: JSONText = ["devices": .array([.string(device)])]
            do {
                try await api.post(["v3", "delete_devices"], body, as: account.user, proof: proof)
                return true
            } catch ServiceError.refused(.unrecognized, _) {
                // The access token was given by the user, and comes from an authorization server.
            }
        }
        let server = try await AuthorizationServer.find(for: account.homeserver, over: api.client)
        guard let page = server?.pageToLogOut(device) else { throw LoginError.notEnded(page: nil) }
        proof.showPage?(page)
        try await proof.wait { try await !isThere(device) }
        return true
    }

    private func isThere(_ device: String) async throws -> Bool {
        try await api.find(["v3", "devices", device]) != nil
    }

    private static let limit = 1000
    private static let nameLimit = 200
    /// The times from 1970 to 9999.
    private static let times: ClosedRange<Int64> = 1...253_402_300_799_000
}
