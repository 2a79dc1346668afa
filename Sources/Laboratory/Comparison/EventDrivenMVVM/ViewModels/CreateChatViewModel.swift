import ChatTypes
import ScreenKit

/// The form, ready for display.
struct CreateChatViewModel: Equatable {
    let name: String
    /// The reason why the name is invalid.
    let message: String?
    /// The names added to the group.
    let added: [String]
    let suggestions: [String]
    let isBusy: Bool
    /// An alert to show once.
    let alert: String?
}

/// A builder of view models for the form.
struct CreateChatViewModelBuilder {
    func build(for form: CreateChatModel, isSending: Bool, error: (any Error)?) -> CreateChatViewModel {
        CreateChatViewModel(
            name: form.typed,
            message: form.invitees.error.map(errorText),
            added: form.invitees.added.map(\.text),
            suggestions: form.suggestions.map(\.name),
            isBusy: isSending,
            alert: error.map(errorText)
        )
    }
}
