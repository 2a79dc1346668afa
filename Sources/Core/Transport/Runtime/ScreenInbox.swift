/// What a screen's loop reads: a person's actions, and events from what the screen itself began.
public enum ScreenInput<Action: Sendable, Event: Sendable>: Sendable {
    /// What a person did; the completion is that of whoever waits in `perform(_:)`.
    case action(Action, Completion?)
    case event(Event)
}

/// The one queue through which everything reaches a screen's presenter, so that it never handles two things at once.
public final class ScreenInbox<Action: Sendable, Event: Sendable>: Sendable {
    private let mailbox = Mailbox<ScreenInput<Action, Event>>()

    public init() {}

    /// Queues an action; safe from any thread, handled in the order given.
    public func send(_ action: Action) {
        mailbox.post(.action(action, nil))
    }

    /// Queues an action and returns once it is handled and what it changed is rendered, or the screen was left.
    public func perform(_ action: Action) async {
        await Completion.wait { mailbox.post(.action(action, $0)) }
    }

    /// Queues an event; safe from any thread, handled after all that was queued before it.
    public func post(_ event: Event) {
        mailbox.post(.event(event))
    }

    /// Takes all that waits, hands each input to `handle`, then calls `render` once; again until cancelled.
    ///
    /// An action's completion is released after that render, unless `handle` has kept it for work that goes on.
    public func run(
        handle: (ScreenInput<Action, Event>) async -> Void,
        render: () async -> Void
    ) async {
        defer { mailbox.close() }
        await render()
        while true {
            let inputs = await mailbox.takeAll()
            if inputs.isEmpty { return }
            for input in inputs { await handle(input) }
            await render()
            withExtendedLifetime(inputs) {}
        }
    }
}
