import ChatApp
import HostKit
import RuntimeKit

/// A session for pages: the server of the chats, the app, and what pages ask for.
struct WebSession: Sendable {
    let container: AppContainer
    let server: WebServer
    /// The virtual time that passes with each action; zero in real time.
    let pace: Duration
    private let uploads = CoalescingQueue<UploadedFile>()
    /// The actions that wait for the server.
    private let requests = CoalescingQueue<PageAction>()

    init(container: AppContainer, server: WebServer, pace: Duration) {
        (self.container, self.server, self.pace) = (container, server, pace)
    }

    /// Runs until `nextEvents` returns none, or the caller's task is cancelled.
    func run(nextEvents: @escaping @Sendable () async -> [WebEvent]) async -> ExitCode {
        let interface = WebInterface(
            application: container.application,
            files: server.files,
            fileKey: server.rules.secrets.fileKey,
            isTimeVirtual: pace > .zero
        )
        for notice in container.notices { await interface.tell(notice) }
        return await withDiscardingTaskGroup { group in
            group.addTask { await container.runServer() }
            group.addTask { await container.serveCommands() }
            group.addTask { await container.followNews { await interface.tell($0) } }
            group.addTask { await container.application.run(on: interface) }
            group.addTask { await sendFiles(on: interface) }
            group.addTask { await performRequests(on: interface) }
            // Nobody looks before a page says so.
            container.application.setFocus(false)
            await pass(pace)
            while !Task.isCancelled {
                let events = await nextEvents()
                if events.isEmpty { break }
                for event in events { await handle(event, on: interface) }
            }
            group.cancelAll()
            return .ok
        }
    }

    private func handle(_ event: WebEvent, on interface: WebInterface) async {
        switch event {
        case .opened(let stream): await interface.open(stream)
        case .closed(let number): await interface.close(number)
        case .posted(let body):
            guard let post = PagePost(body) else { return }
            for action in await interface.accept(post) {
                if action.name == "verifyOwn" { requests.post(action) } else { await interface.perform(action) }
                // A report of the page about what it shows takes no time.
                if action.name != "visible", action.name != "focus" { await pass(pace * action.seconds) }
            }
        case .uploaded(let file):
            uploads.post(file)
            await pass(pace)
        }
        // The event has its effects, as far as they do not wait, before the next one.
        await pass(pace / 1000)
    }

    /// Sends files one after the other, beside everything else that pages ask for: a large one takes its time to be copied.
    private func sendFiles(on interface: WebInterface) async {
        while !Task.isCancelled {
            for file in await uploads.takeAll() where await interface.send(file) { server.spool.remove(file.path) }
        }
    }

    /// Performs actions that wait for the server one after the other, beside everything else that pages ask for.
    private func performRequests(on interface: WebInterface) async {
        while !Task.isCancelled {
            for action in await requests.takeAll() { await interface.perform(action) }
        }
    }

    /// Lets virtual time pass; real time passes by itself.
    private func pass(_ time: Duration) async {
        if time > .zero { try? await container.environment.clock.sleep(for: time) }
    }
}

extension PageAction {
    /// The seconds of virtual time that pass with it, at most an hour at once.
    fileprivate var seconds: Int { name == "wait" ? min(max(number ?? 1, 1), 3600) : 1 }
}
