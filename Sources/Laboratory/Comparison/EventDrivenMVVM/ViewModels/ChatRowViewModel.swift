package import Transport

/// One line of the list, ready to be shown.
package struct ChatRowViewModel {
    package let id: String
    package let title: String
    package let preview: String
    package let time: String
    package let unreadCount: Int
    /// Nil until it has been loaded, and when there is none.
    package let picture: Picture?
    /// Opens the chat.
    package let open: () -> Void
    /// To be called when the row can be seen; nil when that changes nothing.
    package let didAppear: (() -> Void)?
}
