extension HTTPRequest {
    /// The fields that say nothing of the person.
    private static let plainFields = ["accept", "accept-language", "range", "user-agent"]

    /// Whether such an answer leads elsewhere, and the request wants to be led.
    ///
    /// Only a GET: sending anything else again, perhaps to another server, is for the caller to decide.
    func followsRedirection(_ status: Int) -> Bool {
        redirections > 0 && method == .get && [301, 302, 303, 307, 308].contains(status)
    }

    /// The request to make instead. Throws where it would lead from TLS to plain text, or from elsewhere to loopback in plain
    /// text.
    func redirected(to url: String) throws(HTTPFailure) -> HTTPRequest {
        let old = try checkedAddress()
        guard let new = HTTPAddress(url) else {
            throw old.refusal("The server redirects to no address that can be asked: \(redacted(url: url))")
        }
        guard new.scheme == "https" || old.scheme == "http" && old.isLoopback && new.isLoopback else {
            throw old.refusal("The server redirects to a connection that is not secure, to \(new.host)")
        }
        var request = self
        request.url = url
        if new != old { request.fields.removeAll { !Self.plainFields.contains($0.name.lowercased()) } }
        return request
    }
}

extension HTTPAddress {
    /// A redirection from here that is not followed; the request has reached this server.
    func refusal(_ text: String) -> HTTPFailure {
        HTTPFailure(.redirectionRefused(text), host: host, mayHaveReachedServer: true)
    }
}
