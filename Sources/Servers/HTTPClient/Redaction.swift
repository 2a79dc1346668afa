// Requests and answers hold tokens and passwords. What prints them, a log, a failed test, `dump`, gets what follows.

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address, with the names in its query but none of the values.
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

/// An address as it may be shown, whether it is a valid one or not.
///
/// A name and password, the values in the query and the fragment are left out; controls and what is not ASCII become question
/// marks; it is cut after 300 characters.
func redacted(url: String) -> String {
    let isValid = HTTPAddress(url) != nil
    var url = url.utf8[...]
    var query = ""
    if let end = url.firstIndex(of: UInt8(ascii: "#")) { url = url[..<end] }
    if let start = url.firstIndex(of: UInt8(ascii: "?")) {
        let names = url[start...].dropFirst().split(separator: UInt8(ascii: "&")).map { part -> String in
            let end = part.firstIndex(of: UInt8(ascii: "="))
            // A part without a value may be the secret itself.
            return end.map { "\(Substring(part[..<$0]))=…" } ?? "…"
        }
        query = "?" + names.joined(separator: "&")
        url = url[..<start]
    }
    // A valid address has no name and password. In any other, a password may stand before any `@`.
    if !isValid, let at = url.lastIndex(of: UInt8(ascii: "@")) { url = url[url.index(after: at)...] }
    return redacted(text: "\(Substring(url))\(query)")
}

private func redacted(text: String) -> String {
    let shown = text.unicodeScalars.prefix(300).map { scalar -> Character in
        scalar == "…" || 0x20..<0x7F ~= scalar.value ? Character(scalar) : "?"
    }
    return String(shown)
}
