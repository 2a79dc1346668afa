import Transport

/// What reaches the presenter beside a person's actions.
enum ChatListEvent: Sendable {
    case changed
    case timePassed
}

/// Turns summaries into rows and a person's actions into use cases and routes.
actor ChatListPresenter {
    private let interactor: any ChatListInteracting
    private let router: any ChatListRouting
    private let environment: ChatEnvironment
    private let inbox: ScreenInbox<ChatListAction, ChatListEvent>
    private var rows = RowCache<ChatSummary, ChatListViewState.Row>()
    private var searchText = ""
    private var problem: ScreenProblem?
    private var diskProblem: String?
    private var rendered: ChatListViewState?

    init(
        interactor: any ChatListInteracting,
        router: any ChatListRouting,
        environment: ChatEnvironment,
        inbox: ScreenInbox<ChatListAction, ChatListEvent>
    ) {
        self.interactor = interactor
        self.router = router
        self.environment = environment
        self.inbox = inbox
    }

    func run(rendering view: any ChatListView) async {
        await withDiscardingTaskGroup { [interactor, environment, inbox] group in
            group.addTask { await interactor.follow { inbox.post(.changed) } }
            group.addTask { await environment.followDays { inbox.post(.timePassed) } }
            await inbox.run(handle: { await self.handle($0) }, render: { await self.render(on: view) })
            group.cancelAll()
        }
    }

    /// How many rows have been built so far.
    var rowBuildCount: Int { rows.buildCount }

    private func handle(_ input: ScreenInput<ChatListAction, ChatListEvent>) async {
        switch input {
        case .action(let action, _): await handle(action)
        case .event(.changed), .event(.timePassed): break
        }
    }

    private func handle(_ action: ChatListAction) async {
        switch action {
        case .open(let chat):
            router.openChat(chat)
        case .openContact(let name):
            await open(name)
        case .createChat:
            router.createChat()
        case .search(let text):
            searchText = text
            await interactor.search(text)
        case .showMore:
            await interactor.showMore()
        case .see(let rows):
            await interactor.see(rows)
        }
    }

    private func open(_ name: String) async {
        do {
            if let chat = try await interactor.chat(withContactNamed: name) {
                router.openChat(chat)
            } else {
                problem = ScreenProblem("There is no chat with \(name)", after: problem)
            }
        } catch {
            problem = ScreenProblem("Cannot read the history: \(error)", after: problem)
        }
    }

    private func render(on view: any ChatListView) async {
        let state = viewState(of: await interactor.content())
        guard state != rendered else { return }
        rendered = state
        await view.render(state)
    }

    private func viewState(of content: ChatListContent) -> ChatListViewState {
        if let text = content.problem, text != diskProblem { problem = ScreenProblem(text, after: problem) }
        diskProblem = content.problem
        return ChatListViewState(
            rows: rows.rows(for: content.window.summaries, on: environment.today, build: row(for:)),
            hasMore: content.window.hasMore,
            searchText: searchText,
            status: content.connection.statusText,
            problem: problem
        )
    }

    private func row(for summary: ChatSummary) -> ChatListViewState.Row {
        ChatListViewState.Row(
            id: summary.id,
            title: summary.contact.name,
            preview: previewText(of: summary.text, imageCount: summary.imageCount),
            time: environment.timeText(for: summary.time),
            unreadCount: summary.unreadCount,
            badge: summary.unreadCount == 0 ? nil : "\(summary.unreadCount)",
            picture: summary.picture
        )
    }
}
