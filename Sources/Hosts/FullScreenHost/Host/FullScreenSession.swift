import ChatApp
import Dispatch
import HostKit
import RuntimeKit

/// A session on a terminal: the server, the app, the keys and the loop that connects them.
struct FullScreenSession: Sendable {
    let container: AppContainer
    let settings: Settings
    let theme: Theme
    let signals: SignalPipe
    /// Problems in the settings file.
    let problems: [String]
    /// The path of the program that decodes pictures; nil if there is none.
    let chafa: String?
    /// The virtual time that passes with each key; zero in real time.
    let pace: Duration

    /// Runs until the user quits or the task is cancelled; then restores the terminal.
    func run(
        on terminal: sending ScreenTerminal,
        nextInput: @escaping @Sendable () async -> TerminalInput
    ) async -> ExitCode {
        let (inbox, waits) = (CoalescingQueue<LoopInput>(), CoalescingQueue<Duration>())
        let requests = ServerRequests(container: container, inbox: inbox)
        // One notice for all, those about the history first.
        let notices = (container.notices + problems).map(TerminalText.oneLine)
        if !notices.isEmpty { inbox.post(LoopInput(source: .model(.notice(notices.joined(separator: "\n"))))) }
        // In virtual time, nothing waits for another program.
        let notifications = NotificationRunner(pace > .zero ? [] : settings.notificationCommands)
        let shelf = PictureShelf(
            settings.pictures,
            colorCount: theme.colorCount,
            hasDecoder: chafa != nil,
            isTimeVirtual: pace > .zero
        )
        let decoder = chafa.map { Chafa(program: $0, clock: container.environment.clock) }
        let pictures = PictureRunner { request throws(PictureFailure) in
            guard let decoder else { throw .notStarted(reason: "it is not installed") }
            return try await decoder.draw(request)
        }
        var loop = FullScreenLoop(
            container: container,
            settings: settings,
            terminal: terminal,
            theme: theme,
            signals: signals,
            inbox: inbox,
            waits: waits,
            requests: requests,
            notifications: notifications,
            pictures: pictures
        )
        loop.model.shelf = shelf
        loop.model.isTimeVirtual = pace > .zero
        loop.model.settingsProblems = problems
        loop.model.isSimulated = container.isSimulated
        loop.model.accounts = container.application.accounts.compactMap(\.name)
        // Virtual time runs on a single thread.
        let keys = pace > .zero ? nil : KeyThread()
        return await withDiscardingTaskGroup { group in
            group.addTask { await container.runServer() }
            group.addTask { await container.serveCommands() }
            group.addTask { await requests.run() }
            group.addTask {
                await container.followNews { [inbox] sentence in
                    inbox.post(LoopInput(source: .model(.notice(TerminalText.oneLine(sentence)))))
                }
            }
            group.addTask {
                await notifications.run { [inbox] sentence in
                    inbox.post(LoopInput(source: .model(.notice(sentence))))
                }
            }
            group.addTask {
                await pictures.run { [inbox] request, picture in
                    inbox.post(LoopInput(source: .model(.picture(picture, for: request))))
                }
            }
            group.addTask {
                let sizes = shelf.obstacle == nil ? PictureSizes() : nil
                await container.application.run(on: ScreenInterface(inbox: inbox, pictures: sizes))
            }
            group.addTask(executorPreference: keys) { await post(nextInput, to: inbox, waits) }
            let code = await withTaskExecutorPreference(keys) { await loop.run() }
            group.cancelAll()
            return code
        }
    }

    /// Posts one input after the other, each after the one before was handled and drawn.
    private func post(
        _ nextInput: () async -> TerminalInput,
        to inbox: CoalescingQueue<LoopInput>,
        _ waits: CoalescingQueue<Duration>
    ) async {
        // The first screen appears before the first key is read.
        if pace > .zero { try? await container.environment.clock.sleep(for: pace) }
        while !Task.isCancelled {
            for input in (await nextInput()).split(pace > .zero) {
                await Completion.wait { inbox.post(LoopInput(source: .terminal(input), completion: $0)) }
                let asked = waits.drain().reduce(.zero, +)
                // In real time, no key waits.
                if pace > .zero, input.isByUser { try? await container.environment.clock.sleep(for: asked + pace) }
                if input == .ended { return }
            }
        }
    }
}

extension TerminalInput {
    /// Whether it is more than an answer of the terminal, which takes no virtual time.
    fileprivate var isByUser: Bool {
        guard case .events(let events) = self else { return true }
        return !events.allSatisfy { event in
            switch event {
            case .mode, .background, .attributes, .kittyGraphics, .placeholders: true
            case .key, .paste, .pasteTooLong, .focus, .mouse: false
            }
        }
    }

    /// Splits events if time passes with each of them.
    fileprivate func split(_ isVirtual: Bool) -> [TerminalInput] {
        guard isVirtual, case .events(let events) = self else { return [self] }
        return events.map { .events([$0]) }
    }
}

/// A thread for input and drawing, since work on the history may occupy all threads of the runtime.
final class KeyThread: TaskExecutor {
    // A serial queue without a target queue gets a thread outside the runtime's pool.
    private let queue = DispatchQueue(label: "viperchat.keys", qos: .userInteractive)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
