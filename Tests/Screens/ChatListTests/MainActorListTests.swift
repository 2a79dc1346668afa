import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct MainActorListTests {
    @Test @MainActor func `main-actor classes can be the model, the router and the view`() async {
        let (model, router, view) = (MainActorModel(), MainActorRouter(), MainActorView())
        let module = ChatListModule(model: model, router: router, environment: .test())
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.search("ada"))
        #expect(view.titles == ["Ada"])
        model.names.append("Ada Lovelace")
        model.query?.invalidate()
        await module.perform(.openContact(named: "Ada Lovelace"))
        await module.perform(.search(""))
        screen.cancel()
        await screen.value
        #expect(view.titles == ["Ada", "Ben", "Ada Lovelace"])
        #expect(router.routes == [.chat(ChatID("chat-Ada Lovelace"), at: nil)])
    }
}

@MainActor private final class MainActorModel: ChatListModel {
    var names = ["Ada", "Ben"]
    private(set) var query: LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>?

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        let query = LiveQuery(request) { [weak self] in
            await self?.read($0) ?? QueryResult(.failure(.inUse), status: .init())
        }
        self.query = query
        return query
    }

    func chat(withContactNamed name: String) -> ChatID? {
        names.contains(name) ? summary(name).id.chat : nil
    }

    func picture(of contact: ContactID) -> Picture? { nil }

    private func read(_ request: ChatListRequest) -> QueryResult<ChatSummaryWindow> {
        let found = names.map { summary($0) }.filter { $0.contact.matches(request.searchText) }
        return QueryResult(.success(ChatSummaryWindow(summaries: found, hasMore: false)), status: ModelStatus())
    }
}

@MainActor private final class MainActorRouter: ChatListRouting {
    private(set) var routes: [ChatListRoute] = []

    func follow(_ route: ChatListRoute) { routes.append(route) }
}

@MainActor private final class MainActorView: ChatListView {
    private(set) var titles: [String] = []

    func render(_ state: ChatListViewState) { titles = state.rows.map(\.title) }
}
