/// A header field. Names compare without regard to case.
public struct HTTPField: Hashable, Sendable {
    /// In a request a word as HTTP has them; in an answer spelled as the request asked for it.
    public var name: String
    /// In an answer it is the server's: any text, though without controls but tabs.
    public var value: String

    public init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }

    /// Whether it is the field of that name.
    func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}
