import ScreenKit
import Transport

/// The form, ready to be shown.
struct CreateChatViewModel: Equatable {
    let name: String
    /// Why that is no name.
    let message: String?
    /// Who is to be in the group.
    let added: [String]
    let suggestions: [String]
    let isBusy: Bool
    /// To be told once.
    let alert: String?
}

/// Builds what the form shows.
struct CreateChatViewModelBuilder {
    func build(for form: CreateChatModel, isSending: Bool, error: (any Error)?) -> CreateChatViewModel {
        CreateChatViewModel(
            name: form.typed,
            message: form.invitees.fault.map(errorText),
            added: form.invitees.added.map(\.text),
            suggestions: form.suggestions.map(\.name),
            isBusy: isSending,
            alert: error.map(errorText)
        )
    }
}
