import Synchronization
import Transport

@testable import ChatList

final class ViewSpy: ChatListView {
    private let rendered = Mutex<[ChatListViewState]>([])
    /// A view may hold its module.
    let module = Mutex<ChatListModule?>(nil)

    var states: [ChatListViewState] { rendered.withLock { $0 } }
    var last: ChatListViewState? { states.last }

    func render(_ state: ChatListViewState) {
        rendered.withLock { $0.append(state) }
    }
}

final class RouterSpy: ChatListRouting {
    enum Route: Equatable {
        case openChat(ChatID)
        case createChat
    }

    private let posted = Mutex<[Route]>([])

    var routes: [Route] { posted.withLock { $0 } }

    func openChat(_ chat: ChatID) { posted.withLock { $0.append(.openChat(chat)) } }
    func createChat() { posted.withLock { $0.append(.createChat) } }
}

/// Answers with the content it is given, and records the use cases.
final class ChatListInteractorFake: ChatListInteracting {
    enum Call: Equatable {
        case search(String)
        case showMore
        case see([ChatSummary.ID])
    }

    private struct State {
        var content: ChatListContent
        var chats: Result<[String: ChatID], DiskFailure> = .success([:])
        var calls: [Call] = []
        var readCount = 0
    }

    private let state: Mutex<State>
    private let changes = Mailbox<Void>()

    init(_ content: ChatListContent) {
        state = Mutex(State(content: content))
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var readCount: Int { state.withLock { $0.readCount } }

    func change(_ body: (inout sending ChatListContent) -> Void) {
        state.withLock { body(&$0.content) }
        changes.post(())
    }

    func answer(_ chats: Result<[String: ChatID], DiskFailure>) {
        state.withLock { $0.chats = chats }
    }

    func follow(_ changed: @escaping @Sendable () -> Void) async {
        while await !changes.takeAll().isEmpty { changed() }
    }

    func content() -> ChatListContent {
        state.withLock { state in
            state.readCount += 1
            return state.content
        }
    }

    func search(_ text: String) { record(.search(text)) }
    func showMore() { record(.showMore) }
    func see(_ summaries: [ChatSummary.ID]) { record(.see(summaries)) }

    func chat(withContactNamed name: String) throws -> ChatID? {
        try state.withLock { try $0.chats.get()[name] }
    }

    private func record(_ call: Call) {
        state.withLock { $0.calls.append(call) }
    }
}

extension ChatListContent {
    /// The content of a list that is connected and well.
    init(_ summaries: [ChatSummary], hasMore: Bool = false) {
        self.init(window: ChatSummaryWindow(summaries: summaries, hasMore: hasMore), connection: .connected)
    }
}
