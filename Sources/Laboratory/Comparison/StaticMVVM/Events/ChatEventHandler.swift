import ChatTypes
import PhoneKit

protocol ChatListListening: AnyObject {
    func updated(list: ChatListViewModel)
}

protocol CreateChatListening: AnyObject {
    func updated(create: CreateChatViewModel)
}

/// The handler of chat events. It builds view models for all listeners, pushes screens and sets the badge.
enum ChatEventHandler {
    private static let chatListListening = Static([Weak<any ChatListListening>]())
    private static let createChatListening = Static([Weak<any CreateChatListening>]())

    static func add(listener: any ChatListListening) {
        chatListListening.value.append(Weak { [weak listener] in listener })
        listener.updated(list: ChatListViewModelBuilder.buildLoading())
    }

    static func add(listener: any CreateChatListening) {
        createChatListening.value.append(Weak { [weak listener] in listener })
    }

    static func remove(listener: any CreateChatListening) {
        createChatListening.value.removeAll { $0.listener() === listener }
    }

    static func started() {
        ChatEndpoint.fetchChats()
    }

    static func created(chat: ChatID) {
        updateAllForms()
        BaseNavigationViewController.pushViewController(ChatViewController(for: chat), removePreviousFromStack: true)
    }

    static func updateAllChatLists() {
        let list = ChatListViewModelBuilder.build(for: ChatModelController.list.value)
        for listening in chatListListening.value { listening.listener()?.updated(list: list) }
    }

    static func updateAllForms(error: (any Error)? = nil) {
        let create = CreateChatViewModelBuilder.build(for: ChatModelController.form.value, error: error)
        for listening in createChatListening.value { listening.listener()?.updated(create: create) }
    }

    static func updateApplicationBadge() {
        AppProcess.current?.context.window.badge = ChatModelController.unreadMessageCount.value
    }
}

/// A listener that may be gone.
struct Weak<Listener> {
    /// Returns the listener, or `nil` if it is gone.
    let listener: () -> Listener?
}
