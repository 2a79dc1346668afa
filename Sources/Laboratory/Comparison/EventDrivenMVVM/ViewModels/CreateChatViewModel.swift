import ScreenKit
import Transport

/// The form, ready to be shown.
struct CreateChatViewModel: Equatable {
    let name: String
    /// Why that is no name.
    let message: String?
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
            message: form.name.fault.map(errorText),
            suggestions: form.suggestions.map(\.name),
            isBusy: isSending,
            alert: error.map(errorText)
        )
    }
}
