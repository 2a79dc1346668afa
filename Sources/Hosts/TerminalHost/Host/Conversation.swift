import Chat
import ChatApp
import ChatList
import ChatSession
import ChatStore
import CommandWords
import CreateChat
import ScreenKit
import Transport

/// Takes line after line, and each only when what the one before it began has finished: a script never outruns the app.
struct Conversation: Sendable {
    let world: World
    let stage: Stage

    /// Waits until the list is shown and the server has been asked once what is new.
    func begin() async {
        await world.application.session.firstSync()
        await until { $0.isShown }
        // Whatever that brought is on screen when the list has rendered once more.
        await stage.list.module?.perform(.see([]))
        await settle()
    }

    /// Obeys a line; false when it says to leave.
    func obey(_ line: String) async -> Bool {
        let screen = await stage.top.name
        do {
            let command = try LineCommand(line, on: screen)
            return await obey(command, on: screen)
        } catch {
            await stage.print([.problem(error.message)])
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
        case .text(let text) where screen == .createChat: await stage.form.module?.perform(.type(text))
        case .text(let text): await stage.chat.module?.perform(.send(text))
        case .search(let text): await search(text)
        case .new(let name): await startChat(with: name)
        case .open(let reference): await open(reference)
        case .list: await stage.printList()
        case .more: await stage.list.module?.perform(.showMore)
        case .create: await create()
        case .earlier: await stage.chat.module?.perform(.loadEarlier)
        case .resend: await stage.chat.module?.perform(.resendFailed)
        case .back: await goBack(from: screen)
        case .wait(let duration): try? await world.environment.clock.sleep(for: duration)
        case .away: world.application.setFocus(false)
        case .help: stage.printer.write(help: LineCommand.help(on: screen))
        case .quit: return false
        }
        await settle()
        return true
    }

    /// Waits until what is on screen counts as read, and the badge says so.
    private func settle() async {
        let chat = await stage.chat
        if await stage.top.name == .chat, let last = chat.state?.rows.last { await chat.module?.perform(.see(last.id)) }
        let session = world.application.session
        // A badge that cannot be read is nothing to wait for.
        await until { stage in (try? await session.read { try $0.unreadCount() }).map { $0 == stage.badge } ?? true }
    }

    private func search(_ text: String) async {
        let shown = await stage.list.state?.rows
        await stage.list.module?.perform(.search(text))
        // A list that changed has been printed; one that did not is an answer too.
        if await stage.list.state?.rows == shown { await stage.printList() }
    }

    private func open(_ reference: ChatReference) async {
        let list = await stage.list
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
        if await stage.list.state?.problem != problem { return await suggestContact(near: name) }
        await until { $0.top != .chatList && $0.isShown }
    }

    private func suggestContact(near name: String) async {
        let names = await stage.list.state?.rows.map(\.title) ?? []
        guard let near = nearestWord(to: name, in: names), near != name else { return }
        await stage.print([.problem("Did you mean \(short(near))?")])
    }

    private func startChat(with name: String?) async {
        await stage.list.module?.perform(.createChat)
        await until { $0.top == .createChat && $0.isShown }
        guard let name else { return }
        // One step: what could be suggested on the way is not waited for.
        await stage.form.module?.send(.type(name))
        await create()
    }

    private func create() async {
        let form = await stage.form
        let problem = form.state?.problem
        await form.module?.perform(.create)
        if await stage.form.state?.problem != problem { return }
        await until { $0.top != .createChat && $0.isShown }
    }

    private func goBack(from screen: ScreenName) async {
        if screen == .createChat {
            await stage.form.module?.perform(.leave)
        } else {
            await stage.chat.module?.perform(.leave)
        }
        await until { $0.top == .chatList }
    }

    /// Waits for what the app is sure to show, or until the task is cancelled.
    private func until(_ condition: @Sendable (isolated Stage) async -> Bool) async {
        while await !condition(stage) {
            if await stage.changes.takeAll().isEmpty { return }
        }
    }
}

extension AppScreen {
    var name: ScreenName {
        switch self {
        case .chatList: .chatList
        case .createChat: .createChat
        case .chat: .chat
        }
    }
}
