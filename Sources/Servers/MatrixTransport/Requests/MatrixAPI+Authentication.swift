import ChatTypes
import HTTPClient
import JSONKit

/// Requests for which the homeserver may ask the user's password once more.
extension MatrixAPI {
    /// Posts a body; if the homeserver demands it, once more with the password of a user.
    ///
    /// Throws `RecoveryError.wrongPassword`, or `RecoveryError.otherAuthentication` if the homeserver takes no passwords for this.
    func post(
        _ path: [String],
        _ body: JSONText,
        as user: ContactID,
        password: @Sendable () async throws -> String
    ) async throws {
        guard let demand = try await attempt(path, body) else { return }
        let flows = (demand["flows"]?.elements ?? []).map { $0["stages"]?.elements.compactMap(\.string) ?? [] }
        guard flows.contains([Self.passwordStage]) else {
            throw RecoveryError.otherAuthentication(flows.flatMap(\.self).map { $0.cut(toBytes: 100) })
        }
        var api = self
        let password = try await password()
        api.password = password
        var answer: JSONText = [
            "type": .string(Self.passwordStage), "password": .string(password),
            "identifier": ["type": "m.id.user", "user": .string(user.rawValue)],
        ]
        if let session = demand["session"]?.unmasked { answer = answer.with("session", .string(session)) }
        guard try await api.attempt(path, body.with("auth", answer)) == nil else { throw RecoveryError.wrongPassword }
    }

    private static let passwordStage = "m.login.password"

    /// Returns the homeserver's demand for authentication; nil if it accepted the request.
    private func attempt(_ path: [String], _ body: JSONText) async throws -> JSONValue? {
        let request = HTTPRequest(
            .post,
            url(path, []),
            fields: [HTTPField("Content-Type", "application/json")],
            body: .bytes(body.bytes),
            limits: Self.limits
        )
        let response = try await answer(to: request, orStatus: 401)
        guard response.status == 401 else { return nil }
        let demand = try? JSONDocument(response.body, limits: JSONLimits(values: 1000), mask: mask).root
        guard let demand, demand["flows"]?.isArray == true else { throw ServiceError.unauthorized }
        return demand
    }
}
