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
    func timeTextsDidChange()
}

/// A row of the chat list, ready for display. Only its picture changes later.
struct ChatRow: Identifiable, Equatable {
    let id: String
    /// The chat that a tap opens.
    let chat: ChatID
    let title: String
    let sender: String?
    let preview: String
    let time: String
    let unreadCount: Int
    let isMuted: Bool
    let typing: String?
    let picture: Dynamic<Picture?>

    static func == (left: Self, right: Self) -> Bool {
        (left.id, left.chat, left.title, left.sender) == (right.id, right.chat, right.title, right.sender)
            && (left.preview, left.time, left.unreadCount) == (right.preview, right.time, right.unreadCount)
            && (left.isMuted, left.typing) == (right.isMuted, right.typing)
    }
}
