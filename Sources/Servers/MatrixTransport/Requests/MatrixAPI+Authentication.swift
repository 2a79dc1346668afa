import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit

/// The ways in which a user proves once more to be the owner of the account.
public struct OwnerProof: Sendable {
    let password: @Sendable () async throws -> String
    let showPage: (@Sendable (_ address: String) -> Void)?
    let clock: any Clock<Duration>

    /// - Parameters:
    ///   - clock: the clock of the waits for the user.
    ///   - password: asks the user for the account's password.
    ///   - showPage: shows the address of a page on which the user approves the change; nil if there is no way to show it.
    public init(
        clock: any Clock<Duration>,
        password: @escaping @Sendable () async throws -> String,
        showPage: (@Sendable (_ address: String) -> Void)?
    ) {
        (self.clock, self.password, self.showPage) = (clock, password, showPage)
    }

    /// Calls `isDone` every few seconds until it returns true. Throws `RecoveryError.notApproved` after ten minutes.
    func wait(until isDone: () async throws -> Bool) async throws {
        let watch = Stopwatch(clock: clock)
        while watch.now < Self.timeout {
            try await watch.sleep(for: Self.pause)
            // A failure on the way says nothing about the approval.
            do { if try await isDone() { return } } catch let error as ServiceError where error.mayPass {}
        }
        throw RecoveryError.notApproved
    }

    private static let pause: Duration = .seconds(3)
    private static let timeout: Duration = .seconds(600)
}

extension ServiceError {
    /// Whether the same request may succeed by itself.
    var mayPass: Bool {
        switch self {
        case .refused, .unauthorized: false
        case .tryAgain, .unreachable, .responseLost, .keysNotShared: true
        }
    }
}

/// Requests for which the homeserver may ask the user for another proof.
extension MatrixAPI {
    /// Posts a body; if the homeserver demands it, again with the password of a user, or once the user has approved it on a page.
    ///
    /// Throws `RecoveryError.wrongPassword`, `.notApproved`, or `.otherAuthentication` if the homeserver takes no such proof.
    func post(_ path: [String], _ body: JSONText, as user: ContactID, proof: OwnerProof) async throws {
        guard let demand = try await attempt(path, body) else { return }
        let flows = (demand["flows"]?.elements ?? []).map { $0["stages"]?.elements.compactMap(\.string) ?? [] }
        let session = demand["session"]?.unmasked.map { [JSONText.Member(name: "session", value: .string($0))] } ?? []
        guard flows.contains([Self.passwordStage]) else {
            guard let showPage = proof.showPage, let page = page(of: flows, demand) else {
                throw RecoveryError.otherAuthentication(flows.flatMap(\.self).map { $0.cut(toBytes: 100) })
            }
            showPage(page)
            return try await proof.wait { try await attempt(path, body.with("auth", .object(session))) == nil }
        }
        var api = self
        let password = try await proof.password()
        api.password = password
        let answer: [JSONText.Member] = [
            .init(name: "type", value: .string(Self.passwordStage)), .init(name: "password", value: .string(password)),
            .init(name: "identifier", value: ["type": "m.id.user", "user": .string(user.rawValue)]),
        ]
        guard try await api.attempt(path, body.with("auth", .object(answer + session))) == nil else {
            throw RecoveryError.wrongPassword
        }
    }

    /// Returns the page on which the user passes one of the flows; nil if none has a page that is safe to visit.
    private func page(of flows: [[String]], _ demand: JSONValue) -> String? {
        let stages = flows.filter { $0.count == 1 }.flatMap(\.self)
        let named = Self.pageStages.filter(stages.contains).lazy.compactMap { stage in
            demand["params"]?.member(named: stage)?["url"]?.string
        }
        if let url = named.first(where: isSafe) { return url }
        guard stages.contains(Self.singleSignOnStage), let session = demand["session"]?.unmasked else { return nil }
        return url(
            ["v3", "auth", Self.singleSignOnStage, "fallback", "web"],
            [(name: "session", value: session)]
        )
    }

    /// Whether a page may be shown to the user: over `https`, or on this machine if the homeserver is there, too.
    func isSafe(_ url: String) -> Bool {
        guard url.utf8.count <= MatrixAccount.addressLimit, let address = HTTPAddress(url) else { return false }
        return address.scheme == "https" || address.isLoopback && HTTPAddress(homeserver)?.isLoopback == true
    }

    private static let passwordStage = "m.login.password"
    private static let singleSignOnStage = "m.login.sso"
    /// The stages whose parameters name a page, the standard one first.
    private static let pageStages = ["m.oauth", "org.matrix.cross_signing_reset"]

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
        guard let demand, demand["flows"]?.isArray == true else { throw access?.refusal ?? ServiceError.endedLogin }
        return demand
    }
}
