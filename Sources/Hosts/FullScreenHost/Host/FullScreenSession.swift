import ChatApp
import RuntimeKit
import TerminalHost

/// A whole chat on a terminal: the server, the app, the keys and the loop that joins them.
struct FullScreenSession: Sendable {
    let world: AppContainer
    let settings: Settings
    let theme: Theme
    let signals: SignalPipe
    /// What is wrong with the settings.
    let problems: [String]
    /// How much time passes with each key: nothing where time passes by itself.
    let pace: Duration

    /// Runs until the person leaves or the task is cancelled; the terminal is then as it was.
    func run(
        on terminal: sending ScreenTerminal,
        nextInput: @escaping @Sendable () async -> ScreenInput
    ) async -> ExitCode {
        let (inbox, waits) = (CoalescingQueue<LoopInput>(), CoalescingQueue<Duration>())
        let work = BackgroundWork { inbox.post(LoopInput(source: .model(.notice($0)))) }
        // A notice takes the place of the one before it: these stand together, what has become of the history first.
        let notices = (world.notices + problems).map(TerminalText.oneLine)
        if !notices.isEmpty { inbox.post(LoopInput(source: .model(.notice(notices.joined(separator: "\n"))))) }
        var loop = FullScreenLoop(
            world: world,
            settings: settings,
            terminal: terminal,
            theme: theme,
            signals: signals,
            inbox: inbox,
            waits: waits,
            work: work
        )
        loop.model.isTimeVirtual = pace > .zero
        // Where time is virtual, there is one thread for all.
        let keys = pace > .zero ? nil : KeyThread()
        return await withDiscardingTaskGroup { group in
            group.addTask { await world.runServer() }
            group.addTask { await world.application.run(on: ScreenInterface(inbox: inbox)) }
            group.addTask { await work.run() }
            group.addTask(executorPreference: keys) { await bring(nextInput, to: inbox, waits) }
            let code = await withTaskExecutorPreference(keys) { await loop.run() }
            group.cancelAll()
            return code
        }
    }

    /// Brings one input after the other, each when the one before it has been dealt with and drawn.
    private func bring(
        _ nextInput: () async -> ScreenInput,
        to inbox: CoalescingQueue<LoopInput>,
        _ waits: CoalescingQueue<Duration>
    ) async {
        // The first screen is there before the first key.
        if pace > .zero { try? await world.environment.clock.sleep(for: pace) }
        while !Task.isCancelled {
            for input in (await nextInput()).steps(pace > .zero) {
                await Completion.wait { inbox.post(LoopInput(source: .terminal(input), completion: $0)) }
                let asked = waits.takeWaiting().reduce(.zero, +)
                // Where time passes by itself, no key has to wait for it.
                if pace > .zero { try? await world.environment.clock.sleep(for: asked + pace) }
                if input == .ended { return }
            }
        }
    }
}

extension ScreenInput {
    /// One by one, where time passes with each.
    fileprivate func steps(_ areSingle: Bool) -> [ScreenInput] {
        guard areSingle, case .events(let events) = self else { return [self] }
        return events.map { .events([$0]) }
    }
}
