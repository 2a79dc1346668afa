import ChatTypes
import RuntimeKit
import ScreenKit

/// What the list holds at a moment.
struct ChatListContent: Sendable, Equatable {
    /// Nil when the history cannot be read.
    var window: ChatSummaryWindow?
    var request: ChatListRequest
    /// Of the contacts whose picture has come.
    var pictures: [ContactID: Picture] = [:]
    var connection = Connection()
    /// Why the disk could not be read or written.
    var problem: DiskProblem?
}

/// What the list's interactor is asked to do.
enum ChatListUseCase: UseCase, Equatable {
    case search(String)
    case showMore
    case showPrevious
    case loadPictures(for: [ChatSummary.ID])
    case findChat(withContactNamed: String)
    /// Waits until what is shown is what was asked for last: beside everything else, so that typing goes on meanwhile.
    case settle

    var lane: String? { self == .settle ? "settle" : nil }
}

/// What has come of it.
enum ChatListOutcome: Sendable {
    case done
    case found(ChatID)
    case notFound(name: String)
    case failed(any Error)
}

/// Decides what the list holds: how many chats or finds, and whose pictures are worth a request.
actor ChatListInteractor: Interactor {
    private let model: any ChatListModel
    private let pictures: PictureLoader
    private let query: ScreenQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>
    private var newest: (request: ChatListRequest, answer: QueryResult<ChatSummaryWindow>)?
    private var show: (@Sendable (ChatListContent) -> Void)?

    init(model: any ChatListModel) {
        self.model = model
        query = ScreenQuery { await model.chats(ChatListRequest()) }
        pictures = PictureLoader { try await model.picture(of: $0) }
    }

    func run(_ show: @escaping @Sendable (ChatListContent) -> Void) async {
        self.show = show
        await withDiscardingTaskGroup { group in
            group.addTask { await self.query.follow { await self.receive($0, $1) } }
            group.addTask { await self.pictures.run { await self.showContent() } }
        }
    }

    func perform(_ useCase: ChatListUseCase) async -> ChatListOutcome {
        switch useCase {
        case .search(let text): await search(text)
        case .showMore: await showMore()
        case .showPrevious: await query.ask { $0.rows.showPrevious() }
        case .loadPictures(let ids): await load(picturesFor: ids)
        case .findChat(let name): return await findChat(withContactNamed: name)
        case .settle: await query.settle()
        }
        return .done
    }

    private func search(_ text: String) async {
        await query.ask { request in
            // The same text keeps its window.
            if request.searchText != text { request = ChatListRequest(searchText: text) }
        }
    }

    /// Nothing, as long as what was asked for last is not shown: whether there is more is not known yet.
    private func showMore() async {
        guard let (request, answer) = newest, (try? answer.content.get().hasMore) == true else { return }
        await query.ask { if $0 == request { $0.rows.showMore() } }
    }

    private func receive(_ request: ChatListRequest, _ answer: QueryResult<ChatSummaryWindow>) {
        // Something else may have been asked for since it was read.
        guard request == query.request else { return }
        newest = (request, answer)
        showContent()
    }

    /// Waits for nothing: another window that came meanwhile would be overwritten by this one.
    private func showContent() {
        guard let (request, snapshot) = newest else { return }
        let window = try? snapshot.content.get()
        show?(
            ChatListContent(
                window: window,
                request: request,
                pictures: pictures.loaded(of: window?.summaries.map(\.contact.id) ?? []),
                connection: snapshot.status.connection,
                problem: DiskProblem(snapshot)
            )
        )
    }

    private func load(picturesFor ids: [ChatSummary.ID]) async {
        let seen = Set(ids)
        let summaries = (try? newest?.answer.content.get())?.summaries ?? []
        await pictures.want(summaries.filter { seen.contains($0.id) }.map(\.contact.id))
    }

    private func findChat(withContactNamed name: String) async -> ChatListOutcome {
        do {
            return try await model.chat(withContactNamed: name).map { .found($0) } ?? .notFound(name: name)
        } catch {
            return .failed(error)
        }
    }
}
