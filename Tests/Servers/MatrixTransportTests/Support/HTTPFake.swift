import Foundation
import HTTPClient
import Synchronization

@testable import MatrixTransport

/// A request as a homeserver would read it.
struct Call: Sendable {
    let method: HTTPRequest.Method
    /// Behind `/_matrix/client/`, with its escapes resolved.
    let path: [String]
    let query: [String: String]
    let body: JSONValue?
    let request: HTTPRequest

    init(_ request: HTTPRequest) {
        let parts = request.url.split(separator: "?", maxSplits: 1)
        path = parts[0].split(separator: "/").drop { $0 != "client" }.dropFirst().map {
            String($0).removingPercentEncoding ?? ""
        }
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1)
            query[String(pair[0])] = String(pair.last ?? "").removingPercentEncoding
        }
        self.query = query
        if case .bytes(let bytes)? = request.body { body = try? JSONDocument(bytes).root } else { body = nil }
        (method, self.request) = (request.method, request)
    }

    var line: String { "\(method.rawValue) \(path.joined(separator: "/"))" }
    var isSync: Bool { path == ["v3", "sync"] }
    /// Whether the homeserver may hold the answer back until there is news.
    var isLongPoll: Bool { isSync && (Int(query["timeout"] ?? "") ?? 0) >= 1000 }
}

/// A homeserver that answers as a test has it, and notes what it was asked.
final class HTTPFake: HTTPClient {
    typealias Answer = @Sendable (Call) async throws -> HTTPResponse

    private let state = Mutex<(calls: [Call], answer: Answer)>(([], { _ in .json("{}") }))

    var answer: Answer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var lines: [String] { calls.map(\.line) }

    func send(_ request: HTTPRequest, progress: @escaping @Sendable (HTTPProgress) -> Void) async throws -> HTTPResponse
    {
        let call = Call(request)
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answer
        }
        return try await answer(call)
    }
}

extension HTTPResponse {
    static func json(_ text: String, status: Int = 200) -> Self {
        HTTPResponse(status: status, mediaType: "application/json", body: Array(text.utf8))
    }

    static func failure(_ status: Int, _ code: String) -> Self {
        .json(#"{"errcode":"\#(code)","error":"said \#(code)"}"#, status: status)
    }
}
