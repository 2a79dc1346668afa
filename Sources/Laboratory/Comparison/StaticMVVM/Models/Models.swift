import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit

/// The chats or search results read last, with the pictures loaded so far.
struct ChatListModel {
    var page = ListPage(request: ListRequest(limit: 0))
    var status = ModelStatus()
    /// The reason why the history could not be read again.
    var fault: StorageProblem?
    var pictures: [ContactID: Picture] = [:]

    mutating func take(_ snapshot: QueryResult<ListPage>) {
        (status, fault) = (snapshot.status, nil)
        do { page = try snapshot.content.get() } catch { fault = error }
    }
}

/// The typed name, the added names and the suggestions of the form.
struct CreateChatModel {
    var typed = ""
    /// Whether the chat is being created.
    var isSending = false
    var suggestions: [Contact] = []
    /// The added names, without the typed one.
    private var invited = Invitees()

    var name: ContactName { ContactName(typed) }
    var invitees: Invitees {
        var invitees = invited
        invitees.typed = name
        return invitees
    }

    /// Adds the typed name to the group. Throws if that is not possible.
    mutating func add() throws(Invitees.InviteError) {
        var invitees = invitees
        try invitees.add()
        (invited, typed, suggestions) = (invitees, "", [])
    }
}

/// One chat with its newest messages, as read last.
struct ChatModel {
    let id: ChatID
    var timeline: Timeline?
    /// A draft that the disk has not yet accepted.
    var unsavedDraft: String?
    var hasTyped = false
    var draft: String? { unsavedDraft ?? timeline?.draft }
    /// The names of the members who are typing.
    var typingAuthors: [String] = []
    var status = ModelStatus()
    /// The reason why the history could not be read again.
    var fault: StorageProblem?

    mutating func take(_ snapshot: QueryResult<Timeline?>) {
        (status, fault) = (snapshot.status, nil)
        do { timeline = try snapshot.content.get() } catch { fault = error }
    }
}
