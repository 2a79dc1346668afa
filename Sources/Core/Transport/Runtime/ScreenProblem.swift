/// Something to tell the person on a screen.
///
/// The number tells the same text, said again, from the same text still standing there.
public struct ScreenProblem: Hashable, Sendable {
    /// A sentence for people.
    public let text: String
    /// Rises by one with each problem of a screen.
    public let number: Int

    public init(text: String, number: Int) {
        self.text = text
        self.number = number
    }

    /// What follows `previous` on the same screen.
    public init(_ text: String, after previous: ScreenProblem?) {
        self.init(text: text, number: (previous?.number ?? 0) + 1)
    }
}
