import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The content of the chat list, and the data needed for it. A value independent of views.
struct InboxPresentation {
    private(set) var request: ListRequest
    private(set) var status: String?
    private(set) var alert: String?
    private var page: ListPage
    private var pictures: [ContactID: Picture] = [:]
    private let pageSize: Int
    private let environment: ChatEnvironment

    init(pageSize: Int, environment: ChatEnvironment) {
        (self.pageSize, self.environment) = (pageSize, environment)
        request = ListRequest(limit: pageSize)
        page = ListPage(request: request)
    }

    var searchText: String {
        get { request.searchText }
        set { request = ListRequest(searchText: newValue, limit: pageSize) }
    }

    /// The entries, by which a view finds the changed rows.
    var entries: [ListEntry] { page.entries }
    var hasMore: Bool { page.hasMore }

    func presentable(at row: Int) -> InboxPresentable {
        InboxPresentable(
            entry: page.entries[row],
            picture: pictures[page.entries[row].contact.id],
            environment: environment
        )
    }

    mutating func take(_ snapshot: QueryResult<ListPage>) {
        status = snapshot.status.connection.text
        if let problem = snapshot.status.storageProblem { alert = "Cannot save: \(errorText(problem))" }
        switch snapshot.content {
        case .success(let page): self.page = page
        case .failure(let problem): alert = "Cannot read the history: \(errorText(problem))"
        }
    }

    mutating func take(_ picture: Picture, of contact: ContactID) {
        pictures[contact] = picture
    }

    mutating func showMore() {
        request.limit = page.request.limit + pageSize
    }
}

/// A row of the chat list as shown to the user.
struct InboxPresentable {
    let entry: ListEntry
    let picture: Picture?
    let environment: ChatEnvironment

    var id: String { entry.name }
    var title: String { entry.contact.name }
    var sender: String? { entry.sender.map { $0.name ?? ownName } }
    var preview: String {
        previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted)
    }
    var time: String { environment.timeText(for: entry.time) }
    var unreadCount: Int { entry.unreadCount }
    var isMuted: Bool { entry.isMuted }
    var typing: String? { typingText(of: entry.typingAuthors) }
}
