public import ChatSession
import ChatTypes

/// The phone's screen, with the badge and banners shown by the system.
public final class Window {
    /// A notification as the system shows it.
    public struct Banner: Sendable {
        /// The name of the contact or group.
        public let title: String
        /// The message's preview text; in a group, after the sender's name.
        public let text: String

        public init(title: String, text: String) {
            (self.title, self.text) = (title, text)
        }
    }

    /// The total cost of the app's drawing.
    public let drawing = Drawing()
    /// The stack of the app's screens; empty until the app sets the first.
    public private(set) lazy var navigation = NavigationController(drawing: drawing)
    /// The number on the app's icon.
    public var badge = 0
    /// The notifications shown so far, the newest last.
    public var banners: [Banner] = []

    public init() {}
}

extension Window.Banner {
    /// Creates the notification of a message: its preview text, in a group after the sender's name.
    public init(_ notification: ChatNotification) {
        let message = notification.message
        let text = message.preview
        let said = notification.senderName.map { "\($0): \(text)" } ?? text
        self.init(title: notification.chat.contact.name, text: said)
    }
}
