import ChatTypes
import Foundation
import ScreenTesting
import Testing

@testable import ChatSession
@testable import UnidirectionalStore

@Suite struct AppReducerTests {
    private func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        _ client: ChatClient = .test()
    ) -> Effect<AppAction> {
        AppReducer(client: client).reduce(into: &state, action)
    }

    private func news(_ text: String = "Hello", by sender: String? = nil) -> AppAction {
        let message = Message(
            id: MessageID(text),
            author: .contact,
            text: text,
            imageCount: text.isEmpty ? 2 : 0,
            sentAt: .noon,
            position: Position(1),
            predecessor: nil
        )
        let chat = ChatHeader(id: adasChat, contact: ada, createdAt: .noon)
        return .received(ChatNotification(chat: chat, message: message, senderName: sender))
    }

    @Test func `launching starts the session, the list, the unread total and notifications`() async {
        var state = AppState()
        let client = ChatClient.test { client in
            client.run = {}
            client.list = { request, take in await take(read(page(of: "Ada", request: request))) }
            client.unreadTotal = { take in for count in [nil, 3] { await take(count) } }
            client.notifications = { _ in }
        }
        let effect = reduce(&state, .launched, client)
        #expect(effect.plan == ["run list", "run session", "run unreadTotal", "run notifications"])
        for action in await effect.actions() { _ = reduce(&state, action) }
        #expect(state.badge == 3 && state.list.rows.count == 1)
    }

    @Test func `a tap on a row opens its chat and back cancels the chat's effects`() async {
        let tops = Recorder<ChatID?>()
        let client = ChatClient.test { $0.setTopChat = { tops.record($0) } }
        var state = AppState()
        let opening = reduce(&state, .list(.tapped(adasChat)), client)
        #expect(opening.plan.suffix(4) == ["perform", "run timeline", "run typing", "run socket"])
        #expect(state.chat == ChatState(id: adasChat, limit: 50))
        let leaving = reduce(&state, .chat(adasChat, .backTapped), client)
        #expect(state.chat == nil)
        for effect in ["timeline", "typing", "socket"] { #expect(leaving.plan.contains("cancel \(effect)")) }
        for case .perform(let body) in opening.operations + leaving.operations { body() }
        #expect(tops.values == [adasChat, nil])
    }

    @Test func `a created chat replaces the form`() {
        var state = AppState()
        _ = reduce(&state, .list(.newChatTapped))
        #expect(state.form == FormState())
        #expect(reduce(&state, .form(.created(adasChat))).plan.contains("cancel suggestions"))
        #expect(state.form == nil && state.chat?.id == adasChat)
    }

    @Test func `leaving the form cancels creating the chat`() {
        var state = AppState()
        _ = reduce(&state, .list(.newChatTapped))
        _ = reduce(&state, .form(.typed("Ada")))
        #expect(state.form?.name == "Ada")
        #expect(reduce(&state, .form(.backTapped)).plan.contains("cancel creation"))
        #expect(state.form == nil)
    }

    @Test func `an action of another chat does not change the open one`() {
        var state = AppState()
        _ = reduce(&state, .list(.tapped(adasChat)))
        let old = state
        _ = reduce(&state, .chat(ChatID("chat-ben"), .failed("No")))
        #expect(state == old)
        _ = reduce(&state, .chat(adasChat, .sendFailed("Hi", "No")))
        #expect(state.chat?.draft == "Hi")
    }

    @Test func `a reopened chat shows its draft even if the disk is slower`() {
        var state = AppState()
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, .chat(adasChat, .typed("Half a thou")))
        _ = reduce(&state, .chat(adasChat, .loaded(read(timeline()))))
        #expect(state.chat?.draft == "Half a thou")
        _ = reduce(&state, .chat(adasChat, .backTapped))
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, .chat(adasChat, .loaded(read(timeline()))))
        #expect(state.chat?.draft == "Half a thou")
        _ = reduce(&state, .chat(adasChat, .backTapped))
        _ = reduce(&state, .list(.tapped(ChatID("chat-ben"))))
        #expect(state.chat?.draft == nil)
    }

    @Test func `a text that failed to send after leaving is the draft when reopened`() {
        var state = AppState()
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, .chat(adasChat, .loaded(read(timeline(draft: "Hi")))))
        _ = reduce(&state, .chat(adasChat, .sendTapped))
        _ = reduce(&state, .chat(adasChat, .backTapped))
        _ = reduce(&state, .chat(adasChat, .sendFailed("Hi", "The disk is full")))
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, .chat(adasChat, .loaded(read(timeline(draft: "Hi")))))
        #expect(state.chat?.draft == "Hi")
    }

    @Test func `a message causes a notification unless its chat is visible`() {
        var state = AppState()
        _ = reduce(&state, news())
        #expect(state.notice == Notice(number: 1, title: "Ada Lovelace", text: "Hello"))
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, news())
        #expect(state.notice?.number == 1)
        _ = reduce(&state, .focusChanged(false))
        _ = reduce(&state, news(""))
        #expect(state.notice == Notice(number: 2, title: "Ada Lovelace", text: "Attachment: 2 Images"))
    }

    @Test func `a focus change is passed to the session`() async {
        let told = Recorder<Bool>()
        var state = AppState()
        _ = await reduce(&state, .focusChanged(false), .test { $0.setFocus = { told.record($0) } }).actions()
        #expect(told.values == [false] && !state.isFocused)
    }

    @Test func `a new day reaches every screen`() {
        var state = AppState()
        _ = reduce(&state, .list(.tapped(adasChat)))
        _ = reduce(&state, .dayTurned)
        #expect(state.list.day == 1 && state.chat?.day == 1)
    }

    @Test func `a notification of a group message shows the sender's name`() {
        var state = AppState()
        _ = reduce(&state, news(by: "Ben"))
        #expect(state.notice == Notice(number: 1, title: "Ada Lovelace", text: "Ben: Hello"))
    }
}
