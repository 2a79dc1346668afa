/// Hides texts that were sent as secrets, such as a password or an access token, wherever a server repeats them.
///
/// All JSON of a homeserver passes through it, so that no message, name or error can show a secret on a screen or in a log.
package struct SecretMask: Hashable, Sendable {
    /// Replaces a secret.
    package static let replacement = "[hidden]"
    /// Shorter secrets occur in ordinary words by chance; to hide them there would only reveal them.
    private static let shortest = 4

    private let secrets: [String]

    /// Hides the given secrets; none if all are nil or short.
    package init(_ secrets: [String?] = []) {
        self.secrets = secrets.compactMap(\.self).filter { $0.utf8.count >= Self.shortest }
    }

    /// Returns the text with each secret replaced. Cost: linear in the text's length.
    package func apply(to text: String) -> String {
        secrets.reduce(text) { text, secret in
            // Most strings of a response are shorter than a token.
            guard text.utf8.count >= secret.utf8.count else { return text }
            return Self.replace(Array(secret.utf8), in: text)
        }
    }

    private static func replace(_ secret: [UInt8], in text: String) -> String {
        let bytes = Array(text.utf8)
        var masked: [UInt8] = []
        var (start, place) = (0, 0)
        while place + secret.count <= bytes.count {
            if bytes[place] == secret[0], bytes[place..<place + secret.count].elementsEqual(secret) {
                masked += bytes[start..<place] + replacement.utf8
                place += secret.count
                start = place
            } else {
                place += 1
            }
        }
        return start == 0 ? text : String(decoding: masked + bytes[start...], as: UTF8.self)
    }
}
