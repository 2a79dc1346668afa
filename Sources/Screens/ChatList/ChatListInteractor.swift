import ChatTypes
import RuntimeKit
import ScreenKit

/// The content of the list.
struct ChatListContent: Sendable, Equatable {
    var page: PagedContent<ChatListRequest, ChatSummaryWindow>
    /// The loaded pictures of the window's contacts.
    var pictures: [ContactID: Picture] = [:]
}

/// A use case of the list.
enum ChatListUseCase: UseCase, Equatable {
    case search(String)
    case showAccount(AccountName?)
    case setOrder(ChatOrder)
    case showSpace(named: String?)
    case showDrafts
    case showMore
    case showPrevious
    case loadPictures(for: [ChatSummary.ID])
    case findChat(withContactNamed: String)

    var settles: Bool { if case .findChat = self { false } else { true } }
}

/// The outcome of a use case.
enum ChatListOutcome: Sendable {
    case done
    case found(ChatID)
    case notFound(name: String)
    case noSpace(name: String)
    case failed(any Error)
}

/// Decides how many chats or search results are shown, of which space and in which order, and whose pictures are loaded.
actor ChatListInteractor: Interactor {
    private let model: any ChatListModel
    private let pictures: PictureLoader
    private let query: PagedQuery<ChatListRequest, ChatSummaryWindow>
    private var page: PagedContent<ChatListRequest, ChatSummaryWindow>?
    private var show: (@Sendable (ChatListContent) -> Void)?

    init(model: any ChatListModel) {
        self.model = model
        query = PagedQuery { await model.chats(ChatListRequest()).map { $0.map(Optional.some) } }
        pictures = PictureLoader { try await model.picture(of: $0) }
    }

    func run(_ show: @escaping @Sendable (ChatListContent) -> Void) async {
        self.show = show
        await withDiscardingTaskGroup { group in
            group.addTask { await self.query.follow { await self.receive($0) } }
            group.addTask { await self.pictures.run { await self.showContent() } }
        }
    }

    func settle() async { await query.settle() }

    func perform(_ useCase: ChatListUseCase) async -> ChatListOutcome {
        switch useCase {
        case .search(let text): await query.ask { $0.set(\.searchText, to: text) }
        case .showAccount(let account): await query.ask { $0.set(\.account, to: account) }
        case .setOrder(let order): await query.ask { $0.set(\.order, to: order) }
        case .showSpace(let name): return await showSpace(named: name)
        case .showDrafts: await query.ask { $0.set(\.isOfDrafts, to: true) }
        case .showMore: query.move { if $1.hasMore { $0.rows.showMore() } }
        case .showPrevious: await query.ask { $0.rows.showPrevious() }
        case .loadPictures(let ids): await load(picturesFor: ids)
        case .findChat(let name): return await findChat(withContactNamed: name)
        }
        return .done
    }

    private func receive(_ page: PagedContent<ChatListRequest, ChatSummaryWindow>) {
        // The request may have changed since the page was read.
        guard page.request == query.request else { return }
        self.page = page
        showContent()
    }

    /// Hands over the newest page with the pictures loaded so far. Never suspends: a newer page could be overwritten.
    private func showContent() {
        guard let page else { return }
        let contacts = page.window?.summaries.map(\.contact.id) ?? []
        show?(ChatListContent(page: page, pictures: pictures.loaded(of: contacts)))
    }

    private func load(picturesFor ids: [ChatSummary.ID]) async {
        let seen = Set(ids)
        let summaries = page?.window?.summaries ?? []
        await pictures.want(summaries.filter { seen.contains($0.id) }.map(\.contact.id))
    }

    private func showSpace(named name: String?) async -> ChatListOutcome {
        do {
            let space = if let name { try await model.space(named: name) } else { nil as ChatSpace? }
            if let name, space == nil { return .noSpace(name: name) }
            await query.ask { request in
                request.set(\.space, to: space)
                request.set(\.isOfDrafts, to: false)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func findChat(withContactNamed name: String) async -> ChatListOutcome {
        do {
            return try await model.chat(withContactNamed: name).map { .found($0) } ?? .notFound(name: name)
        } catch {
            return .failed(error)
        }
    }
}
