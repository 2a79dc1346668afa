import Chat
import ChatApp
import ChatList
import CreateChat

extension HostModel {
    /// What the terminal says.
    mutating func handle(_ event: TerminalEvent) -> [ModelEffect] {
        if holds(event) { return look() }
        switch event {
        case .key(let key): return look() + press(key)
        case .paste(let text):
            // What is put in is seen.
            closeHelp()
            return look() + edit(.paste(text))
        case .pasteTooLong(let problem):
            notice = Notice(text: "\(problem)")
            return look()
        case .focus(let isFocused):
            guard isFocused != self.isFocused else { return [] }
            self.isFocused = isFocused
            return [.focus(isFocused)]
        case .mouse(let mouse): return look() + use(mouse)
        case .mode: return []
        }
    }

    /// Who presses keys is looking.
    private mutating func look() -> [ModelEffect] {
        guard !isFocused else { return [] }
        isFocused = true
        return [.focus(true)]
    }

    private mutating func press(_ key: Key) -> [ModelEffect] {
        let action = Keymap.action(for: key, on: keyScreen, isLineEmpty: editor.buffer.isEmpty)
        if case .help(let top, let screen) = overlay {
            if let action, let moved = helpTop(after: action, from: top) {
                overlay = .help(top: moved, on: screen)
                return []
            }
            closeHelp()
            // The key that closes it, one without a meaning too, does nothing else, but for what is no matter of the screen.
            guard action == .redraw || action == .suspend else { return [] }
        }
        guard let action else {
            notice = nil
            return []
        }
        // Before the line and what is told go, and more is in sight.
        if action == .submit { countedRows = rowsInSight }
        switch action {
        case .edit, .complete:
            // Who goes on typing does not wait for what was found any more.
            opensWhenFound = false
            if action == .edit(.clear) { notice = nil }
        default: notice = nil
        }
        return perform(action)
    }

    /// The switcher comes back.
    mutating func closeHelp() {
        if case .help(_, let screen) = overlay { overlay = screen == .switcher ? .switcher(chosen: 0) : nil }
    }

    /// The first line of help to be shown; nil for what does not move it. Where that is too far down, drawing mends it.
    private func helpTop(after action: KeyAction, from top: Int) -> Int? {
        let page = max(1, layout.main.rows.count - 2)
        switch action {
        case .pageDown: return top + page
        case .pageUp: return max(0, top - page)
        case .chooseNext, .edit(.down), .scrollDown: return top + 1
        case .choosePrevious, .edit(.up), .scrollUp: return max(0, top - 1)
        case .top: return 0
        case .bottom: return helpLines.count
        default: return nil
        }
    }

    private mutating func perform(_ action: KeyAction) -> [ModelEffect] {
        switch action {
        case .edit(let command): return edit(command)
        case .complete(let isBackward): return complete(isBackward: isBackward)
        case .submit: return submit()
        case .choosePrevious: return choose(by: -1)
        case .chooseNext: return choose(by: 1)
        case .pageUp: return page(by: -1)
        case .pageDown: return page(by: 1)
        case .top where keyScreen == .details, .bottom where keyScreen == .details:
            return showMembers(from: action == .top ? 0 : .max)
        case .top: return keyScreen == .chat ? toTop() : choose(by: -100_000)
        case .bottom: return keyScreen == .chat ? toNewest() : choose(by: 100_000)
        case .scrollUp: return scroll(by: -1)
        case .scrollDown: return scroll(by: 1)
        case .search:
            isSearching = true
            return []
        case .command: return edit(.type("/"))
        case .newChat: return newChat(with: [])
        case .addName: return addName()
        case .details: return [.chat(.showDetails)]
        case .openChat(let number): return [.openNumber(number)]
        case .nextUnread: return [.openUnread(besides: screen.chat)]
        case .switcher:
            overlay = .switcher(chosen: 0)
            editors[.switcher] = nil
            foundChats = []
            return [.findChats("")]
        case .back: return back()
        case .help:
            overlay = .help(top: 0, on: keyScreen)
            return []
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .leave: return [.leave]
        }
    }

    /// Changes what is typed, and says so to the screen that it is typed on.
    mutating func edit(_ command: EditCommand) -> [ModelEffect] {
        changeText { editor throws(TextTooLong) in try editor.perform(command) }
    }

    private mutating func complete(isBackward: Bool) -> [ModelEffect] {
        let (table, screen) = (completionTable, keyScreen)
        return changeText { editor throws(TextTooLong) in
            try editor.complete(from: table, on: screen, isBackward: isBackward)
        }
    }

    private mutating func changeText(_ change: (inout TextEditor) throws(TextTooLong) -> Void) -> [ModelEffect] {
        var editor = editor
        let before = editor.draft
        // What is cut in one place can be put in in another.
        editor.kills = kills
        do { try change(&editor) } catch { notice = Notice(text: "\(error)") }
        kills = editor.kills
        self.editor = editor
        return editor.draft == before ? [] : say(editor.draft)
    }

    /// What is typed is told to its screen.
    func say(_ text: String) -> [ModelEffect] {
        switch place {
        case .list, .details: []
        case .switcher: [.findChats(text)]
        case .search: [.list(.search(text))]
        case .form: self.text(meantBy: text).map { [.form(.type($0))] } ?? []
        case .chat: [.chat(.draft(text))]
        }
    }
}
