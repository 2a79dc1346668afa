import ChatList
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit

/// Your app's chats, from any source.
@MainActor
final class OwnModel: ChatListModel {
    private var query: LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>?

    /// Each change invalidates the screen's query, which is then read again.
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

/// The list's routes in your app.
@MainActor
final class OwnRouter: ChatListRouting {
    private(set) var routes: [ChatListRoute] = []

    func follow(_ route: ChatListRoute) { routes.append(route) }
}

/// The list in your window. A view holds its screen and sends it the user's actions.
@MainActor
final class OwnList: ChatListView {
    let screen: ChatListModule
    private(set) var state: ChatListViewState?

    init(_ model: OwnModel, _ router: OwnRouter, _ environment: ChatEnvironment) {
        screen = ChatListModule(model: model, router: router, environment: environment)
    }

    func render(_ state: ChatListViewState) { self.state = state }

    func tap(_ row: ChatListViewState.Row) { screen.send(.open(row.id)) }

    /// Shows the list until the caller's task is cancelled, as SwiftUI's `.task` does when the view disappears.
    func run() async { await screen.run(rendering: self) }
}
