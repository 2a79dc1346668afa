public import ChatTypes
public import ScreenKit

/// The ways out of the pinned messages. Only ids cross it.
public enum PinnedMessagesRoute: Sendable, Equatable {
    /// To a pinned message, in the chat.
    case message(MessageID)
    /// Back to the screen below.
    case leave
}

/// Leaves the pinned messages.
public typealias PinnedMessagesRouting = Router<PinnedMessagesRoute>

/// The assembled pinned messages of one chat.
public typealias PinnedMessagesModule = Screen<PinnedMessagesAction, PinnedMessagesViewState>

extension PinnedMessagesModule {
    /// Assembles the pinned messages of a chat on a model.
    public init(chat: ChatID, model: any PinnedMessagesModel, router: any PinnedMessagesRouting) {
        self.init(
            presenter: PinnedMessagesPresenter(),
            interactor: PinnedMessagesInteractor(chat: chat, model: model),
            router: router
        )
    }
}
