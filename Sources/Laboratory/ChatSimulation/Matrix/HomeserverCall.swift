import Foundation
import HTTPClient
import JSONKit
import MatrixTransport

/// A request as a homeserver reads it.
struct HomeserverCall {
    /// The path's components after the API's version, with escapes resolved.
    private(set) var path: [String]
    let query: [String: String]
    private(set) var body: JSONValue?
    let method: HTTPRequest.Method

    init(_ request: HTTPRequest) {
        let parts = request.url.split(separator: "?", maxSplits: 1)
        path = parts[0].split(separator: "/").drop { $0 != "client" && $0 != "media" }.dropFirst(2).map {
            String($0).removingPercentEncoding ?? ""
        }
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(pair[0])] = String(pair.last ?? "").removingPercentEncoding
        }
        self.query = query
        if case .bytes(let bytes)? = request.body { body = try? JSONDocument(bytes).root } else { body = nil }
        method = request.method
    }

    /// Returns the request as if its message had been sent in the clear.
    func opened(_ content: JSONValue) -> HomeserverCall {
        var call = self
        (call.path[3], call.body) = ("m.room.message", content)
        return call
    }
}
