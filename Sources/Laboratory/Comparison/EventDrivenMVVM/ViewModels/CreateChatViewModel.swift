/// The form for a new chat, ready to be shown.
package struct CreateChatViewModel {
    /// What stands in the name field.
    package let name: String
    /// Why that is no name; nil when it is one.
    package let message: String?
    package let canCreate: Bool
    package let isBusy: Bool
    package let suggestions: [String]
    package let problem: String?
    package let type: (String) -> Void
    /// Nil while a chat is being made.
    package let create: (() -> Void)?
    package let leave: () -> Void
}
