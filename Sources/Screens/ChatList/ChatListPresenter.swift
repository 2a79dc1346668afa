import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns summaries into rows, and the user's actions into use cases and routes.
struct ChatListPresenter: Presenter {
    private let environment: ChatEnvironment
    private var rows = RowCache<PicturedSummary, ChatListViewState.Row>()
    private var content: ChatListContent?
    private var searchText = ""
    private var problems = ScreenProblems()

    init(environment: ChatEnvironment) {
        self.environment = environment
    }

    var rowBuildCount: Int { rows.buildCount }

    mutating func handle(_ action: ChatListAction) -> [ScreenEffect<ChatListUseCase, ChatListRoute>] {
        switch action {
        case .open(let row): return [.follow(.chat(row.chat, at: row.message))]
        case .openContact(let name): return [.perform(.findChat(withContactNamed: name))]
        case .showPictures(let row): return [.follow(.pictures(of: row.chat))]
        case .showDetails(let chat): return [.follow(.details(of: chat))]
        case .createChat: return [.follow(.createChat)]
        case .search(let text):
            searchText = text
            return [.perform(.search(text))]
        case .showAccount(let account): return [.perform(.showAccount(account))]
        case .setOrder(let order): return [.perform(.setOrder(order))]
        case .showSpace(let name): return [.perform(.showSpace(named: name))]
        case .showDrafts: return [.perform(.showDrafts)]
        case .showMore: return content?.page.window?.hasMore == true ? [.perform(.showMore)] : []
        case .showPrevious: return content?.page.request.rows.hasPrevious == true ? [.perform(.showPrevious)] : []
        case .rowsVisible(let rows): return [.perform(.loadPictures(for: rows))]
        }
    }

    mutating func receive(_ content: ChatListContent) {
        // The pictures stay with their window.
        let pictures = content.page.window == nil ? self.content?.pictures ?? [:] : content.pictures
        self.content = ChatListContent(page: content.page.keepingWindow(of: self.content?.page), pictures: pictures)
        problems.note(content.page.problem)
    }

    mutating func receive(_ outcome: ChatListOutcome) -> [ScreenEffect<ChatListUseCase, ChatListRoute>] {
        switch outcome {
        case .done: return []
        case .found(let chat): return [.follow(.chat(chat, at: nil))]
        case .notFound(let name): problems.tell("There is no chat with \(name)")
        case .noSpace(let name): problems.tell("No chat here is in a space called \(name)")
        case .failed(let error):
            let isRead = error is ServiceError || error is SessionError
            problems.tell(isRead ? errorText(error) : "Cannot read the history: \(errorText(error))")
        }
        return []
    }

    mutating func state() -> ChatListViewState? {
        guard let content else { return nil }
        let page = content.page
        let summaries = (page.window?.summaries ?? []).map {
            PicturedSummary(summary: $0, picture: content.pictures[$0.contact.id])
        }
        return ChatListViewState(
            rows: rows.rows(for: summaries, on: environment.today, build: row(for:)),
            firstNumber: page.request.rows.offset + 1,
            hasMore: page.window?.hasMore ?? false,
            searchText: searchText,
            isSearching: page.request.searchText != searchText,
            account: page.request.account,
            order: page.request.order,
            space: page.request.space,
            isOfDrafts: page.request.isOfDrafts,
            status: page.connection.text,
            problem: problems.newest
        )
    }

    private func row(for entity: PicturedSummary) -> ChatListViewState.Row {
        let summary = entity.summary
        // An invitation and a removal are the newest thing to know.
        let decision = summary.state.isInvitation || summary.state.isRemoval ? summary.state.text : nil
        let time = environment.timeText(for: summary.time)
        return ChatListViewState.Row(
            id: summary.id,
            title: summary.contact.name,
            contact: summary.isGroup ? nil : summary.contact.id,
            distinction: summary.distinction,
            state: summary.state,
            preview: decision
                ?? previewText(
                    of: summary.text,
                    imageCount: summary.imageCount,
                    fileName: summary.fileName,
                    isDeleted: summary.isDeleted
                ),
            author: decision == nil ? summary.author : nil,
            sender: decision == nil ? sender(of: summary) : nil,
            senderWarning: decision == nil ? summary.senderWarning : nil,
            time: time,
            shortTime: environment.isToday(summary.time) ? time : environment.shortTimeText(for: summary.time),
            date: summary.time,
            unreadCount: summary.unreadCount,
            hasMoreUnread: summary.hasMoreUnread,
            mentionCount: summary.notifications == .muted ? 0 : summary.mentionCount,
            badge: summary.unreadCount == 0 ? nil : "\(summary.unreadCount)\(summary.hasMoreUnread ? "+" : "")",
            notifications: summary.notifications,
            marks: summary.marks,
            hasDraft: summary.hasDraft,
            hasFailed: summary.hasFailed,
            typing: typingText(of: summary.typingAuthors),
            picture: entity.picture
        )
    }

    /// Returns the author's name in a group; `nil` in a chat of two.
    private func sender(of summary: ChatSummary) -> String? {
        guard summary.isGroup else { return nil }
        return summary.author == .me ? ownName : summary.senderName
    }
}

/// The content of a row.
private struct PicturedSummary: Identifiable, Equatable {
    let summary: ChatSummary
    let picture: Picture?

    var id: ChatSummary.ID { summary.id }
}
