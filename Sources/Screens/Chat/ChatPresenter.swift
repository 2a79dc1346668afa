import Transport

/// What reaches the presenter beside a person's actions.
enum ChatEvent: Sendable {
    case changed
    case timePassed
    case loadedEarlier(problem: String?, waiting: [Completion?])
}

/// Turns messages into rows and a person's actions into use cases.
actor ChatPresenter {
    private let interactor: any ChatInteracting
    private let router: any ChatRouting
    private let environment: ChatEnvironment
    private let inbox: ScreenInbox<ChatAction, ChatEvent>
    private let earlierRequests = Mailbox<Completion?>()
    private var rows = RowCache<ChatMessage, ChatViewState.Row>()
    private var content: ChatContent?
    /// How many requests for earlier messages have not been answered yet.
    private var earlierRequestCount = 0
    private var problem: ScreenProblem?
    private var diskProblem: String?
    private var rendered: ChatViewState?

    init(
        interactor: any ChatInteracting,
        router: any ChatRouting,
        environment: ChatEnvironment,
        inbox: ScreenInbox<ChatAction, ChatEvent>
    ) {
        self.interactor = interactor
        self.router = router
        self.environment = environment
        self.inbox = inbox
    }

    func run(rendering view: any ChatView) async {
        await withDiscardingTaskGroup { [interactor, environment, inbox] group in
            group.addTask { await interactor.follow { inbox.post(.changed) } }
            group.addTask { await environment.followDays { inbox.post(.timePassed) } }
            group.addTask { await self.loadEarlier() }
            await inbox.run(handle: { await self.handle($0) }, render: { await self.render(on: view) })
            group.cancelAll()
            earlierRequests.close()
        }
    }

    /// How many rows have been built so far.
    var rowBuildCount: Int { rows.buildCount }

    private func handle(_ input: ScreenInput<ChatAction, ChatEvent>) async {
        switch input {
        case .action(let action, let completion):
            do { try await handle(action, completion) } catch { tell(text(for: error)) }
        case .event(.changed), .event(.timePassed):
            break
        case .event(.loadedEarlier(let failure, let answered)):
            earlierRequestCount -= answered.count
            if let failure { tell(failure) }
        }
    }

    private func handle(_ action: ChatAction, _ completion: Completion?) async throws {
        switch action {
        case .send(let text): try await interactor.send(text)
        case .resend(let message): try await interactor.resend(message)
        case .resendFailed: try await interactor.resendFailed()
        case .draft(let text): try await interactor.saveDraft(text)
        case .see(let message): await interactor.see(message)
        case .leave: router.leave()
        case .loadEarlier:
            earlierRequestCount += 1
            earlierRequests.post(completion)
        }
    }

    /// Beside everything else, since it may take as long as the network; requests that come meanwhile become one.
    private func loadEarlier() async {
        while true {
            let requests = await earlierRequests.takeAll()
            if requests.isEmpty { return }
            var problem: String?
            do { try await interactor.loadEarlier() } catch { problem = text(for: error) }
            inbox.post(.loadedEarlier(problem: problem, waiting: requests))
        }
    }

    private func tell(_ text: String) {
        problem = ScreenProblem(text, after: problem)
    }

    private func text(for error: any Error) -> String {
        (error as? TextFault)?.message ?? "\(error)"
    }

    private func render(on view: any ChatView) async {
        var failure: String?
        do { content = try await interactor.content() ?? content } catch {
            failure = "Cannot read the history: \(error)"
        }
        failure = failure ?? content?.status.storageProblem
        if let failure, failure != diskProblem { tell(failure) }
        diskProblem = failure
        // Nothing to show and nothing to tell: a chat that is not there yet.
        guard content != nil || problem != nil else { return }
        let state = viewState(of: content)
        guard state != rendered else { return }
        rendered = state
        await view.render(state)
    }

    private func viewState(of content: ChatContent?) -> ChatViewState {
        ChatViewState(
            title: content?.contact.name ?? "",
            rows: rows.rows(for: content?.messages ?? [], on: environment.today, build: row(for:)),
            hasEarlier: content?.hasEarlier ?? false,
            isLoadingEarlier: earlierRequestCount > 0,
            draft: content?.draft ?? "",
            status: content?.status.connection.statusText,
            problem: problem
        )
    }

    private func row(for message: ChatMessage) -> ChatViewState.Row {
        ChatViewState.Row(
            id: message.id,
            author: message.author,
            text: message.text,
            attachment: message.imageCount == 0
                ? nil : previewText(of: message.text, imageCount: message.imageCount),
            imageCount: message.imageCount,
            time: environment.timeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }
}
