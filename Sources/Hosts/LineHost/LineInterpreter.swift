import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import CommandLineKit
import CreateChat
import HostKit
import RuntimeKit
import ScreenKit
import SharedPictures
import Transport
import Verification

/// Executes typed lines one after the other: a line begins when everything that the previous one started has finished.
struct LineInterpreter: Sendable {
    let container: AppContainer
    let interface: LineInterface

    /// Waits until the list is shown and the first sync has ended.
    func begin() async {
        await firstSync()
        await until { $0.isShown }
        // The list has rendered what the sync brought once it has handled another action.
        await interface.list.module?.perform(.rowsVisible([]))
        await settle()
    }

    /// Executes a line. Returns false when the line ends the program.
    func execute(_ line: String) async -> Bool {
        let screen = await interface.top.name
        do throws(LineCommandError) {
            let command = try LineCommand(line, on: screen)
            if command.impliesFocus { container.application.setFocus(true) }
            let effects = try await interface.executor.effects(of: command)
            if effects == [.quit] { return false }
            for (index, effect) in effects.enumerated() {
                await perform(effect, isLast: index == effects.count - 1, on: screen)
            }
        } catch {
            await printProblem(error.message)
        }
        await settle()
        return true
    }

    /// Whether a line creates a chat, for which the server may be asked for a minute.
    func mayTakeLong(_ line: String) async -> Bool {
        switch try? LineCommand(line, on: await interface.top.name) {
        case .new(_?), .group, .plain, .create: true
        default: false
        }
    }

    /// Leaves the form for a new chat, which ends the creation. Returns false if it is not on top.
    func leavesForm() async -> Bool {
        guard await interface.top == .createChat else { return false }
        await interface.form.leave()
        return true
    }

    private func perform(_ effect: CommandEffect, isLast: Bool = false, on screen: ScreenName) async {
        switch effect {
        case .list(.search(let text)): await changeList(.search(text))
        case .list(.showAccount(let account)): await changeList(.showAccount(account))
        case .list(.setOrder(let order)): await changeList(.setOrder(order))
        case .list(.showSpace(let name)): await changeList(.showSpace(named: name))
        case .list(.showDrafts): await changeList(.showDrafts)
        case .list(.showMore): await interface.printMore { await interface.list.module?.perform(.showMore) }
        case .list(.open(let row)):
            await interface.list.module?.perform(.open(row))
            await until { $0.openChat == row.chat && $0.showsMessages }
        case .list(.openContact(let name)): await openContact(named: name)
        case .list(.showPictures(let row)):
            await interface.list.module?.perform(.showPictures(row))
            await until { $0.top == .pictures(of: row.chat) && $0.isShown }
        case .list(.showDetails(let chat)):
            await interface.list.module?.perform(.showDetails(of: chat))
            await until { $0.top == .details(of: chat) && $0.isShown }
        case .list(let action): await interface.list.module?.perform(action)
        // Another action follows, so nothing waits for the suggestions.
        case .form(.type(let name)) where !isLast: await interface.form.module?.send(.type(name))
        case .form(.create): await createChat()
        case .form(let action): await interface.form.module?.perform(action)
        case .chat(.showDetails):
            await interface.chat.module?.perform(.showDetails)
            await until { $0.top.name == .chatDetails && $0.isShown }
        case .chat(.showPictures):
            await interface.chat.module?.perform(.showPictures)
            await until { $0.top.name == .sharedPictures && $0.isShown }
        case .chat(.openThread(let message)):
            let problem = await interface.chat.state?.problem
            await interface.chat.module?.perform(.openThread(message))
            if await interface.chat.state?.problem == problem {
                await until { $0.top.part?.thread == message && $0.isShown }
            }
        case .chat(.showThreads):
            await interface.chat.module?.perform(.showThreads)
            await until { $0.top.part == .threads && $0.isShown }
        case .chat(.showPins):
            await interface.chat.module?.perform(.showPins)
            await until { $0.top.name == .pinnedMessages && $0.isShown }
        case .chat(.changeEncryption(let change)):
            let problem = await interface.chat.state?.problem
            await interface.chat.module?.perform(.changeEncryption(change))
            if await interface.chat.state?.problem == problem { await follow(change) }
        case .chat(.setMembership(let membership)): await set(membership)
        case .chat(let action): await interface.chat.module?.perform(action)
        case .details(.changeEncryption(let change)):
            let problem = await interface.details.state?.problem
            await interface.details.module?.perform(.changeEncryption(change))
            if await interface.details.state?.problem == problem { await follow(change) }
        case .details(let action): await interface.details.module?.perform(action)
        case .screen(let action): await interface.pane(of: interface.top).perform(action)
        case .goTo(_, by: let action):
            let screen = await interface.top
            let pane = await interface.pane(of: screen)
            await pane.perform(action)
            if await interface.pane(of: screen).problem == pane.problem { await until { $0.showsMessages } }
        case .askToEncrypt:
            await printProblem("Encryption cannot be turned off again: /encrypt yes encrypts this chat for everybody")
        case .showVerification: await showVerification()
        case .verifyOwn(let device):
            do { try await container.application.verifyOwnDevices(device, of: await interface.openChat) } catch {
                return await printProblem(FailureText.text(of: error))
            }
            await until { $0.top == .verification && $0.isShown }
        case .verification(let action): await interface.verification.module?.perform(action)
        case .newChat(let names, let isPlain):
            await interface.list.module?.perform(.createChat)
            await until { $0.top == .createChat && $0.isShown }
            for action in CommandEffect.actions(toCreateChatWith: names, isPlain: isPlain) {
                await perform(.form(action), on: screen)
            }
        case .showList: await interface.printList()
        case .back: await goBack()
        case .openFile(let file, let message): await open(file, of: message)
        case .notice(let text): await printProblem(text)
        case .changeListed(let chat, let change):
            let session = container.application.account(of: chat).session
            let reason = await ListedChat(session).perform(change, on: chat.of(nil))
            if let reason { await printProblem(reason) }
        case .markAllRead:
            for account in container.application.accounts {
                do { try await account.session.markAllRead() } catch { await printProblem(FailureText.text(of: error)) }
            }
        case .ignore(let isIgnored, let name):
            let chat = await interface.openChat
            let session = container.application.account(of: chat).session
            let (text, isDeclined) = await IgnoredPeople(session).set(isIgnored, name, in: chat?.of(nil))
            await printProblem(text)
            if isDeclined, await interface.top.chat == chat { await goBack() }
        case .showIgnored:
            let session = container.application.account(of: await interface.openChat).session
            await printProblem(await IgnoredPeople(session).list())
        case .showReaders(let message):
            guard let chat = await interface.openChat else { return }
            let session = container.application.account(of: chat).session
            await printProblem(await MessageReaders(session).text(of: message, in: chat.of(nil)))
        case .wait(let duration): try? await container.environment.clock.sleep(for: duration)
        case .away: container.application.setFocus(false)
        case .help: interface.printer.write(help: LineCommand.help(on: screen))
        case .quit: break
        }
    }

    /// Waits until the messages on screen count as read, and the badge has been updated.
    private func settle() async {
        let chat = await interface.chat
        if await interface.top.name == .chat, let last = chat.state?.rows.last {
            await chat.module?.perform(.rowsVisible(upTo: last.id))
        }
        // If the count cannot be read, there is no badge to wait for.
        await until { interface in await unreadCount().map { $0 == interface.badge } ?? true }
    }

    /// The number of unread messages in all accounts that can be read; nil if none can.
    private func unreadCount() async -> Int? {
        var sum: Int?
        for account in container.application.accounts {
            if let count = try? await account.session.read({ try $0.unreadCount() }) { sum = (sum ?? 0) + count }
        }
        return sum
    }

    /// Waits until the first sync of an account has ended: one that is away hinders no other.
    private func firstSync() async {
        await withTaskGroup(of: Void.self) { group in
            for account in container.application.accounts { group.addTask { await account.session.firstSync() } }
            await group.next()
            group.cancelAll()
        }
    }

    private func showVerification() async {
        container.application.showVerification()
        await until { $0.top == .verification && $0.isShown }
    }

    /// Waits for the verification that a change has begun.
    private func follow(_ change: EncryptionChange) async {
        if case .verify = change { await until { $0.top == .verification && $0.isShown } }
    }

    /// Changes the membership in the open chat. Waits until its screen is left if the chat is gone then.
    private func set(_ membership: ChatMembership) async {
        let (screen, state) = (await interface.top, await interface.chat.state)
        await interface.chat.module?.perform(.setMembership(membership))
        let isGone = membership == .forget || membership == .leave && state?.isInvitation == true
        guard isGone, await interface.chat.state?.problem == state?.problem else { return }
        // An invitation that was accepted meanwhile on another device is a chat, which stays.
        await until {
            $0.top != screen && $0.isShown || membership == .leave && $0.chat.state?.isInvitation == false
        }
    }

    private func changeList(_ action: ChatListAction) async {
        let old = await interface.list.state
        await interface.list.module?.perform(action)
        let new = await interface.list.state
        // A changed list has been printed already, as a problem has; an unchanged one is an answer too.
        if new?.rows == old?.rows, new?.problem == old?.problem { await interface.printList() }
    }

    private func openContact(named name: String) async {
        let list = await interface.list
        let problem = list.state?.problem
        await list.module?.perform(.openContact(named: name))
        if await interface.list.state?.problem != problem { return await suggestContact(near: name) }
        await until { $0.top != .chatList && $0.isShown }
    }

    private func suggestContact(near name: String) async {
        let names = await interface.list.state?.rows.map(\.title) ?? []
        guard let near = nearestWord(to: name, in: names), near != name else { return }
        await printProblem("Did you mean \(short(near))?")
    }

    private func createChat() async {
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

    private func open(_ file: ChatViewState.File, of message: MessageID) async {
        do throws(LineCommandError) {
            let path = try FileOpener.open(file)
            let (pane, chat) = (await interface.chat, await interface.openChat)
            let contact = ChatName(pane.state?.title ?? "", chat)
            let line = HostEvent.FileLine(message, named: file.name, contact: contact, after: .view, at: path)
            await interface.print([.file(line)])
        } catch {
            await printProblem(error.message)
        }
    }

    private func printProblem(_ text: String) async { await interface.print([.problem(text)]) }

    /// Waits for a change that the app is sure to show, or until the task is cancelled.
    private func until(_ condition: @Sendable (isolated LineInterface) async -> Bool) async {
        while await !condition(interface) {
            if await interface.changes.takeAll().isEmpty { return }
        }
    }
}

extension LineCommand {
    /// Whether a user who types it is looking at the screen.
    fileprivate var impliesFocus: Bool {
        switch self {
        case .wait, .away: false
        default: true
        }
    }
}
