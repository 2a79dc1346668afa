import ChatStore
import OneThread
import ScreenKit
import Transport

/// Mediates between the shared model and the list's view.
package final class ChatListController: ViewController {
    package let view: ChatListView
    private unowned let app: AppController
    private var searchText = ""
    private var pictureRequests: Set<ContactID> = []
    private var picturesToLoad: [ChatModel] = []
    private var isLoadingPicture = false

    init(app: AppController) {
        self.app = app
        view = ChatListView(window: app.window)
        super.init()
        view.delegate = self
    }

    override func didAppear() {
        do { try app.model.load() } catch { view.problem = "Cannot read the history: \(error)" }
        update()
    }

    /// Makes every row anew, and counts every unread message.
    override func update() {
        view.status = app.model.connection.text
        if let problem = app.model.storageProblem { view.problem = problem }
        do {
            let cells = searchText.isEmpty ? app.model.chats.map(cell(for:)) : try found()
            view.state = .loaded(cells, searchText: searchText)
        } catch {
            view.problem = "Cannot read the history: \(error)"
        }
        app.window.badge = app.model.unreadCount
    }

    private func cell(for chat: ChatModel) -> ChatListView.Cell {
        let newest = chat.newest
        return ChatListView.Cell(
            chat: chat.id,
            message: nil,
            title: chat.contact.name,
            preview: newest.map { previewText(of: $0.text, imageCount: $0.imageCount) } ?? "",
            time: app.environment.timeText(for: chat.activity),
            unreadCount: chat.unreadCount,
            picture: chat.picture
        )
    }

    private func found() throws -> [ChatListView.Cell] {
        try app.model.search(searchText).map { hit in
            ChatListView.Cell(
                chat: hit.chat,
                message: hit.message,
                title: hit.contact.name,
                preview: hit.context,
                time: app.environment.timeText(for: hit.time),
                unreadCount: hit.unreadCount,
                picture: app.model.chat(hit.chat)?.picture
            )
        }
    }

    private func show(_ chat: ChatModel) -> ChatController {
        let controller = ChatController(chat: chat, app: app)
        controller.delegate = self
        return controller
    }

    private func loadNextPicture() {
        guard !isLoadingPicture, !picturesToLoad.isEmpty else { return }
        isLoadingPicture = true
        let chat = picturesToLoad.removeFirst()
        let (service, contact) = (app.service, chat.contact.id)
        app.queue.request {
            try await service.picture(of: contact)
        } receive: { [weak self] result in
            guard let self else { return }
            isLoadingPicture = false
            switch result {
            case .success(let picture):
                chat.picture = picture
                if picture != nil { update() }
            case .failure:
                // Asked for again when the row is next shown.
                pictureRequests.remove(contact)
            }
            loadNextPicture()
        }
    }
}

extension ChatListController: ChatListViewDelegate {
    func chatListView(_ view: ChatListView, didTapChat chat: ChatID) {
        guard let chat = app.model.chat(chat) else { return }
        navigationController?.push(show(chat))
    }

    func chatListView(_ view: ChatListView, didSearch text: String) {
        searchText = text
        update()
    }

    func chatListView(_ view: ChatListView, willShowPictureOf chats: [ChatID]) {
        guard navigationController?.top === self else { return }
        for chat in chats.compactMap(app.model.chat) where pictureRequests.insert(chat.contact.id).inserted {
            picturesToLoad.append(chat)
        }
        loadNextPicture()
    }

    func chatListViewDidTapNewChat(_ view: ChatListView) {
        let controller = CreateChatController(app: app)
        controller.delegate = self
        navigationController?.push(controller)
    }
}

extension ChatListController: ChatControllerDelegate {
    func chatControllerDidChangeChat(_ controller: ChatController) {
        update()
    }
}

extension ChatListController: CreateChatControllerDelegate {
    func createChatController(_ controller: CreateChatController, didCreate chat: ChatModel) {
        navigationController?.replaceTop(with: show(chat))
        update()
    }
}
