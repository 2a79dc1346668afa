import Chat
import ChatList
import CreateChat
import Transport

/// Where a screen wants to go.
enum Route: Sendable {
    case push(AppScreen)
    case replace(AppScreen)
    case pop
}

/// One screen's router: the ways out that the screens know, as routes on the stack that they do not.
struct Router: Sendable {
    let routes: Mailbox<Route>
}

extension Router: ChatListRouting {
    func openChat(_ chat: ChatID) { routes.post(.push(.chat(chat))) }
    func createChat() { routes.post(.push(.createChat)) }
}

extension Router: CreateChatRouting {
    func showChat(_ chat: ChatID) { routes.post(.replace(.chat(chat))) }
}

extension Router: ChatRouting {
    /// Serves the form, too.
    func leave() { routes.post(.pop) }
}
