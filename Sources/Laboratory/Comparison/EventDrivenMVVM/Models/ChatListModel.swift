import ChatStore

/// What the list's screen knows beside the chats themselves.
struct ChatListModel {
    var searchText = ""
    /// What was found, while something is searched for.
    var hits: [SearchHit] = []
    var problem: String?
}
