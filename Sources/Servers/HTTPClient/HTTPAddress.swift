import CCurl

/// The host and port of a URL as libcurl parses it, so that checks and requests agree.
package struct HTTPAddress: Hashable {
    package let scheme: String
    /// In lower case; an IPv6 address in brackets.
    let host: String
    let port: String

    /// Nil unless it is an absolute URL of printable ASCII, with `http` or `https`, without a name and password.
    package init?(_ url: String) {
        guard url.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }), let parsed = curl_url() else { return nil }
        defer { curl_url_cleanup(parsed) }
        guard curl_url_set(parsed, CURLUPART_URL, url, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parsed), ["http", "https"].contains(scheme),
            let host = Self.part(CURLUPART_HOST, of: parsed), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: parsed)
        else { return nil }
        (self.scheme, self.host, self.port) = (scheme, host.lowercased(), port)
    }

    /// Whether the address can only be this machine.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func part(_ part: CURLUPart, of parsed: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parsed, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
