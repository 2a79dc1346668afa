import ChatList
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit

/// What your app knows of its conversations, wherever it has it from.
@MainActor
final class OwnModel: ChatListModel {
    private var query: LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>?

    /// Each change tells the screen that its answer is out of date; it asks again when it gets to it.
    var summaries: [ChatSummary] = [] { didSet { query?.invalidate() } }

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        let query = LiveQuery(request) { [weak self] in
            QueryResult(.success(await self?.window($0) ?? .init(summaries: [], hasMore: false)), status: ModelStatus())
        }
        self.query = query
        return query
    }

    func chat(withContactNamed name: String) -> ChatID? { summaries.first { $0.contact.name == name }?.id.chat }
    func picture(of contact: ContactID) -> Picture? { nil }

    private func window(_ request: ChatListRequest) -> ChatSummaryWindow {
        let found = summaries.filter { $0.contact.matches(request.searchText) }
        let page = request.rows.page { found.dropFirst($0).prefix($1) }
        return ChatSummaryWindow(summaries: page.rows, hasMore: page.hasMore)
    }
}

/// Where the list leads to in your app.
@MainActor
final class OwnRouter: ChatListRouting {
    private(set) var routes: [ChatListRoute] = []

    func follow(_ route: ChatListRoute) { routes.append(route) }
}

/// What your window draws; a view holds its screen, and sends it what a person does.
@MainActor
final class OwnList: ChatListView {
    let screen: ChatListModule
    private(set) var state: ChatListViewState?

    init(_ model: OwnModel, _ router: OwnRouter, _ environment: ChatEnvironment) {
        screen = ChatListModule(model: model, router: router, environment: environment)
    }

    func render(_ state: ChatListViewState) { self.state = state }

    func tap(_ row: ChatListViewState.Row) { screen.send(.open(row.id)) }

    /// From a window's appearing until the caller's task is cancelled, as a SwiftUI `.task` does when the window goes.
    func run() async { await screen.run(rendering: self) }
}
