import ChatSession
import Observation
import OneThread
import PhoneKit
import ScreenKit
import Transport

/// A screen above the list.
enum Route: Hashable {
    case newChat
    case chat(ChatID)
}

/// What lives as long as the app, and makes what lives as long as a screen.
@Observable final class AppModel {
    /// The screens that are open above the list, the one on top last.
    var path: [Route] = []
    /// How often what the texts of times stand on has changed: each time all of them are made anew.
    private(set) var timeChanges = 0
    let inbox: Inbox
    let pictures: PictureStore
    let environment: ChatEnvironment
    let strategy: Strategy
    private let session: Session
    private let queue: MainQueue

    init(_ context: AppContext) {
        (session, queue, strategy) = (context.session, context.queue, context.strategy)
        environment = context.environment
        inbox = Inbox(session: session, strategy: strategy, queue: queue)
        pictures = PictureStore(session: session, queue: queue)
    }

    func noteTimeChange() {
        timeChanges += 1
    }

    func conversation(_ chat: ChatID) -> Conversation {
        Conversation(chat, session: session, strategy: strategy, queue: queue)
    }

    func newChat() -> NewChat {
        NewChat(session: session, queue: queue) { [weak self] in self?.path = [.chat($0)] }
    }
}
