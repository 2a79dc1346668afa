package import Transport

/// One message of a chat, ready to be shown.
package struct MessageViewModel {
    package let id: String
    package let text: String
    package let isMine: Bool
    package let time: String
    package let delivery: Delivery
    /// Whether messages are missing directly before it.
    package let followsGap: Bool
    /// Sends it once more; nil unless it has failed.
    package let resend: (() -> Void)?
}
