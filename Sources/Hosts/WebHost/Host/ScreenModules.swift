import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import PinnedMessages
import ScreenKit
import SharedPictures
import Verification

/// The screens that run, to which actions of the page go.
struct ScreenModules: Sendable {
    var stack: [AppScreen] = []
    var list: ChatListModule?
    var form: CreateChatModule?
    var chats: [ChatPlace: ChatModule] = [:]
    var details: ChatDetailsModule?
    var pictures: SharedPicturesModule?
    var pins: PinnedMessagesModule?
    var verification: VerificationModule?
    private var wanted: WantedAction?

    /// An action that leads to another screen, which only the screen on top can do.
    private enum WantedAction {
        case list(ChatListAction)
        case chat(ChatPlace, ChatAction)
    }

    init() {}

    /// Sends an action to its screen; does nothing if it is unknown, or the screen is not there.
    mutating func perform(_ action: PageAction, _ application: Application) {
        switch action.screen {
        case "list": ChatListAction(action).map { perform($0, application) }
        case "form": CreateChatAction(action).map { form?.send($0) }
        case "chat":
            guard let chat = action.chat, let made = ChatAction(action) else { return }
            perform(made, in: ChatPlace(chat: chat, part: action.part), application)
        case "details": ChatDetailsAction(action).map { details?.send($0) }
        case "pictures": SharedPicturesAction(action).map { pictures?.send($0) }
        case "pins": PinnedMessagesAction(action).map { pins?.send($0) }
        case "verification":
            // The page asks on any screen; only the verification's own one answers.
            VerificationAction(action).map { verification?.send($0) }
        default: break
        }
    }

    private mutating func perform(_ action: ChatListAction, _ application: Application) {
        switch action {
        case .createChat, .showPictures: want(.list(action), application)
        default: list?.send(action)
        }
    }

    private mutating func perform(_ action: ChatAction, in place: ChatPlace, _ application: Application) {
        guard let module = chats[place] else { return }
        switch action {
        case .showDetails, .showPictures, .showPins, .openThread, .showThreads: want(.chat(place, action), application)
        case .leave where stack.last?.chatPlace != place: application.leave()
        default: module.send(action)
        }
    }

    private mutating func want(_ action: WantedAction, _ application: Application) {
        wanted = action
        performWanted(application)
    }

    /// Performs the wanted action if its screen is on top; otherwise leaves the screen above it. Call it after each change of the stack.
    mutating func performWanted(_ application: Application) {
        switch wanted {
        case nil: return
        case .list(let action) where stack.last == .chatList:
            wanted = nil
            list?.send(action)
        case .chat(let place, let action) where stack.last?.chatPlace == place:
            wanted = nil
            chats[place]?.send(action)
        case .list: application.leave()
        case .chat(let place, _):
            guard stack.contains(where: { $0.chatPlace == place }) else {
                wanted = nil
                return
            }
            application.leave()
        }
    }
}
