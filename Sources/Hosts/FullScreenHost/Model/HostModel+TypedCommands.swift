import TerminalHost

/// Commands that are typed where text is typed, too.
extension HostModel {
    /// The text that is meant by what is typed; nil where that is a command.
    ///
    /// Several lines are one only if they begin with its name: what cannot be followed is then told, and never sent. Any others
    /// were written or pasted to be read.
    func text(meantBy typed: String) -> String? {
        if let text = LineCommand.text(of: typed) { return text }
        let line = typed.withoutLastLineBreaks
        return line.contains(where: \.isNewline) && Self.row(of: line) == nil ? typed : nil
    }

    /// Obeys a typed command of any screen; one that cannot be followed stays typed.
    mutating func obey(_ text: String) -> [ModelEffect] {
        let line = text.withoutLastLineBreaks
        let row = Self.row(of: line)
        if let row, !row.takesLines, line.contains(where: \.isNewline) {
            notice = Notice(text: "\(row.name) takes one line; begin with // to send this as text")
            return []
        }
        let screens = row?.screens ?? []
        let here = screen.name
        do {
            let command = try LineCommand(line, on: screens.contains(here) ? here : screens.first ?? here)
            let cleared = clearLine()
            return cleared + obey(command)
        } catch {
            notice = Notice(text: error.message)
            return []
        }
    }

    /// Tells how a command is typed that stands in the search, where it has found nothing: on the list a slash begins a search.
    ///
    /// It is not obeyed: who searches for a word that is a command's name, too, means the word.
    mutating func offerCommand() -> [ModelEffect] {
        guard isSearching, let text = editors[.search]?.buffer.text else { return [] }
        let line = text.hasPrefix("/") ? String(text.dropFirst()) : text
        guard Self.row(of: "/\(line)") != nil else { return [] }
        let command = commandSign(on: .list) + TerminalText.oneLine(line)
        notice = Notice(text: "Nothing found; as a command it is \(command)")
        return []
    }

    /// What a command begins with here.
    var commandSign: String { commandSign(on: keyScreen) }

    private func commandSign(on screen: KeyScreen) -> String { screen == .list ? ":" : "/" }

    mutating func submitEditor() {
        var editor = editor
        _ = editor.submit()
        self.editor = editor
    }

    private mutating func clearLine() -> [ModelEffect] {
        submitEditor()
        return say("")
    }

    /// The command that a line begins with.
    private static func row(of line: some StringProtocol) -> LineCommandRow? {
        LineCommandRow.named(line.prefix { !$0.isWhitespace })
    }
}

extension LineCommandRow {
    /// Whether what stands behind it may have several lines.
    fileprivate var takesLines: Bool { name == "/edit" }
}

extension String {
    /// What is copied often ends with one.
    fileprivate var withoutLastLineBreaks: String {
        String(reversed().drop(while: \.isNewline).reversed())
    }
}
