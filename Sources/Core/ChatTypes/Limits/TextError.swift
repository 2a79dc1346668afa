/// Why a text cannot be sent: the one place that says so.
public enum TextError: Error, Hashable, Sendable {
    /// There is nothing in it but white space.
    case empty
    /// It has more bytes of UTF-8 than the server takes.
    case tooLong(bytes: Int, limit: Int)

    /// Nil for a text that can be sent.
    public init?(of text: String) {
        let bytes = text.utf8.count
        if text.allSatisfy(\.isWhitespace) {
            self = .empty
        } else if bytes > OutgoingMessage.textLimit {
            self = .tooLong(bytes: bytes, limit: OutgoingMessage.textLimit)
        } else {
            return nil
        }
    }
}
