import Transport

/// The list's use cases, as its presenter calls them.
protocol ChatListInteracting: Sendable {
    /// Calls `changed` whenever `content()` would answer differently, until the caller's task is cancelled.
    func follow(_ changed: @escaping @Sendable () -> Void) async
    func content() async -> ChatListContent
    func search(_ text: String) async
    func showMore() async
    func see(_ summaries: [ChatSummary.ID]) async
    func chat(withContactNamed name: String) async throws -> ChatID?
}

/// What the list holds at a moment.
struct ChatListContent: Sendable, Equatable {
    var window: ChatSummaryWindow
    var connection: ConnectionState
    /// Why the disk could not be read, in which case the window is the last that could be, or written.
    var problem: String?
}

/// Decides what the list holds: how many chats or finds, and whose pictures are worth a request.
actor ChatListInteractor: ChatListInteracting {
    static let pageSize = 50

    private let model: any ChatListModel
    private let pictures: PictureLoader
    private var searchText = ""
    private var limit = pageSize
    private var lastWindow = ChatSummaryWindow(summaries: [], hasMore: false)

    init(model: any ChatListModel) {
        self.model = model
        pictures = PictureLoader(model: model)
    }

    func follow(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { [model, pictures] group in
            group.addTask { for await _ in model.listChanges() { changed() } }
            group.addTask { await pictures.run(changed) }
        }
    }

    func content() async -> ChatListContent {
        var problem: String?
        do {
            lastWindow =
                searchText.isEmpty
                ? try await model.summaries(limit: limit) : try await model.search(searchText, limit: limit)
        } catch {
            problem = "Cannot read the history: \(error)"
        }
        var window = lastWindow
        let loaded = await pictures.loaded
        for index in window.summaries.indices {
            window.summaries[index].picture = loaded[window.summaries[index].contact.id] ?? nil
        }
        let status = await model.status
        return ChatListContent(
            window: window,
            connection: status.connection,
            problem: problem ?? status.storageProblem
        )
    }

    func search(_ text: String) {
        guard text != searchText else { return }
        searchText = text
        limit = Self.pageSize
    }

    func showMore() {
        if lastWindow.hasMore { limit += Self.pageSize }
    }

    func see(_ summaries: [ChatSummary.ID]) async {
        let seen = Set(summaries)
        await pictures.want(lastWindow.summaries.filter { seen.contains($0.id) }.map(\.contact.id))
    }

    func chat(withContactNamed name: String) async throws -> ChatID? {
        try await model.chat(withContactNamed: name)
    }
}
