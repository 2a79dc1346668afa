/// The list of chats, or of what was found, ready to be shown.
package struct ChatListViewModel {
    package let rows: [ChatRowViewModel]
    package let searchText: String
    /// What is said of a server that is not there.
    package let status: String?
    package let problem: String?
    package let search: (String) -> Void
    package let openForm: () -> Void
}
