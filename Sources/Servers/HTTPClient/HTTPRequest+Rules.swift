extension HTTPRequest {
    /// The fields that the client makes itself, since a wrong one would change where a request ends or to whom it goes.
    private static let reservedFields = [
        "accept-encoding", "connection", "content-length", "expect", "host", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Where the request goes. Throws what is wrong with the request, so that nothing of it is sent.
    func checkedAddress() throws(HTTPFailure) -> HTTPAddress {
        guard let address = HTTPAddress(url) else {
            throw invalid("No address that can be asked: \(redacted(url: url))", at: "")
        }
        for field in fields {
            guard field.name.isToken else {
                throw invalid("A field's name has characters that none may have", at: address.host)
            }
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || 0x20..<0x7F ~= $0 }) else {
                throw invalid("The field \(field.name) has characters that none may have", at: address.host)
            }
            guard !Self.reservedFields.contains(field.name.lowercased()) else {
                throw invalid("The field \(field.name) is the client's to make", at: address.host)
            }
        }
        if case .parts = destination, fields.contains(where: { $0.isNamed("Range") }) {
            throw invalid("The field Range is the client's to make", at: address.host)
        }
        if method == .get, body != nil { throw invalid("A GET has no body", at: address.host) }
        if case .parts(let offset, _) = destination {
            guard offset >= 0 else { throw invalid("An answer has no bytes before its first", at: address.host) }
            // Each would wait for the other.
            if case .parts = body { throw invalid("Only one of body and answer is in parts", at: address.host) }
        }
        if case .parts(let count, _) = body, count < 0 { throw invalid("No body is that short", at: address.host) }
        return address
    }

    private func invalid(_ text: String, at host: String) -> HTTPFailure {
        HTTPFailure(.invalidRequest(text), host: host, mayHaveReachedServer: false)
    }
}

extension String {
    /// Whether it is a word as HTTP has them: for names of fields and for each half of a media type.
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
