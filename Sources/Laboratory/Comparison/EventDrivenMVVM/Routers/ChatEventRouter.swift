import Transport

/// The single entry for whatever happens to the app and its chats: changes the model, tells the listeners, and sets the
/// endpoints to work.
final class ChatEventRouter {
    private let controller: ModelController
    private let handler: EventHandler<ChatEvent>
    /// Who asks the server; set once, when the app is put together.
    weak var endpoints: Endpoints?

    init(controller: ModelController, handler: EventHandler<ChatEvent>) {
        self.controller = controller
        self.handler = handler
    }

    /// Returns false when the disk did not take the event; then the listeners hear of that instead.
    @discardableResult
    func route(_ event: ChatEvent) -> Bool {
        let hadStorageProblem = controller.model.storageProblem != nil
        do {
            if try change(by: event) || hadStorageProblem { handler.handle(event, controller.model) }
            follow(event)
            return true
        } catch {
            handler.handle(.notStored, controller.model)
            return false
        }
    }

    /// Returns whether there is anything new to show.
    private func change(by event: ChatEvent) throws -> Bool {
        switch event {
        case .launched: controller.load()
        case .focusChanged(let isFocused): return controller.setFocus(isFocused)
        case .opened(let chat): return controller.open(.chat(chat))
        case .left: controller.leave()
        case .searched(let text): controller.search(text)
        case .formOpened: return controller.open(.createChat)
        case .nameTyped(let text): controller.typeName(text)
        case .creationAsked: controller.beginCreation()
        case .synced(let page): return try take(page)
        case .serverReached: return controller.setConnection(.working)
        case .serverLost(let error): return controller.setConnection(.failing(error))
        case .suggested(let contacts, let name): controller.suggest(contacts, for: name)
        case .pictureLoaded(let picture, let contact): controller.setPicture(picture, of: contact)
        case .created(let chat): try controller.endCreation(with: chat)
        case .creationFailed(let reason): controller.endCreation(failing: reason)
        case .connectionDropped: return controller.doubtConnection()
        case .contactShown, .connectionOpened: return false
        case .dayTurned, .notStored: break
        }
        return true
    }

    private func take(_ page: SyncPage) throws -> Bool {
        let changes = try controller.apply(page.updates, syncedTo: page.next)
        endpoints?.history.fill(changes.gaps)
        return !changes.isEmpty
    }

    /// Sets the endpoints to work.
    private func follow(_ event: ChatEvent) {
        guard let endpoints else { return }
        let form = controller.model.form
        switch event {
        case .launched: endpoints.start()
        case .focusChanged(let isFocused): endpoints.presence.send(isFocused ? .active : .away)
        case .opened: openSocket()
        case .left: endpoints.leaveScreen()
        case .contactShown(let contact): endpoints.pictures.load(contact)
        case .nameTyped: endpoints.suggestions.load(for: form.fault == nil ? form.name : nil)
        case .creationAsked: if form.isBusy { endpoints.creation.create(form.name) }
        case .created:
            endpoints.leaveScreen()
            openSocket()
        case .connectionOpened: endpoints.sync.syncNow()
        case .searched, .formOpened, .synced, .serverReached, .serverLost, .suggested, .pictureLoaded, .creationFailed,
            .connectionDropped, .dayTurned, .notStored:
            break
        }
    }

    private func openSocket() {
        if let chat = controller.model.openChat { endpoints?.socket.open(chat) }
    }
}
