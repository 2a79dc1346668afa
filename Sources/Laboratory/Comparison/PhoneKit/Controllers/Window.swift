/// The phone's screen, and what the system shows around it.
public final class Window {
    public struct Banner: Sendable {
        public let title: String
        public let text: String

        public init(title: String, text: String) {
            (self.title, self.text) = (title, text)
        }
    }

    public let drawing = Drawing()
    public private(set) lazy var navigation = NavigationController(drawing: drawing)
    /// The number on the app's icon.
    public var badge = 0
    /// What was announced, the latest last.
    public var banners: [Banner] = []

    public init() {}
}
