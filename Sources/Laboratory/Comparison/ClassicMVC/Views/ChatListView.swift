package import Transport

/// What the list's view tells its controller.
protocol ChatListViewDelegate: AnyObject {
    func chatListView(_ view: ChatListView, didTapChat chat: ChatID)
    func chatListView(_ view: ChatListView, didSearch text: String)
    func chatListView(_ view: ChatListView, willShowPictureOf chats: [ChatID])
    func chatListViewDidTapNewChat(_ view: ChatListView)
}

/// The list of chats, or of what was found.
package final class ChatListView {
    /// One line of the list.
    package struct Cell: Sendable {
        package let chat: ChatID
        /// The message that was found, when one was.
        package let message: MessageID?
        package let title: String
        package let preview: String
        package let time: String
        package let unreadCount: Int
        package let picture: Picture?
    }

    package enum State: Sendable {
        case loading
        case loaded([Cell], searchText: String)
    }

    /// How many cells fit on the screen.
    static let visibleCellCount = 50

    weak var delegate: (any ChatListViewDelegate)?
    private let window: WindowView

    init(window: WindowView) {
        self.window = window
    }

    package var state = State.loading {
        didSet {
            guard case .loaded(let cells, _) = state else { return window.didUpdate() }
            window.didUpdate(rowCount: cells.count)
            delegate?.chatListView(self, willShowPictureOf: cells.prefix(Self.visibleCellCount).map(\.chat))
        }
    }

    package var status: String?
    package var problem: String?

    package func tap(_ chat: ChatID) {
        delegate?.chatListView(self, didTapChat: chat)
    }

    package func tapNewChat() {
        delegate?.chatListViewDidTapNewChat(self)
    }

    package func search(_ text: String) {
        delegate?.chatListView(self, didSearch: text)
    }
}
