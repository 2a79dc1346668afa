import ChatStore
import ScreenKit
import Transport

/// Builds a message of a chat.
struct MessageViewModelBuilder {
    let environment: ChatEnvironment
    let router: MessageEventRouter

    func build(for message: StoredMessage, in chat: ChatID) -> MessageViewModel {
        MessageViewModel(
            id: message.id.rawValue,
            text: previewText(of: message.text, imageCount: message.imageCount),
            isMine: message.author == .me,
            time: environment.timeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap,
            resend: resend(message, in: chat)
        )
    }

    private func resend(_ message: StoredMessage, in chat: ChatID) -> (() -> Void)? {
        guard case .failed = message.delivery else { return nil }
        return { [router] in router.route(.resent(message.id, in: chat)) }
    }
}
