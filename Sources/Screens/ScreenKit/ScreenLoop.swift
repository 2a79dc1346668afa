import RuntimeKit
import Synchronization

/// The one loop through which everything reaches a screen's presenter, so that it never handles two things at once.
struct ScreenLoop<P: Presenter, I: Interactor>
where I.Content == P.Content, I.UseCase == P.UseCase, I.Outcome == P.Outcome {
    private var presenter: P
    private let interactor: I
    private let router: any Router<P.Route>
    private let inbox: CoalescingQueue<ScreenInput<P.Action>>
    private let newest = Newest<P.Content>()
    private let ended = CoalescingQueue<UseCaseQueue<P, I>.Ended>()
    private var lanes: [String: UseCaseQueue<P, I>] = [:]
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
                // Held until what they changed is rendered.
                var completions: [Completion] = []
                for input in inputs { completions += await handle(input, &group) }
                if let content = newest.take() { presenter.receive(content) }
                await render(on: view)
                rowBuilds.count = presenter.rowBuildCount
                withExtendedLifetime((inputs, completions)) {}
            }
            // What was done before the screen was left is still done, but leads nowhere and is not shown.
            for input in inbox.takeWaiting() { _ = await handle(input, &group) }
            group.cancelAll()
            for (_, lane) in lanes.sorted(by: { $0.key < $1.key }) { rest += lane.close() }
            inbox.close()
        }
        ended.close()
        // Behind what their lanes were at.
        for request in rest { _ = await request.perform(with: interactor) }
        await interactor.leave()
    }

    /// Returns the completions of what has ended by it.
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
            for end in ended.takeWaiting() {
                completions += end.completions
                if let outcome = end.outcome {
                    await follow(presenter.receive(outcome), for: end.completions, &group)
                }
            }
            return completions
        }
    }

    private mutating func follow(
        _ steps: [ScreenEffect<P.UseCase, P.Route>],
        for completions: [Completion],
        _ group: inout DiscardingTaskGroup
    ) async {
        for step in steps {
            switch step {
            case .follow(let route):
                if !Task.isCancelled { await router.follow(route) }
            case .perform(let useCase):
                if let name = useCase.lane {
                    lane(named: name, &group).post(.init(useCase: useCase, completions: completions))
                } else {
                    await follow(presenter.receive(await interactor.perform(useCase)), for: completions, &group)
                    if useCase.settles {
                        lane(named: "settle", &group).post(.init(useCase: nil, completions: completions))
                    }
                }
            }
        }
    }

    private mutating func lane(named name: String, _ group: inout DiscardingTaskGroup) -> UseCaseQueue<P, I> {
        if let lane = lanes[name] { return lane }
        let lane = UseCaseQueue<P, I>()
        lanes[name] = lane
        group.addTask { [interactor, ended, inbox] in
            await lane.run(interactor) { end in
                ended.post(end)
                inbox.post(.wake)
            }
        }
        return lane
    }

    private mutating func render(on view: any ScreenView<P.State>) async {
        guard !Task.isCancelled, let state = presenter.state(), state != rendered else { return }
        rendered = state
        await view.render(state)
    }
}
