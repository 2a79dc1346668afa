import ChatTypes
import PhoneKit

/// The chat list: a property for each part of the view, and a method for each of the user's actions.
protocol ChatListViewModel: AnyObject {
    var status: Dynamic<String?> { get }
    var alert: Dynamic<String?> { get }
    var rows: Dynamic<[ChatRow]> { get }
    var hasMore: Dynamic<Bool> { get }

    func start()
    func search(_ text: String)
    func showMore()
    func didShow(_ rows: ArraySlice<ChatRow>)
}

/// A row of the chat list. Only its picture changes later.
struct ChatRow: Identifiable, Equatable {
    let entry: ListEntry
    let picture: Dynamic<Picture?>
    var id: ListEntry.ID { entry.id }
    var chat: ChatID { entry.id.chat }

    static func == (left: Self, right: Self) -> Bool { left.entry == right.entry }
}
