import ChatTypes
import ScreenKit

/// The form, ready for display, and what the user can do there.
struct CreateChatViewModel {
    let name: String
    /// The reason why the name is invalid.
    let message: String?
    /// The names added to the group.
    let added: [String]
    let suggestions: [String]
    let isBusy: Bool
    /// An alert to show once.
    let alert: String?
    let type: (String) -> Void
    let add: () -> Void
    let create: () -> Void
}

enum CreateChatViewModelBuilder {
    static func build(for form: CreateChatModel, error: (any Error)?) -> CreateChatViewModel {
        CreateChatViewModel(
            name: form.typed,
            message: form.invitees.error.map(errorText),
            added: form.invitees.added.map(\.text),
            suggestions: form.suggestions.map(\.name),
            isBusy: form.isSending,
            alert: error.map(errorText),
            type: { ChatEventRouter.route(event: .editing($0)) },
            add: { ChatEventRouter.route(event: .adding) },
            create: { ChatEventRouter.route(event: .creatingChat) }
        )
    }
}
