/// One chat, ready to be shown.
package struct ChatViewModel {
    package let title: String
    /// The newest last.
    package let messages: [MessageViewModel]
    /// What stands in the message field.
    package let field: String
    /// What is said of a server that is not there.
    package let status: String?
    package let problem: String?
    package let type: (String) -> Void
    package let send: () -> Void
    /// Asks for earlier messages; nil when the first one is shown.
    package let showEarlier: (() -> Void)?
    package let leave: () -> Void
    /// To be called when the newest messages can be seen; nil when that changes nothing.
    package let didAppear: (() -> Void)?
}
