import ChatTypes
import PhoneKit

@testable import EventDrivenMVVM

/// A listener that records everything.
final class ListenerSpy {
    private let chat: ChatID
    private(set) var lists: [ChatListViewModel] = []
    private(set) var forms: [CreateChatViewModel] = []
    private(set) var chats: [ChatViewModel] = []
    private(set) var badges: [Int] = []
    private(set) var opened: [String] = []
    private(set) var banners: [String] = []

    init(handling chat: ChatID = adasChat) {
        self.chat = chat
    }
}

extension ListenerSpy: ChatListListening, CreateChatListening, WindowListening {
    func updated(list: ChatListViewModel) { lists.append(list) }
    func updated(create: CreateChatViewModel) { forms.append(create) }
    func updated(badge: Int) { badges.append(badge) }
    func open(_ chat: ChatID, replacesForm: Bool) { opened.append("\(chat)\(replacesForm ? " for the form" : "")") }
    func openForm() { opened.append("form") }
}

extension ListenerSpy: ChatListening, NotificationListening {
    func handles(_ chat: ChatID) -> Bool { chat == self.chat }
    func updated(chat: ChatViewModel) { chats.append(chat) }
    func received(banner: Window.Banner) { banners.append("\(banner.title): \(banner.text)") }
}
