extension HTTPRequest {
    /// The fields that only the client may set, since wrong ones would change where a request ends or goes.
    private static let reservedFields = [
        "accept-encoding", "connection", "content-length", "expect", "host", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Checks the request and returns its address. Throws for an invalid request, before anything is sent.
    func checkedAddress() throws(HTTPError) -> HTTPAddress {
        guard let address = HTTPAddress(url) else {
            throw invalid("Invalid address: \(redacted(url: url))", at: "")
        }
        for field in fields {
            guard field.name.isToken else {
                throw invalid("The name of a field has forbidden characters", at: address.host)
            }
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || 0x20..<0x7F ~= $0 }) else {
                throw invalid("The field \(field.name) has forbidden characters", at: address.host)
            }
            guard !Self.reservedFields.contains(field.name.lowercased()) else {
                throw invalid("Only the client sets the field \(field.name)", at: address.host)
            }
        }
        if case .parts = destination, fields.contains(where: { $0.isNamed("Range") }) {
            throw invalid("Only the client sets the field Range", at: address.host)
        }
        if method == .get, body != nil { throw invalid("A GET has no body", at: address.host) }
        if case .parts(let offset, _) = destination {
            guard offset >= 0 else { throw invalid("The offset must not be negative", at: address.host) }
            // They would wait for each other.
            if case .parts = body { throw invalid("Body and response cannot both be in parts", at: address.host) }
        }
        if case .parts(let count, _) = body, count < 0 {
            throw invalid("The length of the body must not be negative", at: address.host)
        }
        return address
    }

    private func invalid(_ text: String, at host: String) -> HTTPError {
        HTTPError(.invalidRequest(text), host: host, mayHaveReachedServer: false)
    }
}

extension String {
    /// Whether the text is an HTTP token, as are names of fields and both halves of a media type.
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

extension HTTPRequest {
    /// The fields that reveal nothing about the user.
    private static let plainFields = ["accept", "accept-language", "range", "user-agent"]

    /// Whether to follow a redirect with some status.
    ///
    /// Only a GET is followed: sending anything else again, perhaps to another server, is the caller's decision.
    func followsRedirection(_ status: Int) -> Bool {
        redirections > 0 && method == .get && [301, 302, 303, 307, 308].contains(status)
    }

    /// Returns the request to make after a redirect. Throws if it leads to plain text, except from loopback to loopback.
    func redirected(to url: String) throws(HTTPError) -> HTTPRequest {
        let old = try checkedAddress()
        guard let new = HTTPAddress(url) else {
            throw old.refusal("The server redirects to an invalid address: \(redacted(url: url))")
        }
        guard new.scheme == "https" || old.scheme == "http" && old.isLoopback && new.isLoopback else {
            throw old.refusal("The server redirects to \(new.host) over an insecure connection")
        }
        var request = self
        request.url = url
        if new != old { request.fields.removeAll { !Self.plainFields.contains($0.name.lowercased()) } }
        return request
    }
}

extension HTTPAddress {
    /// Returns the error for a redirect from this server that is not followed.
    func refusal(_ text: String) -> HTTPError {
        HTTPError(.redirectionRefused(text), host: host, mayHaveReachedServer: true)
    }
}
