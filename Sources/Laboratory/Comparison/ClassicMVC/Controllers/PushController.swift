import OneThread
import Transport

/// Holds the push connection, and searches the stack for whom to tell what it brings.
final class PushController {
    private enum Signal: Sendable {
        case event(LiveEvent)
        case ended(any Error)
    }

    private unowned let app: AppController
    private var retry: RetryModel

    init(app: AppController) {
        self.app = app
        retry = RetryModel(random: app.environment.random)
    }

    func connect() {
        let pushes = app.pushes
        app.queue.start(
            { (post: @escaping @Sendable (Signal) async -> Void) in
                do {
                    try await pushes.receive { await post(.event($0)) }
                } catch {
                    await post(.ended(error))
                }
            },
            receive: { [weak self] in self?.receive($0) }
        )
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .event(.opened):
            retry.reset()
            app.sync.syncNow()
        case .event(.updates(let updates)):
            take(updates)
        case .ended(let error):
            app.sync.connectionDidDrop()
            app.queue.after(retry.delay(after: error), on: app.environment.clock) { [weak self] in self?.connect() }
        }
    }

    /// Searches the stack for the controller that shows one of these chats, or else for the list, and passes the change on.
    ///
    /// The other controllers that work in the background have it tell, too.
    func tell(_ chats: [ChatID]) {
        var isListTold = false
        for chat in chats {
            guard let controller = app.navigation.chatController(for: chat) else { continue }
            controller.chatDidChange()
            isListTold = true
        }
        if !isListTold, !chats.isEmpty { app.navigation.chatListController?.update() }
    }

    /// News is stored, shown, and announced unless its chat is on screen.
    private func take(_ updates: [ChatUpdate]) {
        do {
            let changes = try app.model.apply(updates, isLive: true) { app.navigation.chatController(for: $0) != nil }
            tell(changes.chats.map(\.id))
            for chat in changes.gaps { app.history.fill(chat) }
            for (chat, message) in changes.announced {
                let text = previewText(of: message.text, imageCount: message.imageCount)
                app.window.banners.append(WindowView.Banner(title: chat.contact.name, text: text))
            }
        } catch {
            // What cannot be stored now is asked for again.
            app.updateAll()
            app.sync.syncNow()
        }
    }
}
