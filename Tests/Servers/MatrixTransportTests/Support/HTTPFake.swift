import Foundation
import HTTPClient
import JSONKit
import Synchronization

@testable import MatrixTransport

/// A request as a homeserver reads it.
struct Call: Sendable {
    let method: HTTPRequest.Method
    /// The path behind `/_matrix/`, or `/_matrix/client/`, unescaped.
    let path: [String]
    let query: [String: String]
    let body: JSONValue?
    /// The whole body, even if it was sent in parts.
    let sent: [UInt8]
    let request: HTTPRequest

    init(_ request: HTTPRequest, sent: [UInt8]) {
        let parts = request.url.split(separator: "?", maxSplits: 1)
        let path = parts[0].split(separator: "/").drop { $0 != "_matrix" }.dropFirst()
        self.path = path.dropFirst(path.first == "client" ? 1 : 0).map { String($0).removingPercentEncoding ?? "" }
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1)
            query[String(pair[0])] = String(pair.last ?? "").removingPercentEncoding
        }
        self.query = query
        if case .bytes(let bytes)? = request.body { body = try? JSONDocument(bytes).root } else { body = nil }
        (method, self.sent, self.request) = (request.method, sent, request)
    }

    var line: String { "\(method.rawValue) \(path.joined(separator: "/"))" }
    var isSync: Bool { path == ["v3", "sync"] }
    /// Whether the request asks for the encryption of a room.
    var isAboutEncryption: Bool { method == .get && path.contains("m.room.encryption") }
    /// Whether the homeserver may delay the response until there are events.
    var isLongPoll: Bool { isSync && (Int(query["timeout"] ?? "") ?? 0) >= 1000 }
}

/// A homeserver that answers as a test defines, and records its requests.
final class HTTPFake: HTTPClient {
    typealias Answer = @Sendable (Call) async throws -> HTTPResponse

    private let state = Mutex<(calls: [Call], answer: Answer, encryption: Answer)>(
        ([], { _ in .json("{}") }, { _ in .failure(404, "M_NOT_FOUND") })
    )

    var answer: Answer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// Answers what is asked of sync from `news`, and other requests with `other`.
    func follow(_ news: SyncFake, _ other: @escaping Answer) {
        answer = { call in call.isSync ? try await news.answer(call) : try await other(call) }
    }

    /// Answers requests with `other`, where it returns a response, and else as before.
    func intercept(_ other: @escaping @Sendable (Call) async throws -> HTTPResponse?) {
        let former = answer
        answer = { call in if let response = try await other(call) { response } else { try await former(call) } }
    }

    /// The response about encryption: the room is not encrypted.
    var encryption: Answer {
        get { state.withLock { $0.encryption } }
        set { state.withLock { $0.encryption = newValue } }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var lines: [String] { calls.map(\.line) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = Call(request, sent: try await request.body?.read() ?? [])
        let answer = state.withLock { state in
            state.calls.append(call)
            return call.isAboutEncryption ? state.encryption : state.answer
        }
        let response = try await answer(call)
        guard case .parts(let offset, let receive) = request.destination, [200, 206].contains(response.status) else {
            return response
        }
        let bytes = response.body.dropFirst(response.status == 206 ? 0 : Int(offset))
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 1000) {
            try await receive(Array(bytes[start...].prefix(1000)))
        }
        return HTTPResponse(status: response.status)
    }
}

extension HTTPRequest.Body {
    fileprivate func read() async throws -> [UInt8] {
        switch self {
        case .bytes(let bytes): return bytes
        case .parts(let count, let read):
            var bytes: [UInt8] = []
            while bytes.count < count {
                bytes += try await read(Int64(bytes.count), min(1000, Int(count) - bytes.count))
            }
            return bytes
        }
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
