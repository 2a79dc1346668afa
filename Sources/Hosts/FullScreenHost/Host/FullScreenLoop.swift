import CSystem
import Chat
import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import HostKit
import RuntimeKit
import ScreenKit
import Transport

/// The loop that passes all input to the model, performs the model's effects, and draws.
///
/// It takes all waiting input at once and draws once for it. Without input it is suspended.
struct FullScreenLoop {
    private let container: AppContainer
    private let settings: Settings
    private let signals: SignalPipe
    private let inbox: CoalescingQueue<LoopInput>
    /// How much time has to pass before the next key is read.
    private let waits: CoalescingQueue<Duration>
    private let requests: ServerRequests
    private let notifications: NotificationRunner
    private let decoder: PictureRunner
    var model: HostModel
    private var terminal: ScreenTerminal
    private var list: ChatListModule?
    private var form: CreateChatModule?
    /// The open chat, its threads and the list of these.
    private var chats: [TimelinePart: ChatModule] = [:]
    /// The screens with panels of their own.
    private var others: [ScreenName: AppModule] = [:]
    /// The number in the terminal's title; nil if another program may have set the title.
    private var shownBadge: Int?
    private var exitCode: ExitCode?

    init(
        container: AppContainer,
        settings: Settings,
        terminal: ScreenTerminal,
        theme: Theme,
        signals: SignalPipe,
        inbox: CoalescingQueue<LoopInput>,
        waits: CoalescingQueue<Duration>,
        requests: ServerRequests,
        notifications: NotificationRunner,
        pictures: PictureRunner
    ) {
        (self.container, self.settings, self.terminal, self.signals) = (container, settings, terminal, signals)
        (self.inbox, self.waits, self.requests, self.notifications) = (inbox, waits, requests, notifications)
        decoder = pictures
        model = HostModel(environment: container.environment, theme: theme, size: terminal.size)
        model.settings = settings
    }

    /// Runs until the user quits, the terminal is closed, or the caller's task is cancelled; then restores the terminal.
    mutating func run() async -> ExitCode {
        terminal.enter()
        while exitCode == nil {
            let inputs = await inbox.takeAll()
            if inputs.isEmpty { break }
            for input in inputs { await handle(input.source) }
            await draw()
            if let failure = terminal.failure { exitCode = failure.code == EIO ? .ok : .ioError }
            // Their senders wait until they are released.
            withExtendedLifetime(inputs) {}
        }
        terminal.leave()
        return exitCode ?? .ok
    }

    private mutating func handle(_ source: LoopInput.Source) async {
        switch source {
        case .model(let event):
            await perform(model.handle(event))
            for held in model.takeHeld() where exitCode == nil { await handle(held) }
        case .module(let module): await begin(module)
        case .terminal(.events(let events)):
            for event in events where exitCode == nil { await handle(event) }
        case .terminal(.resized): resize()
        case .terminal(.suspended): suspend()
        case .terminal(.resumed):
            terminal.resume()
            shownBadge = nil
            resize()
        case .terminal(.ended): exitCode = .ok
        case .terminal(.failed): exitCode = .ioError
        }
    }

    private mutating func handle(_ event: TerminalEvent) async {
        switch event {
        case .mode(let mode, let canChange): return terminal.receive(mode: mode, canChange: canChange)
        case .attributes, .kittyGraphics, .placeholders:
            terminal.receive(event)
            model.shelf.hasGraphics = terminal.hasGraphics
            return
        case .key, .paste, .pasteTooLong, .focus, .mouse, .background: break
        }
        await perform(model.handle(.terminal(event)))
    }

    private mutating func begin(_ module: AppModule) async {
        let screen = module.screen
        switch module {
        case .chatList(let module): list = module
        case .createChat(let module): form = module
        case .chat(let module, _): chats = [.main: module]
        case .thread(let module, let part, _): chats[part] = module
        default: others[screen.name] = module
        }
        await perform(model.handle(.begins(screen)))
        if screen == .createChat { model.panels.form.account = container.application.account(of: nil).name }
    }

    private mutating func perform(_ effects: [ModelEffect]) async {
        for effect in effects {
            switch effect {
            case .list(let action): list?.send(action)
            case .form(let action): form?.send(action)
            case .chat(let action): chats[model.panels.shownPart]?.send(action)
            case .screen(let action): others[action.screen].map { action.screen.panel?.send(action, to: $0) }
            case .showVerification: container.application.showVerification()
            case .openChat(let chat, at: let message): container.application.open(chat, at: message, replacingTop: true)
            case .ignore, .showIgnored, .verifyOwn, .changeListed(_, .setMembership):
                requests.post(effect, openChat: model.panels.openChat)
            case .openContact, .openPlace, .openNumber, .openUnread, .findChats, .findMessages, .findMembers,
                .changeListed, .markAllRead, .showReaders:
                await find(effect)
            case .editText(let text, let limit): await edit(text, upTo: limit)
            case .openFile(let file): await open(file)
            case .decode(let requests): decoder.want(requests)
            case .focus(let isFocused): container.application.setFocus(isFocused)
            case .wait(let duration): waits.post(duration)
            case .copy(let text): terminal.copy(text)
            case .openLink(let link): await open(link: link)
            case .ring: if settings.hasBell { terminal.ring() }
            case .notify(let title, let text):
                terminal.notify(title, text, by: settings.notifications)
                notifications.post(title, text)
            case .redraw: terminal.invalidate(losesPictures: true)
            case .suspend: suspend()
            case .leave: exitCode = .ok
            }
        }
    }

    private mutating func open(_ file: ChatViewState.File) async {
        let notice: String
        do throws(LineCommandError) {
            notice = FileAction.view.text(of: file.name, at: try FileOpener.open(file))
        } catch {
            notice = error.message
        }
        await perform(model.handle(.notice(TerminalText.oneLine(notice))))
    }

    /// Lends the terminal to the user's editor.
    private mutating func edit(_ text: String, upTo limit: Int) async {
        terminal.leave()
        let event: ModelEvent
        do throws(LineCommandError) {
            event = .edited(try ExternalEditor.edit(text, upTo: limit))
        } catch {
            event = .notice(error.message)
        }
        terminal.enter()
        shownBadge = nil
        resize()
        await perform(model.handle(event))
    }

    private mutating func open(link: String) async {
        let notice: String
        do throws(LineCommandError) {
            try FileOpener.open(link: link)
            notice = "Opening \(link)"
        } catch {
            notice = error.message
        }
        await perform(model.handle(.notice(TerminalText.oneLine(notice))))
    }

    private mutating func draw() async {
        guard exitCode == nil else { return }
        if settings.hasTitle, shownBadge != model.badge {
            shownBadge = model.badge
            var isMentioned = false
            for account in container.application.accounts where model.badge > 0 && !isMentioned {
                isMentioned = (try? await account.session.read { try $0.isMentioned() }) ?? false
            }
            terminal.set(title: model.badge > 0 ? "(\(model.badge)\(isMentioned ? " @" : "")) viperchat" : "viperchat")
        }
        let (frame, effects) = model.frame()
        terminal.show(frame)
        await perform(effects)
    }

    private mutating func resize() {
        model.size = terminal.size
        terminal.adoptGraphics()
        model.shelf.hasGraphics = terminal.hasGraphics
        // Terminals rearrange their content when their size changes.
        terminal.invalidate()
    }

    /// Returns the terminal to the shell until the user resumes the program.
    private mutating func suspend() {
        terminal.leave()
        signal(SIGTSTP, SIG_DFL)
        // Stops the whole job, as the terminal would.
        kill(0, SIGTSTP)
        // Another thread may be stopped first.
        _ = poll(nil, 0, 50)
        signals.installChanges(for: [SIGTSTP])
        terminal.enter()
        shownBadge = nil
        resize()
    }
}

extension FullScreenLoop {
    /// Finds chats in the history: the list holds only a window of them.
    private mutating func find(_ effect: ModelEffect) async {
        do {
            switch effect {
            case .openContact(let name):
                let chat = try await container.application.chat(withContactNamed: name)
                await open(chat, else: model.noChat(named: name))
            case .openPlace(let place, let link):
                let account = container.application.account(of: model.panels.openChat)
                let session = account.session
                let chat = try await session.chat(withContactNamed: place.id)
                var hasMessage = false
                if let chat, let event = place.event {
                    hasMessage = try await session.read { try $0.text(of: MessageID(event), in: chat) } != nil
                }
                let place = model.open(place, link: link, in: chat?.of(account.name), hasMessage: hasMessage)
                await perform(place)
            case .openNumber(let number):
                let list = model.panels.list
                let chat = try await container.application.chat(
                    atPlace: number,
                    in: list.order,
                    of: list.state?.space,
                    isOfDrafts: list.state?.isOfDrafts ?? false
                )
                await open(chat, else: "There is no chat \(number)")
            case .openUnread(let open):
                // Without unread messages there is nothing to find.
                let next =
                    model.badge == 0
                    ? nil : try await container.application.firstUnreadChat(besides: open)
                await self.open(next, else: "Nothing else is unread")
            case .findChats(let text):
                let chats = try await FoundChat.all(text, in: container.application.accounts)
                await perform(model.handle(.foundChats(chats, for: text)))
            case .findMessages(let text, let chat, let part):
                let hits = try await container.application.account(of: chat).session.read {
                    try $0.messages(in: chat.of(nil), matching: text, limit: MessageSearch.limit, part: part)
                }
                await perform(model.handle(.foundMessages(hits, for: text, in: chat)))
            case .findMembers(let chat):
                let session = container.application.account(of: chat).session
                let members = try await session.read { try $0.members(of: chat.of(nil), limit: 1000) }
                await perform(model.handle(.members(members.distinctNames, of: chat)))
            case .showReaders(let message, let chat):
                let session = container.application.account(of: chat).session
                let text = await MessageReaders(session).text(of: message, in: chat.of(nil))
                await perform(model.handle(.notice(text)))
            case .changeListed(let chat, let change):
                let session = container.application.account(of: chat).session
                let reason = await ListedChat(session).perform(change, on: chat.of(nil))
                if let reason { await perform(model.handle(.notice(reason))) }
            case .markAllRead:
                for account in container.application.accounts { try await account.session.markAllRead() }
                await perform(model.handle(.notice("All chats are marked as read")))
            default: break
            }
        } catch {
            await perform(model.handle(.notice(FailureText.text(of: error))))
        }
    }

    private mutating func open(_ chat: ChatID?, else notice: String) async {
        guard let chat else { return await perform(model.handle(.notice(notice))) }
        await perform(model.open(chat))
    }
}

extension [ChatMember] {
    /// The names of all except the user. A member whose name does not tell them from others is given by ID.
    fileprivate var distinctNames: [String] {
        filter { $0.id != .me }.map { ShownName.parts(of: $0.name).id ?? $0.name }
    }
}
