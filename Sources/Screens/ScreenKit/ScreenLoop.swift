import RuntimeKit
import Synchronization

/// The loop of a screen, which calls its presenter with one input at a time.
struct ScreenLoop<P: Presenter, I: Interactor>
where I.Content == P.Content, I.UseCase == P.UseCase, I.Outcome == P.Outcome {
    private var presenter: P
    private let interactor: I
    private let router: any Router<P.Route>
    private let inbox: CoalescingQueue<ScreenInput<P.Action>>
    private let newest = Newest<P.Content>()
    private let ended = CoalescingQueue<UseCaseQueue<P, I>.Ended>()
    private var queues: [String: UseCaseQueue<P, I>] = [:]
    private var rendered: P.State?

    init(presenter: P, interactor: I, router: any Router<P.Route>, inbox: CoalescingQueue<ScreenInput<P.Action>>) {
        self.presenter = presenter
        self.interactor = interactor
        self.router = router
        self.inbox = inbox
    }

    mutating func run(
        rendering view: any ScreenView<P.State>,
        counting rowBuilds: Counter,
        showingDaysOf environment: ChatEnvironment?
    ) async {
        var rest: [UseCaseQueue<P, I>.Request] = []
        await withDiscardingTaskGroup { group in
            group.addTask { [interactor, newest, inbox] in
                await interactor.run { content in
                    newest.set(content)
                    inbox.post(.wake)
                }
            }
            if let environment {
                group.addTask { [inbox] in await environment.followDays { inbox.post(.wake) } }
            }
            await render(on: view)
            while true {
                let inputs = await inbox.takeAll()
                if inputs.isEmpty { break }
                // Held until the changes are rendered: releasing a completion resumes its task.
                var completions: [Completion] = []
                for input in inputs { completions += await handle(input, &group) }
                if let content = newest.take() { presenter.receive(content) }
                await render(on: view)
                rowBuilds.count = presenter.rowBuildCount
                withExtendedLifetime((inputs, completions)) {}
            }
            // Actions from before the screen was left are still performed, but not followed or shown.
            for input in inbox.drain() { _ = await handle(input, &group) }
            group.cancelAll()
            for (_, queue) in queues.sorted(by: { $0.key < $1.key }) { rest += queue.close() }
            inbox.close()
        }
        ended.close()
        // After the use cases that the queues were performing.
        for request in rest { _ = await request.perform(with: interactor) }
        await interactor.leave()
    }

    /// Handles an input. Returns the completions of the use cases that have ended.
    private mutating func handle(
        _ input: ScreenInput<P.Action>,
        _ group: inout DiscardingTaskGroup
    ) async -> [Completion] {
        switch input {
        case .action(let action, let completion):
            await follow(presenter.handle(action), for: completion.map { [$0] } ?? [], &group)
            return []
        case .wake:
            var completions: [Completion] = []
            for end in ended.drain() {
                completions += end.completions
                if let outcome = end.outcome {
                    await follow(presenter.receive(outcome), for: end.completions, &group)
                }
            }
            return completions
        }
    }

    private mutating func follow(
        _ effects: [ScreenEffect<P.UseCase, P.Route>],
        for completions: [Completion],
        _ group: inout DiscardingTaskGroup
    ) async {
        for step in effects {
            switch step {
            case .follow(let route):
                if !Task.isCancelled { await router.follow(route) }
            case .perform(let useCase):
                if let name = useCase.queue {
                    queue(named: name, &group).post(.init(useCase: useCase, completions: completions))
                } else {
                    await follow(presenter.receive(await interactor.perform(useCase)), for: completions, &group)
                    if useCase.settles {
                        queue(named: "settle", &group).post(.init(useCase: nil, completions: completions))
                    }
                }
            }
        }
    }

    private mutating func queue(named name: String, _ group: inout DiscardingTaskGroup) -> UseCaseQueue<P, I> {
        if let queue = queues[name] { return queue }
        let queue = UseCaseQueue<P, I>()
        queues[name] = queue
        group.addTask { [interactor, ended, inbox] in
            await queue.run(interactor) { end in
                ended.post(end)
                inbox.post(.wake)
            }
        }
        return queue
    }

    private mutating func render(on view: any ScreenView<P.State>) async {
        guard !Task.isCancelled, let state = presenter.state(), state != rendered else { return }
        rendered = state
        await view.render(state)
    }
}
