/// The events that `watch` prints.
package struct WatchRequest: Codable, Equatable, Sendable {
    /// The chat, by a name or an ID; nil for all chats.
    package var chat: String?
    /// The time after which the command ends, in milliseconds; nil if only the user ends it.
    package var milliseconds: Int64?

    package init(chat: String? = nil, milliseconds: Int64? = nil) {
        (self.chat, self.milliseconds) = (chat, milliseconds)
    }
}
