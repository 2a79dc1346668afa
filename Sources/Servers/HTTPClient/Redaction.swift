// Requests and responses contain tokens and passwords. Logs, failed tests and `dump` print these descriptions instead.

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL, with the names in its query but without the values.
    public var description: String { "\(method.rawValue) \(redacted(url: url))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("request", description)]) }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, without the value.
    public var description: String { "\(redacted(text: name)): …" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("field", description)]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, the media type and the body's length.
    public var description: String { "\(status) \(mediaType.isEmpty ? "-" : mediaType), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("response", description)]) }
}

/// Returns a URL, valid or not, in a form that may be shown.
///
/// Drops a name and password, the values in the query, and the fragment. Replaces control characters and non-ASCII characters with
/// question marks, and cuts after 300 characters.
func redacted(url: String) -> String {
    let isValid = HTTPAddress(url) != nil
    var url = url.utf8[...]
    var query = ""
    if let end = url.firstIndex(of: UInt8(ascii: "#")) { url = url[..<end] }
    if let start = url.firstIndex(of: UInt8(ascii: "?")) {
        let names = url[start...].dropFirst().split(separator: UInt8(ascii: "&")).map { part -> String in
            let end = part.firstIndex(of: UInt8(ascii: "="))
            // A part without a value may be a secret itself.
            return end.map { "\(Substring(part[..<$0]))=…" } ?? "…"
        }
        query = "?" + names.joined(separator: "&")
        url = url[..<start]
    }
    // A valid address has no password. In an invalid one, a password may come before any `@`.
    if !isValid, let at = url.lastIndex(of: UInt8(ascii: "@")) { url = url[url.index(after: at)...] }
    return redacted(text: "\(Substring(url))\(query)")
}

private func redacted(text: String) -> String {
    let shown = text.unicodeScalars.prefix(300).map { scalar -> Character in
        scalar == "…" || 0x20..<0x7F ~= scalar.value ? Character(scalar) : "?"
    }
    return String(shown)
}
