import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The store of chats as the inbox's presentation sees it; a test has one of its own.
protocol InboxStore {
    /// Calls `receive` with the requested chats, now and after every change.
    func follow(receive: @escaping (QueryResult<ListPage>) -> Void)
    /// Requests other chats.
    func setRequest(_ request: ListRequest)
    /// Loads a contact's picture, once.
    func loadPicture(of contact: ContactID, receive: @escaping (Picture) -> Void)
}

/// The content of the chat list. It owns the store, follows it, filters by its own search text, and tells of changes.
final class InboxPresentation {
    /// Called after every change, with the rows before it.
    var didChange: (_ old: [InboxPresentable]) -> Void = { _ in }
    private(set) var rows: [InboxPresentable] = []
    private(set) var status: String?
    private(set) var alert: String?
    private var page: ListPage
    private var request: ListRequest { didSet { store.setRequest(request) } }
    private var pictures: [ContactID: Picture] = [:]
    private let store: any InboxStore
    private let pageSize: Int
    private let environment: ChatEnvironment

    init(store: any InboxStore, pageSize: Int, environment: ChatEnvironment) {
        (self.store, self.pageSize, self.environment) = (store, pageSize, environment)
        request = ListRequest(limit: pageSize)
        page = ListPage(request: request)
    }

    /// Follows the store for as long as the presentation exists.
    func start() {
        store.follow { [weak self] in self?.take($0) }
    }

    /// The text by which the chats are filtered.
    var searchText: String {
        get { request.searchText }
        set { request = ListRequest(searchText: newValue, limit: pageSize) }
    }

    var hasMore: Bool { page.hasMore }

    func showMore() {
        if hasMore { request.limit = page.request.limit + pageSize }
    }

    /// Loads the pictures of rows that are shown.
    func didShow(_ shown: Range<Int>) {
        for entry in page.entries[shown] {
            let contact = entry.contact.id
            store.loadPicture(of: contact) { [weak self] picture in
                self?.pictures[contact] = picture
                self?.refresh()
            }
        }
    }

    private func take(_ result: QueryResult<ListPage>) {
        status = result.status.connection.text
        if let problem = result.status.storageProblem { alert = "Cannot save: \(errorText(problem))" }
        switch result.content {
        case .success(let page): self.page = page
        case .failure(let problem): alert = "Cannot read the history: \(errorText(problem))"
        }
        refresh()
    }

    private func refresh() {
        let old = rows
        rows = page.entries.map {
            InboxPresentable(entry: $0, picture: pictures[$0.contact.id], environment: environment)
        }
        didChange(old)
    }
}

/// A row of the chat list as shown to the user.
struct InboxPresentable: Identifiable, Equatable {
    fileprivate let entry: ListEntry
    let picture: Picture?
    fileprivate let environment: ChatEnvironment

    var id: String { entry.name }
    /// The chat that a tap opens.
    var chat: ChatID { entry.id.chat }
    var title: String { entry.contact.name }
    var sender: String? { entry.sender.map { $0.name ?? ownName } }
    var preview: String {
        previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted)
    }
    var time: String { environment.timeText(for: entry.time) }
    var unreadCount: Int { entry.unreadCount }
    var isMuted: Bool { entry.isMuted }
    var typing: String? { typingText(of: entry.typingAuthors) }

    static func == (left: Self, right: Self) -> Bool { (left.entry, left.picture) == (right.entry, right.picture) }
}
