import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import RuntimeKit
import SimulationKit
import Synchronization

@testable import MatrixTransport

/// A homeserver with an authorization server, which answer as a test orders, in virtual time.
final class AuthorizationFake: HTTPClient {
    private struct State {
        var answers: [String: [HTTPResponse]] = [:]
        var forms: [String: [[String: String]]] = [:]
        var bearers: [String] = []
    }

    static let homeserver = "https://hs"
    static let metadata = """
        {"issuer":"https://as/","token_endpoint":"https://as/token","registration_endpoint":"https://as/register",\
        "device_authorization_endpoint":"https://as/device","authorization_endpoint":"https://as/login?from=hs",\
        "revocation_endpoint":"https://as/revoke","account_management_uri":"https://as/account",\
        "grant_types_supported":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"],\
        "response_types_supported":["code"],"response_modes_supported":["query","fragment"],\
        "code_challenge_methods_supported":["S256"]}
        """

    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let state = Mutex(State())

    init() {
        answer("auth_metadata", .json(Self.metadata))
        answer("register", .json(#"{"client_id":"C"}"#, status: 201))
        answer("versions", .json(#"{"versions":["v1.15"]}"#))
        answer("login", .failure(404, "M_UNRECOGNIZED"))
        answer("revoke", .json("{}"))
        answer("whoami", .json(#"{"user_id":"@me:hs","device_id":"0123456789ABCDEF"}"#))
        answer(
            "device",
            .json(
                """
                {"device_code":"device-code","user_code":"AB-CD","verification_uri":"https://as/link",\
                "verification_uri_complete":"https://as/link?code=AB-CD","expires_in":100,"interval":5}
                """
            )
        )
    }

    /// Orders the responses to requests for the last part of a path. The last one is repeated.
    func answer(_ place: String, _ responses: HTTPResponse...) {
        state.withLock { $0.answers[place] = responses }
    }

    /// The forms that were posted to a place.
    func forms(_ place: String) -> [[String: String]] { state.withLock { $0.forms[place] ?? [] } }
    /// The access tokens of all requests.
    var bearers: [String] { state.withLock(\.bearers) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let place = String(request.url.prefix { $0 != "?" }.split(separator: "/").last ?? "")
        var text = ""
        if case .bytes(let bytes)? = request.body { text = String(decoding: bytes, as: UTF8.self) }
        let answer = state.withLock { state in
            if let field = request.fields.first(where: { $0.name == "Authorization" }) {
                state.bearers.append(String(field.value.dropFirst("Bearer ".count)))
            }
            state.forms[place, default: []].append(Self.form(text))
            guard let answers = state.answers[place], let first = answers.first else { return HTTPResponse.json("{}") }
            if answers.count > 1 { state.answers[place]?.removeFirst() }
            return first
        }
        // The status of a response that does not arrive.
        guard answer.status != 0 else {
            throw HTTPError(.connectionLost, host: "as", mayHaveReachedServer: true)
        }
        return answer
    }

    private static func form(_ text: String) -> [String: String] {
        var form: [String: String] = [:]
        for item in text.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1)
            form[String(pair[0])] = pair.dropFirst().first.flatMap { String($0).removingPercentEncoding }
        }
        return form
    }

    /// The environment in virtual time; its date advances with the clock.
    func environment() -> ChatEnvironment {
        let watch = Stopwatch(clock: executor.clock)
        return ChatEnvironment(
            clock: executor.clock,
            now: { Date(timeIntervalSince1970: 1_600_000_000 + watch.now / .seconds(1)) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
    }

    /// Runs `body` to its end in virtual time; returns its value or rethrows its error.
    func result<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let end = Recorder<Result<Value, any Error>>()
        let task = Task(executorPreference: executor) {
            do { end.record(.success(try await body())) } catch { end.record(.failure(error)) }
        }
        defer { task.cancel() }
        _ = executor.run { !end.all.isEmpty }
        return try end.all.first.unwrapped().get()
    }

    /// Returns the login at this homeserver.
    func login(deviceName: String? = nil) throws -> MatrixLogin {
        let now = environment().now
        return try result {
            try await MatrixLogin(
                discovering: .homeserver(Self.homeserver),
                over: self,
                now: now,
                deviceName: deviceName
            )
        }
    }
}

extension HTTPResponse {
    /// A response that is lost on the way.
    static let lost = HTTPResponse(status: 0)

    static func oauthError(_ code: String, status: Int = 400) -> Self {
        .json(#"{"error":"\#(code)","error_description":"said \#(code)"}"#, status: status)
    }

    static func tokens(_ access: String, refresh: String? = nil, seconds: Int = 300) -> Self {
        let refresh = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
        return .json(#"{"access_token":"\#(access)","token_type":"Bearer","expires_in":\#(seconds)\#(refresh)}"#)
    }
}
