import ChatSession
import ChatTypes
import Observation
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// A screen above the list.
enum Route: Hashable {
    case newChat
    case chat(ChatID)
}

/// The model with the app's lifetime, which creates the models with a screen's lifetime.
@Observable final class AppModel {
    /// The open screens above the list, the top one last.
    var path: [Route] = []
    /// The number of changes to the day or the clock. After each, all time texts are created again.
    private(set) var timeChanges = 0
    let inbox: Inbox
    let pictures: PictureStore
    let environment: ChatEnvironment
    private let session: Session
    private let queue: MainQueue

    init(_ context: AppContext) {
        (session, queue, environment) = (context.session, context.queue, context.environment)
        inbox = Inbox(session: session, queue: queue)
        pictures = PictureStore(session: session, queue: queue)
    }

    func noteTimeChange() {
        timeChanges += 1
    }

    func conversation(_ chat: ChatID) -> Conversation {
        Conversation(chat, session: session, queue: queue)
    }

    func newChat() -> NewChat {
        NewChat(session: session, queue: queue) { [weak self] in self?.path = [.chat($0)] }
    }
}
