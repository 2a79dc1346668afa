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

    var name: ContactName { ContactName(typed) }
}

/// One chat with its newest messages as they were last read.
struct ChatModel {
    let id: ChatID
    var timeline: Timeline?
    var isTyping = false
    var status = ModelStatus()
    /// Why the history could not be read again.
    var fault: StorageProblem?

    mutating func take(_ snapshot: Snapshot<Timeline?>) {
        (status, fault) = (snapshot.status, nil)
        do { timeline = try snapshot.content.get() } catch { fault = error }
    }
}
