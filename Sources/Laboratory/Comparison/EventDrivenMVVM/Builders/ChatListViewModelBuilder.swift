import ChatStore
import ScreenKit
import Transport

/// Builds the list: every row of it.
struct ChatListViewModelBuilder {
    let rows: ChatRowViewModelBuilder
    let router: ChatEventRouter

    func build(from model: AppModel) -> ChatListViewModel {
        ChatListViewModel(
            rows: model.list.searchText.isEmpty
                ? model.sortedChats.map { rows.build(for: $0, picture: model.pictures[$0.contact.id]) }
                : model.list.hits.map { rows.build(for: $0, picture: model.pictures[$0.contact.id]) },
            searchText: model.list.searchText,
            status: model.connection.text,
            problem: model.list.problem ?? model.storageProblem,
            search: { [router] in router.route(.searched($0)) },
            openForm: { [router] in router.route(.formOpened) }
        )
    }
}
