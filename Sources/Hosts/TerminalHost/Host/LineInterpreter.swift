import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import CommandLineKit
import CreateChat
import RuntimeKit
import ScreenKit
import Transport

/// Takes line after line, and each only when what the one before it began has finished: a script never outruns the app.
struct LineInterpreter: Sendable {
    let world: AppContainer
    let interface: LineInterface

    /// Waits until the list is shown and the server has been asked once what is new.
    func begin() async {
        await world.application.session.firstSync()
        await until { $0.isShown }
        // Whatever that brought is on screen when the list has rendered once more.
        await interface.list.module?.perform(.rowsVisible([]))
        await settle()
    }

    /// Obeys a line; false when it says to leave.
    func obey(_ line: String) async -> Bool {
        let screen = await interface.top.name
        do {
            let command = try LineCommand(line, on: screen)
            return await obey(command, on: screen)
        } catch {
            await interface.print([.problem(error.message)])
            return true
        }
    }

    private func obey(_ command: LineCommand, on screen: ScreenName) async -> Bool {
        switch command {
        case .wait, .away: break
        default: world.application.setFocus(true)
        }
        switch command {
        case .nothing: break
        case .text(let text) where screen == .createChat: await interface.form.module?.perform(.type(text))
        case .text(let text): await interface.chat.module?.perform(.send(text))
        case .search(let text): await search(text)
        case .new(let name): await startChat(with: name.map { [$0] } ?? [])
        case .group(let names): await startChat(with: names)
        case .open(let reference): await open(reference)
        case .list: await interface.printList()
        case .more: await showMore()
        case .add(let name): await add(name)
        case .remove(let name): await interface.form.module?.perform(.remove(name))
        case .create: await create()
        case .chat(.showDetails): await showDetails()
        case .chat(let action): await perform(action)
        case .mute(let isMuted): await setMuted(isMuted)
        case .unsend(let place): await changeOwn(place) { .unsend($0) }
        case .edit(let place, let text): await changeOwn(place) { .edit($0, to: text) }
        case .attach(let path): await attach(TypedPath.resolve(path))
        case .fetch(let place, let isWanted): await fetch(place, isWanted: isWanted)
        case .file(let place, let use): await self.use(place, use)
        case .join: await setMembership(.join)
        case .leave: await setMembership(.leave)
        case .back: await goBack()
        case .wait(let duration): try? await world.environment.clock.sleep(for: duration)
        case .away: world.application.setFocus(false)
        case .help: interface.printer.write(help: LineCommand.help(on: screen))
        case .quit: return false
        }
        await settle()
        return true
    }

    /// Waits until what is on screen counts as read, and the badge says so.
    private func settle() async {
        let chat = await interface.chat
        if await interface.top.name == .chat, let last = chat.state?.rows.last {
            await chat.module?.perform(.rowsVisible(upTo: last.id))
        }
        let session = world.application.session
        // A badge that cannot be read is nothing to wait for.
        await until { interface in
            (try? await session.read { try $0.unreadCount() }).map { $0 == interface.badge } ?? true
        }
    }

    private func search(_ text: String) async {
        let shown = await interface.list.state?.rows
        await interface.list.module?.perform(.search(text))
        // A list that changed has been printed; one that did not is an answer too.
        if await interface.list.state?.rows == shown { await interface.printList() }
    }

    private func showMore() async {
        if await interface.top.name == .chatDetails { return await showMoreMembers() }
        guard await interface.list.state?.hasMore == true else {
            return await interface.print([.problem("Nothing comes after these rows")])
        }
        await interface.printMore { await interface.list.module?.perform(.showMore) }
    }

    private func showMoreMembers() async {
        let details = await interface.details
        guard details.state?.hasMore == true else { return await interface.print([.problem("These are all")]) }
        await details.module?.perform(.showMore)
    }

    private func showDetails() async {
        await perform(.showDetails)
        await until { $0.top.name == .chatDetails && $0.isShown }
    }

    private func setMuted(_ isMuted: Bool) async {
        if await interface.top.name == .chat { return await perform(.setMuted(isMuted)) }
        await interface.details.module?.perform(.setMuted(isMuted))
    }

    /// Does something in the chat, or says why there is nothing to do.
    private func perform(_ action: ChatAction) async {
        let chat = await interface.chat
        if let reason = chat.state?.objection(to: action) { return await interface.print([.problem(reason)]) }
        await chat.module?.perform(action)
    }

    private func attach(_ path: String) async {
        if let reason = TypedPath.objection(toSending: path) { return await interface.print([.problem(reason)]) }
        await perform(.sendFile(path: path))
    }

    private func changeOwn(_ place: Int, _ action: (MessageID) -> ChatAction) async {
        guard let message = await interface.chat.state?.rows.ownMessage(place) else {
            return await interface.print([.problem(noSuchOwnMessage)])
        }
        await perform(action(message))
    }

    private func fetch(_ place: Int, isWanted: Bool) async {
        guard let message = await interface.chat.state?.rows.messageWithFile(place) else {
            return await interface.print([.problem(noSuchFile)])
        }
        if let reason = message.file.objection(toBeingWanted: isWanted) {
            return await interface.print([.problem(reason)])
        }
        await perform(isWanted ? .fetch(message.id) : .cancelFetch(message.id))
    }

    /// Opens or saves a file that is here; one that is not is fetched.
    private func use(_ place: Int, _ use: FileUse) async {
        guard let message = await interface.chat.state?.rows.messageWithFile(place) else {
            return await interface.print([.problem(noSuchFile)])
        }
        guard message.file.isHere, let chat = await interface.openChat else {
            await perform(.fetch(message.id))
            return await interface.print([.problem(fileIsNotHere)])
        }
        do {
            let session = world.application.session
            let path = try await use.perform(on: message.file, of: message.id, in: chat, by: session)
            let contact = await interface.chat.state?.title ?? ""
            await interface.print([.file(HostEvent.FileLine(message, contact: contact, after: use, at: path))])
        } catch {
            await interface.print([.problem(Failure.text(of: error))])
        }
    }

    private func setMembership(_ membership: ChatMembership) async {
        guard let chat = await interface.openChat else { return }
        do { try await world.application.session.setMembership(membership, in: chat) } catch {
            await interface.print([.problem(Failure.text(of: error))])
        }
    }

    private func open(_ reference: ChatReference) async {
        let list = await interface.list
        switch reference {
        case .row(let number):
            if let row = list.row(numbered: number) {
                await list.module?.perform(.open(row))
                return await until { $0.top.chat == row.chat && $0.isShown }
            }
            await open(contactNamed: "\(number)", in: list)
        case .contact(let name):
            await open(contactNamed: name, in: list)
        }
    }

    private func open(contactNamed name: String, in list: ListPane) async {
        let problem = list.state?.problem
        await list.module?.perform(.openContact(named: name))
        if await interface.list.state?.problem != problem { return await suggestContact(near: name) }
        await until { $0.top != .chatList && $0.isShown }
    }

    private func suggestContact(near name: String) async {
        let names = await interface.list.state?.rows.map(\.title) ?? []
        guard let near = nearestWord(to: name, in: names), near != name else { return }
        await interface.print([.problem("Did you mean \(short(near))?")])
    }

    private func startChat(with names: [String]) async {
        await interface.list.module?.perform(.createChat)
        await until { $0.top == .createChat && $0.isShown }
        // One step: what could be suggested on the way is not waited for.
        for name in names.dropLast() { await add(name) }
        guard let last = names.last else { return }
        await interface.form.module?.send(.type(last))
        await create()
    }

    private func add(_ name: String?) async {
        let form = await interface.form.module
        if let name { form?.send(.type(name)) }
        await form?.perform(.add)
    }

    private func create() async {
        let form = await interface.form
        let problem = form.state?.problem
        await form.module?.perform(.create)
        if await interface.form.state?.problem != problem { return }
        await until { $0.top != .createChat && $0.isShown }
    }

    private func goBack() async {
        let left = await interface.top
        await interface.pane(of: left).leave()
        await until { $0.top != left && $0.isShown }
    }

    /// Waits for what the app is sure to show, or until the task is cancelled.
    private func until(_ condition: @Sendable (isolated LineInterface) async -> Bool) async {
        while await !condition(interface) {
            if await interface.changes.takeAll().isEmpty { return }
        }
    }
}
