import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import HostKit
import RuntimeKit
import ScreenKit
import Verification

/// The state of the full-screen host: turns events into effects, and draws itself with `frame()`.
///
/// A value without concurrency. It passes each event to the part that owns the state it concerns.
struct HostModel: Sendable {
    let environment: ChatEnvironment
    var theme: Theme
    var settings = Settings()
    /// Problems in the settings file, which help shows.
    var settingsProblems: [String] = []
    /// Whether the contacts are simulated; the profile has no account then.
    var isSimulated = true
    /// The accounts whose chats are shown; empty in an app with one.
    var accounts: [AccountName] = []
    var size: (rows: Int, columns: Int)
    /// Whether time passes only with keys and `/wait`.
    var isTimeVirtual = true
    private(set) var badge = 0
    var panels = ScreenPanels()
    var composer = Composer()
    var navigation = PendingNavigation()
    var notices = NoticeBoard()
    /// The pictures that are drawn, and those to decode.
    var shelf = PictureShelf()
    /// The answers to a question, each by its key, which has to be the next one; another screen ends the question.
    var question: [Key: ModelEffect]?
    /// Whether the user has hidden the list beside the chat, or shown one that the settings hide.
    private var isListToggled = false
    /// The chats in which the sign of doubtful senders was explained.
    private var explainedChats: Set<ChatID> = []
    /// The first key of a sequence, such as Ctrl-x, if it was pressed last.
    private var prefix: Key?
    /// Whether Ctrl-c was pressed last: another one quits.
    private var isQuitAsked = false
    var isFocused = true
    /// The verification of a device as it was reported last.
    private var reported: VerificationViewState?

    init(environment: ChatEnvironment, theme: Theme, size: (rows: Int, columns: Int)) {
        (self.environment, self.theme, self.size) = (environment, theme, size)
    }

    /// The notice to show: the newest, or else what a verification or the encryption of the open chat asks of the user.
    var notice: Notice? { notices.current ?? verificationNotice ?? encryptionNotice ?? signNotice }

    /// The verification as the user sees it.
    var shownVerification: VerificationViewState? {
        panels.screen == .verification ? panels[VerificationPanel.self]?.state : reported
    }

    /// The text in the field that keys type into.
    var typedText: String { composer.text(of: panels.field) }

    var keyScreen: KeyScreen { panels.keyScreen }

    // MARK: - Events

    /// Handles an event; returns what to do, in this order.
    mutating func handle(_ event: ModelEvent) -> [ModelEffect] {
        switch event {
        case .terminal(let event): return handle(event)
        case .begins(let screen):
            begin(screen)
            if screen == .chatList, settings.listOrder != .favourites { return [.list(.setOrder(settings.listOrder))] }
        case .list(let state):
            panels.list.receive(state)
            notices.add(state.problem, on: .chatList)
            if panels.list.opensResults(for: composer.text(of: .text(.search))) { return openSelectedRow() }
        case .form(let state):
            notices.add(state.problem, on: .createChat)
            return receive(state)
        case .chat(let state, let files):
            notices.add(state.problem, on: .chat)
            panels.handledPart = state.part
            let effects = receive(state, files: files)
            panels.handledPart = nil
            // The actions of a chat that its thread covers would go to the thread.
            return state.part == panels.shownPart ? effects : []
        case .screen(let state, let screen):
            panels.receive(state, on: screen)
            notices.add(state.problem, on: screen)
        case .reported(let state): return report(state)
        case .stack(let stack): return show(stack)
        case .badge(let badge): self.badge = badge
        case .notification(let notification):
            let name = ChatName(notification.title, notification.chat)
            let title = TerminalText.name(name.name) + name.forAccount
            let warning = notification.senderWarning.map { "(\($0.text)) " } ?? ""
            let text = TerminalText.fit(warning + TerminalText.oneLine(notification.text), columns: 200)
            notices.addNews("\(title): \(text)")
            return [.ring, .notify(title: title, text: text)]
        case .notice(let text): notices.add(text)
        // On its own screen: a chat that is gone has nothing to show.
        case .declined(let chat): return panels.screen.chat == chat ? PendingNavigation.leave(panels.screen) : []
        case .foundChats(let chats, let text):
            if composer.text(of: .text(.switcher)) == text { panels.switcher?.receive(chats, for: text) }
        case .foundMessages(let hits, let text, let chat): return receive(hits, for: text, in: chat)
        case .members(let names, let chat): if panels.chat?.chat == chat { panels.chat?.receive(members: names) }
        case .edited(let text): return replaceText(with: text)
        case .picture(let picture, let request):
            if let text = shelf.receive(picture, for: request) { notices.add(TerminalText.oneLine(text)) }
        }
        return []
    }

    /// Stores a changed verification. Elsewhere than on its screen, a question rings and notifies, and a result is a notice.
    private mutating func report(_ state: VerificationViewState) -> [ModelEffect] {
        reported = state
        if panels.screen == .verification { return [] }
        if !state.goesOn { notices.add(state.text) }
        guard state.isQuestion else { return [] }
        return [.ring, .notify(title: TerminalText.name(state.person), text: TerminalText.oneLine(state.text))]
    }

    /// Returns input that was held for a screen which is now shown; the caller handles it event by event.
    mutating func takeHeld() -> [TerminalEvent] { navigation.takeHeld(on: panels.screen, panels.chat) }

    private mutating func begin(_ screen: AppScreen) {
        if screen == .createChat { composer.clear(.text(.form)) }
        if let chat = screen.chat, panels.screen == .createChat, composer.isEmpty(.chat(chat)),
            let text = panels.form.textForChat(typed: composer.text(of: .text(.form)))
        {
            // It is not sent before the user has seen it there.
            composer.set(text, in: .chat(chat))
        }
        panels.begin(screen)
        notices.forgetProblem(on: screen.name)
    }

    private mutating func show(_ stack: [AppScreen]) -> [ModelEffect] {
        let old = panels.screen
        panels.show(stack)
        if panels.screen != old {
            notices.clearNews()
            question = nil
        }
        return navigation.show(panels.screen)
    }

    private mutating func receive(_ state: CreateChatViewState) -> [ModelEffect] {
        let (refusedName, mustResend) = panels.form.receive(state, typed: composer.text(of: .text(.form)))
        if let refusedName { composer.putBack(refusedName, in: .text(.form)) }
        guard mustResend, let name = TypedCommand.text(meantBy: composer.text(of: .text(.form))) else { return [] }
        return [.form(.type(name))]
    }

    private mutating func receive(_ state: ChatViewState, files: [String: RasterPicture]?) -> [ModelEffect] {
        guard let chat = panels.chat else { return [] }
        let field = Composer.Field(state.part, of: chat.chat)
        var effects: [ModelEffect] = []
        // A problem may be shown before the chat is read.
        let isFirst = chat.state?.isRead != true && state.isRead
        if isFirst { composer.restore(draft: state.draft, in: field) }
        // Only groups have a subtitle, the number of their members, who complete an @.
        if state.subtitle != nil, state.subtitle != chat.state?.subtitle { effects.append(.findMembers(of: chat.chat)) }
        if let saved = state.savedFile, saved != chat.state?.savedFile {
            notices.add(TerminalText.oneLine(FileAction.save(to: nil).text(of: saved.name, at: saved.path)))
        }
        if let sent = state.forwarded, sent != chat.state?.forwarded {
            notices.add(TerminalText.oneLine("Forwarded to \(sent.chat)"))
        }
        for name in state.arrivedFiles(since: chat.state) {
            notices.add("\(TerminalText.oneLine(name)) has arrived; o on its message opens it")
        }
        let refused = panels.chat?.receive(state, files: files)
        if isFirst { restore(state.unfinished, in: chat.chat) }
        if let reply = panels.chat?.refusedReply { effects += takeBack(reply, in: chat.chat) }
        if let saved = panels.chat?.savedEdit { composer.clear(.edit(chat.chat, saved)) }
        if panels.chat?.goesToTop == true, chat.state?.rows.first?.id != state.rows.first?.id {
            effects.append(.chat(.loadEarlier))
        }
        // Keys select in the list of threads.
        if state.part == .threads, isFirst, let last = state.rows.last {
            let context = context
            _ = panels.chat?.select(last.id, in: context)
        }
        if let found = state.found, found == panels.messageSearch?.current, isFirst {
            let context = context
            _ = panels.chat?.select(found, in: context)
        }
        guard let refused, composer.isEmpty(field) else { return effects }
        let typed = TypedCommand.typed(for: refused)
        composer.putBack(typed, in: field)
        // Otherwise the draft would be read as a command when the chat is opened again.
        return effects + (typed == refused ? [] : [.chat(.draft(typed))])
    }

    // MARK: - Input

    private mutating func handle(_ event: TerminalEvent) -> [ModelEffect] {
        let meaning = if case .key(let key) = event { action(for: key) } else { KeyAction?.none }
        if navigation.hold(event, meaning: meaning) { return focus() }
        switch event {
        case .key(let key):
            panels.chat?.stopGoingToTop()
            return focus() + (answer(key) ?? press(key))
        case .paste(let text):
            (panels.help, question) = (nil, nil)
            panels.chat?.deselect()
            return focus() + edit(.paste(text))
        case .pasteTooLong(let problem):
            question = nil
            notices.show("\(problem)")
            return focus()
        case .focus(let isFocused):
            guard isFocused != self.isFocused else { return [] }
            self.isFocused = isFocused
            return [.focus(isFocused)]
        case .mouse(let mouse): return focus() + use(mouse)
        case .background(let isLight):
            if settings.isLight == nil { theme.isLight = isLight }
            return []
        case .mode, .attributes, .kittyGraphics, .placeholders: return []
        }
    }

    /// Regains focus: input shows that the user is looking.
    private mutating func focus() -> [ModelEffect] {
        guard !isFocused else { return [] }
        isFocused = true
        return [.focus(true)]
    }

    private func action(for key: Key) -> KeyAction? {
        if let prefix, let command = settings.boundPairs[prefix]?[key] { return .run(command) }
        if prefix == .control("x"), key == .control("e") { return .editExternally }
        let isLineEmpty = keyScreen == .message || composer.isEmpty(panels.field)
        return Keymap.action(for: key, on: keyScreen, isLineEmpty: isLineEmpty, settings: settings)
    }

    /// Takes a key as the answer to a question; nil if it is none.
    private mutating func answer(_ key: Key) -> [ModelEffect]? {
        let action = action(for: key)
        guard let question, action != .redraw, action != .suspend else { return nil }
        self.question = nil
        notices.clear()
        if let effect = question[key] { return [effect] }
        // Other keys do what they always do: the user may have begun to type.
        return [.text("n"), Key(.escape), Key(.enter)].contains(key) ? [] : nil
    }

    private mutating func press(_ key: Key) -> [ModelEffect] {
        if let chat = panels.openChat, let signNotice, notice == signNotice { explainedChats.insert(chat) }
        let action = action(for: key)
        let mustQuit = isQuitAsked && action == .interrupt
        (isQuitAsked, prefix) = (false, nil)
        if mustQuit { return [.leave] }
        if panels.help != nil {
            let (page, lineCount) = (max(1, layout.main.rows.count - 2), helpLines.count)
            if let action, panels.help?.scroll(for: action, page: page, lineCount: lineCount) == true { return [] }
            panels.help = nil
            // The key that closes help does nothing else, unless it concerns the whole terminal.
            guard action == .redraw || action == .suspend else { return [] }
        }
        guard let action else {
            notices.clear()
            return []
        }
        if action == .prefix { prefix = key }
        if action == .editExternally || action == .prefix { return perform(action) }
        // Clearing the notice and the field makes more rows visible, which the user has not seen.
        let context = context
        if action == .submit { panels.chat?.countVisibleRows(in: context) }
        switch action {
        case .edit, .complete:
            panels.list.stopAwaiting()
            if action == .edit(.clear) { notices.clear() }
        // A question that is still open stays in sight.
        default: if question == nil { notices.clear() }
        }
        return perform(action)
    }

    mutating func perform(_ action: KeyAction) -> [ModelEffect] {
        switch action {
        case .edit(let command): return edit(command)
        case .complete(let isBackward): return complete(isBackward: isBackward)
        case .submit: return submit()
        case .selectPrevious, .selectNext, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .top, .bottom, .scrollUp,
            .scrollDown:
            return panels.move(action, in: context)
        case .search:
            panels.list.beginSearch()
            return []
        case .selectMessage:
            let context = context
            panels.chat?.selectNewest(in: context)
            return []
        case .editMessage, .replyToMessage, .reactToMessage, .forwardMessage, .showAnswered, .deleteMessage,
            .pinMessage, .voteInPoll, .openMessage, .copyMessage, .messageDetails, .openThread, .openRow:
            return performOnSelection(action)
        case .firstUnread: return panels.chat?.scrollToUnread() ?? []
        case .mention: return [.chat(.showMention)]
        case .find, .findNext, .findPrevious, .stopTyping, .leaveChat: return performInMessages(action)
        case .prefix: return []
        case .editExternally:
            // Only texts with lines are long enough for another program.
            let buffer = composer.buffer(of: panels.field)
            return keyScreen == .chat && buffer.hasLines ? [.editText(buffer.text, limit: buffer.limit)] : []
        case .run(let command): return run(command)
        case .command:
            panels.chat?.deselect()
            return edit(.type("/"))
        case .newChat: return newChat(with: [])
        case .addName:
            let (effects, isSubmitted) = panels.form.add(typed: typedText)
            if isSubmitted { composer.submit(.text(.form)) }
            return effects
        case .details: return [.chat(.showDetails)]
        case .pictures:
            if panels.screen.name == .chat, panels.switcher == nil { return [.chat(.showPictures)] }
            return panels.list.selected.map { [.list(.showPictures($0))] } ?? []
        case .verification:
            if shownVerification?.stage != nil { return [.showVerification] }
            notices.show("No verification is going on here")
            return []
        case .toggleList:
            isListToggled.toggle()
            if size.columns < Layout.sideBySide {
                notices.show("Below \(Layout.sideBySide) columns there is room for one only")
            }
            return []
        case .toggleThumbnails:
            notices.show(panels.openChat.map { shelf.toggle($0) } ?? "Open a chat first")
            return []
        case .openChat(let number): return [.openNumber(number)]
        case .nextAccount: return showNextAccount()
        case .nextOrder: return [.list(.setOrder(panels.list.order.next))]
        case .nextUnread: return [.openUnread(besides: panels.screen.chat)]
        case .switcher:
            panels.switcher = SwitcherPanel()
            composer.clear(.text(.switcher))
            return [.findChats("")]
        case .back: return back()
        case .help:
            panels.help = HelpPanel()
            return []
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .interrupt:
            isQuitAsked = true
            notices.show("Press Ctrl-c again to quit")
            return []
        case .leave: return [.leave]
        }
    }

    private mutating func use(_ mouse: Mouse) -> [ModelEffect] {
        // The layout under the pointer: a notice that ends gives its rows back.
        let context = context
        if mouse.action == .click { question = nil }
        // As a key does; the wheel leaves a question open.
        if question == nil { notices.clear() }
        switch mouse.action {
        case .wheelUp: return panels.turnWheel(by: -1, in: context)
        case .wheelDown: return panels.turnWheel(by: 1, in: context)
        case .click:
            guard !panels.hasOverlay else { return [] }
            if let row = panels.selectRow(at: mouse, in: context) { return open(row.id.chat, at: row.id.message) }
            if keyScreen == .chat || keyScreen == .message { panels.chat?.select(at: mouse, in: context) }
            return []
        }
    }

    // MARK: - Drawing

    /// Draws the whole screen; returns it with effects that report what is visible.
    mutating func frame() -> (frame: Frame, effects: [ModelEffect]) {
        let context = context
        var drawing = FrameDrawing(layout: context.layout, theme: theme)
        var report = panels.draw(with: &drawing, in: context)
        if let pictures = shelf.see(report.pictures) { report.effects.append(.decode(pictures)) }
        let hints =
            panels.help != nil
            ? HelpPanel.hints
            : panels.field.hints
                ?? panels.top?.hints(hasViKeys: settings.hasViKeys) ?? []
        let counts = [report.below, badge > 0 ? "\(badge) unread" : nil].compactMap(\.self)
        drawing.drawStatus(notice, connection: panels.status, hints: hints, counts: counts)
        var frame = drawing.finish(prompt: prompt, composer.buffer(of: panels.field))
        frame.pictures = shelf.imagesInSight
        return (frame, report.effects)
    }

    private var verificationNotice: Notice? {
        guard panels.screen != .verification, let reported, reported.isQuestion else { return nil }
        return Notice(text: "\(reported.text): Alt-v or /verify shows it")
    }

    private var encryptionNotice: Notice? {
        guard [.chat, .chatDetails].contains(panels.screen.name) else { return nil }
        return panels.chat?.state?.warning.map { Notice(text: $0 + ChatViewState.remedies) }
    }

    /// Explains the sign before messages whose sender nothing proves, until a key is pressed in that chat.
    private var signNotice: Notice? {
        guard panels.screen.part != nil, let chat = panels.openChat, !explainedChats.contains(chat),
            panels.chat?.state?.rows.contains(where: { $0.senderWarning != nil }) == true
        else { return nil }
        let sign = SenderWarning.sign
        return Notice(text: "“\(sign)” marks messages whose sender nothing proves; i on one says why", isNews: true)
    }

    /// The lines of the help for the current screen.
    var helpLines: [StyledLine] { panels.helpLines(in: context) }

    /// The notice for a name that no chat has.
    func noChat(named name: String) -> String {
        "There is no chat with \(TerminalText.oneLine(name)); start one with /new"
    }

    private var prompt: String {
        switch panels.field {
        case .edit: return KeyScreen.prompt("Edit: ", columns: size.columns)
        case .find: return KeyScreen.prompt("Find: ", columns: size.columns)
        case .answer(_, let answer): return KeyScreen.prompt(answer.prompt, columns: size.columns)
        default: break
        }
        return KeyScreen.prompt(panels.top?.prompt ?? "> ", columns: size.columns)
    }

    var context: DrawingContext {
        DrawingContext(
            layout: layout,
            theme: theme,
            environment: environment,
            settings: settings,
            settingsProblems: settingsProblems,
            isSimulated: isSimulated,
            soughtWords: panels.soughtWords,
            composer: composer,
            shelf: shelf
        )
    }

    private var layout: Layout {
        let buffer = composer.buffer(of: panels.field)
        let room = max(1, size.columns - TerminalText.width(prompt))
        let text = InputText(buffer.text, cursor: buffer.cursor, columns: room)
        // A command that logs in again is of use only if all of it is shown.
        let noticeRows = (notice ?? panels.status.map(Notice.init(connection:))).map { notice in
            notice.isNews ? 1 : notice.rows(columns: size.columns, upTo: max(1, size.rows / 3)).count
        }
        let isHidden = (settings.listColumns == 0) != isListToggled
        let listColumns = isHidden ? 0 : settings.listColumns == 0 ? nil : settings.listColumns
        return Layout(
            rows: size.rows,
            columns: size.columns,
            inputRows: text.rowCount,
            statusRows: noticeRows ?? 1,
            listColumns: listColumns
        )
    }
}
