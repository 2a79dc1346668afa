/// The phone's screen, and what the system shows around it.
public final class Window {
    /// What the system shows of a message that the app announces.
    public struct Banner: Sendable {
        /// The contact's name, or the group's.
        public let title: String
        /// The message, by the preview rule; in a group, after the name of who wrote it.
        public let text: String

        public init(title: String, text: String) {
            (self.title, self.text) = (title, text)
        }
    }

    /// What all of the app's drawing has cost.
    public let drawing = Drawing()
    /// The stack of the app's screens; empty until the app puts one there.
    public private(set) lazy var navigation = NavigationController(drawing: drawing)
    /// The number on the app's icon.
    public var badge = 0
    /// What was announced, the latest last.
    public var banners: [Banner] = []

    public init() {}
}
