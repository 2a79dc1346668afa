/// What one request may take at most.
public struct HTTPLimits: Hashable, Sendable {
    /// From the call to the end of the answer, with waiting for a connection and with redirections.
    public var total: Duration
    /// Until there is a connection: finding the host, reaching it, agreeing on TLS.
    public var connecting: Duration
    /// Between two parts that move in either direction, once the request is on its way. What our own reading and receiving take
    /// does not count. A long poll is silent while it waits.
    public var silence: Duration
    /// Bytes of the answer's body, after decompression.
    public var bodyBytes: Int64
    /// Bytes of the answer's header fields, with those of interim answers and trailers.
    public var headerBytes: Int

    public init(
        total: Duration = .seconds(60),
        connecting: Duration = .seconds(10),
        silence: Duration = .seconds(30),
        bodyBytes: Int64 = 1 << 20,
        headerBytes: Int = 1 << 16
    ) {
        self.total = total
        self.connecting = connecting
        self.silence = silence
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
    }
}
