import MatrixTransport

/// A homeserver behind a bad network, and bad proxies.
package final class FaultProxy: Sendable {
    private let process: Peer
    package let url: String

    init(_ process: Peer) throws {
        guard let port = process.greeting.integer else { throw PeerError() }
        (self.process, url) = (process, "http://127.0.0.1:\(port)")
    }

    /// Has `percent` of all requests go wrong from now on; returns how many have, by the kind of fault.
    @discardableResult
    package func fail(percent: Int) throws -> [(fault: String, count: Int)] {
        try process.perform(.integer(Int64(percent))).members
            .map { (fault: $0.name, count: Int($0.value.integer ?? 0)) }
            .filter { $0.fault != "none" }
            .sorted { $0.fault < $1.fault }
    }
}
