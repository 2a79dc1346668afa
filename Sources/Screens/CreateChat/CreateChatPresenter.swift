import Transport

/// What reaches the presenter beside a person's actions.
enum CreateChatEvent: Sendable {
    case suggested([Contact], for: ContactName, waiting: [Completion])
    case created(ChatID, waiting: [Completion])
    case creationFailed(any Error, waiting: [Completion])
}

/// Maps each keystroke to a judgement of the form; autocomplete runs beside it, at its own rate.
actor CreateChatPresenter {
    private struct Request {
        let name: ContactName
        let completion: Completion?
    }

    private let interactor: any CreateChatInteracting
    private let router: any CreateChatRouting
    private let inbox: ScreenInbox<CreateChatAction, CreateChatEvent>
    private let suggestionRequests = Mailbox<Request>()
    private let creations = Mailbox<Request>()
    private var typed = ""
    private var name = ContactName("")
    private var suggestions: [Contact] = []
    private var isBusy = false
    private var problem: ScreenProblem?
    private var rendered: CreateChatViewState?

    init(
        interactor: any CreateChatInteracting,
        router: any CreateChatRouting,
        inbox: ScreenInbox<CreateChatAction, CreateChatEvent>
    ) {
        self.interactor = interactor
        self.router = router
        self.inbox = inbox
    }

    func run(rendering view: any CreateChatView) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.suggest() }
            group.addTask { await self.create() }
            await inbox.run(handle: { self.handle($0) }, render: { await self.render(on: view) })
            group.cancelAll()
            suggestionRequests.close()
            creations.close()
        }
    }

    private func handle(_ input: ScreenInput<CreateChatAction, CreateChatEvent>) {
        switch input {
        case .action(let action, let completion):
            handle(action, completion)
        case .event(.suggested(let contacts, for: let name, _)):
            // The last keystroke wins: an answer to an earlier one is no answer.
            if name == self.name { suggestions = contacts }
        case .event(.created(let chat, _)):
            isBusy = false
            router.showChat(chat)
        case .event(.creationFailed(let error, _)):
            isBusy = false
            problem = ScreenProblem("\(error)", after: problem)
        }
    }

    private func handle(_ action: CreateChatAction, _ completion: Completion?) {
        switch action {
        case .type(let text):
            guard !isBusy else { return }
            typed = text
            name = ContactName(text)
            // Until the next answer, what still matches is a help, and anything else is wrong.
            suggestions.removeAll { !$0.matches(name.text) }
            if name.fault == nil {
                suggestionRequests.post(Request(name: name, completion: completion))
            } else {
                suggestions = []
            }
        case .create:
            guard !isBusy else { return }
            if let fault = name.fault {
                problem = ScreenProblem(fault.message, after: problem)
            } else {
                isBusy = true
                creations.post(Request(name: name, completion: completion))
            }
        case .leave:
            router.leave()
        }
    }

    /// One request at a time, always for what was typed last.
    private func suggest() async {
        while true {
            let requests = await suggestionRequests.takeAll()
            guard let last = requests.last else { return }
            // Suggestions are a help: when they cannot be had, the form works without.
            let contacts = (try? await interactor.suggestions(for: last.name)) ?? []
            inbox.post(.suggested(contacts, for: last.name, waiting: requests.compactMap(\.completion)))
        }
    }

    private func create() async {
        while true {
            let requests = await creations.takeAll()
            guard let request = requests.last else { return }
            let waiting = requests.compactMap(\.completion)
            do {
                inbox.post(.created(try await interactor.create(request.name), waiting: waiting))
            } catch {
                inbox.post(.creationFailed(error, waiting: waiting))
            }
        }
    }

    private func render(on view: any CreateChatView) async {
        let state = CreateChatViewState(
            name: typed,
            isValid: name.fault == nil,
            message: name.fault?.message,
            canCreate: name.fault == nil && !isBusy,
            suggestions: suggestions.map(\.name),
            isBusy: isBusy,
            problem: problem
        )
        guard state != rendered else { return }
        rendered = state
        await view.render(state)
    }
}
