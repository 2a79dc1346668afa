import ChatStore
import PhoneKit
import Transport

/// The chats, or what was found, as they were last read, with the pictures that have come.
struct ChatListModel {
    var page: ListPage
    var status = ModelStatus()
    /// Why the history could not be read again.
    var fault: StorageProblem?
    var pictures: [ContactID: Picture] = [:]

    mutating func take(_ snapshot: Snapshot<ListPage>) {
        (status, fault) = (snapshot.status, nil)
        do { page = try snapshot.content.get() } catch { fault = error }
    }
}

/// What was typed into the form, and who may be meant.
struct CreateChatModel {
    var typed = ""
    var suggestions: [Contact] = []
    /// Without who is typed.
    private var invited = Invitees()

    init(typed: String = "", suggestions: [Contact] = []) {
        (self.typed, self.suggestions) = (typed, suggestions)
    }

    var name: ContactName { ContactName(typed) }
    var invitees: Invitees {
        var invitees = invited
        invitees.typed = name
        return invitees
    }

    /// Takes who was typed into a group. Throws why that cannot be.
    mutating func add() throws(Invitees.Fault) {
        var invitees = invitees
        try invitees.add()
        (invited, typed, suggestions) = (invitees, "", [])
    }
}

/// One chat with its newest messages as they were last read.
struct ChatModel {
    let id: ChatID
    var timeline: Timeline?
    /// What was typed there and the disk has not taken.
    var unsavedDraft: String?
    /// What those who type are called.
    var typists: [String] = []
    var status = ModelStatus()
    /// Why the history could not be read again.
    var fault: StorageProblem?

    mutating func take(_ snapshot: Snapshot<Timeline?>) {
        (status, fault) = (snapshot.status, nil)
        do { timeline = try snapshot.content.get() } catch { fault = error }
    }
}
