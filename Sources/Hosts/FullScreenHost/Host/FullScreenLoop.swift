import CSystem
import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import ScreenKit
import TerminalHost
import Transport

/// The one loop through which everything reaches the model, and the terminal.
///
/// It takes all that waits in one go, and draws once for it. While nothing comes, it waits, and nothing runs.
struct FullScreenLoop {
    let world: AppContainer
    private let settings: Settings
    private let signals: SignalPipe
    private let inbox: CoalescingQueue<LoopInput>
    /// How long time is to pass before the next key is taken.
    private let waits: CoalescingQueue<Duration>
    private let work: BackgroundWork
    var model: HostModel
    private var terminal: ScreenTerminal
    private var list: ChatListModule?
    private var form: CreateChatModule?
    private var chat: ChatModule?
    private var details: ChatDetailsModule?
    /// The number in the terminal's title; nil where that may be another's.
    private var shownBadge: Int?
    private var exitCode: ExitCode?

    init(
        world: AppContainer,
        settings: Settings,
        terminal: ScreenTerminal,
        theme: Theme,
        signals: SignalPipe,
        inbox: CoalescingQueue<LoopInput>,
        waits: CoalescingQueue<Duration>,
        work: BackgroundWork
    ) {
        (self.world, self.settings, self.terminal, self.signals) = (world, settings, terminal, signals)
        (self.inbox, self.waits, self.work) = (inbox, waits, work)
        model = HostModel(environment: world.environment, theme: theme, size: terminal.size)
    }

    /// Runs until the person leaves, the terminal has gone, or the caller's task is cancelled; the terminal is then as it was.
    mutating func run() async -> ExitCode {
        terminal.enter()
        while exitCode == nil {
            let inputs = await inbox.takeAll()
            if inputs.isEmpty { break }
            for input in inputs { await handle(input.source) }
            await draw()
            if let failure = terminal.failure { exitCode = failure.code == EIO ? .ok : .ioError }
            // Who brought them may go on.
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
        if case .mode(let mode, let canChange) = event { return terminal.receive(mode: mode, canChange: canChange) }
        await perform(model.handle(.terminal(event)))
    }

    private mutating func begin(_ module: AppModule) async {
        var screen: AppScreen?
        if case .chatList(let module) = module { (list, screen) = (module, .chatList) }
        if case .createChat(let module) = module { (form, screen) = (module, .createChat) }
        if case .chat(let module, let id) = module { (chat, screen) = (module, .chat(id)) }
        if case .details(let module, let id) = module { (details, screen) = (module, .details(of: id)) }
        if let screen { await perform(model.handle(.begins(screen))) }
    }

    mutating func perform(_ effects: [ModelEffect]) async {
        for effect in effects {
            switch effect {
            case .list(let action): list?.send(action)
            case .form(let action): form?.send(action)
            case .chat(let action): await perform(action)
            case .details(let action): details?.send(action)
            case .openChat(let chat, at: let message): world.application.open(chat, at: message, replacingTop: true)
            case .openContact, .openNumber, .openUnread, .findChats: await find(effect)
            case .membership(let membership, let chat): setMembership(membership, in: chat)
            case .useFile(let use, let file, of: let message, in: let chat): self.use(file, of: message, in: chat, use)
            case .focus(let isFocused): world.application.setFocus(isFocused)
            case .wait(let duration): waits.post(duration)
            case .ring: if settings.hasBell { terminal.ring() }
            case .notify(let title, let text): terminal.notify(title, text, by: settings.notices)
            case .redraw: terminal.forget()
            case .suspend: suspend()
            case .leave: exitCode = .ok
            }
        }
    }

    /// Does something in the chat, or says why a file cannot be sent.
    private mutating func perform(_ action: ChatAction) async {
        if case .sendFile(let path, _) = action, let reason = TypedPath.objection(toSending: path) {
            await perform(model.handle(.notice(reason)))
        } else {
            chat?.send(action)
        }
    }

    /// Keys are taken while the server is asked.
    private func setMembership(_ membership: ChatMembership, in chat: ChatID) {
        work.begin { [session = world.application.session] in
            do { try await session.setMembership(membership, in: chat) } catch { return Failure.text(of: error) }
            return nil
        }
    }

    /// Keys are taken while a large file is copied.
    private func use(_ file: ChatViewState.File, of message: MessageID, in chat: ChatID, _ use: FileUse) {
        work.begin { [session = world.application.session] in
            do {
                let path = try await use.perform(on: file, of: message, in: chat, by: session)
                return TerminalText.oneLine(use.text(of: file.name, at: path))
            } catch {
                return TerminalText.oneLine(Failure.text(of: error))
            }
        }
    }

    private mutating func draw() async {
        guard exitCode == nil else { return }
        if settings.hasTitle, shownBadge != model.badge {
            shownBadge = model.badge
            terminal.set(title: model.badge > 0 ? "(\(model.badge)) viperchat" : "viperchat")
        }
        let (frame, effects) = model.frame()
        terminal.show(frame)
        await perform(effects)
    }

    private mutating func resize() {
        model.size = terminal.size
        // Terminals move what they show about when their size changes.
        terminal.forget()
    }

    /// Gives the terminal to the shell until the person brings the program back.
    private mutating func suspend() {
        terminal.leave()
        signal(SIGTSTP, SIG_DFL)
        // The whole job, as the terminal itself would.
        kill(0, SIGTSTP)
        // It may be another thread that is stopped first.
        _ = poll(nil, 0, 50)
        signals.installChanges(for: [SIGTSTP])
        terminal.enter()
        shownBadge = nil
        resize()
    }
}
