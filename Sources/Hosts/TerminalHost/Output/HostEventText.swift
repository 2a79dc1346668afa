import Transport

extension HostEvent {
    /// What a person reads of it: lines to append, safe whatever others wrote; none where there is nothing to say.
    func text(style: Style = .plain) -> [String] {
        switch self {
        case .screen(.chatList, _): ["", style.bold("Chats")]
        case .screen(.createChat, _): ["", style.bold("New chat")]
        case .screen(.chat, let contact): ["", style.bold(Self.name(contact ?? ""))]
        case .list(let rows) where rows.isEmpty: ["  " + style.dim("nothing to show")]
        case .list(let rows): Self.table(rows, style)
        case .suggestions(let names) where names.isEmpty: []
        case .suggestions(let names):
            ["  " + style.dim("suggestions:") + " " + names.map(Self.name).joined(separator: ", ")]
        case .form(let problem?): ["  " + style.yellow(TerminalText.oneLine(problem))]
        case .form(nil): ["  " + style.dim("/create begins the chat")]
        case .message(let message): message.text(style)
        case .notification(let contact, let text):
            [style.cyan("[\(Self.name(contact))]") + " " + TerminalText.fit(TerminalText.oneLine(text), columns: 200)]
        case .badge(let unread): unread > 0 ? [style.dim("(\(unread) unread)")] : []
        case .problem(let text): [style.yellow("! " + TerminalText.oneLine(text))]
        }
    }

    /// Numbers as `/open` takes them, and columns that stand below each other.
    private static func table(_ rows: [ListRow], _ style: Style) -> [String] {
        let names = rows.map { name($0.contact) + ($0.unread > 0 ? " [\($0.unread)]" : "") }
        let nameWidth = names.map(TerminalText.width).max() ?? 0
        let timeWidth = rows.map { TerminalText.width(TerminalText.oneLine($0.time)) }.max() ?? 0
        let numberWidth = String(rows.count).count
        return rows.indices.map { index in
            let number = String(index + 1)
            let name = TerminalText.pad(names[index], columns: nameWidth)
            let time = TerminalText.pad(TerminalText.oneLine(rows[index].time), columns: timeWidth)
            let preview = TerminalText.fit(TerminalText.oneLine(rows[index].preview), columns: 60)
            return "  " + String(repeating: " ", count: numberWidth - number.count) + number + "  "
                + (rows[index].unread > 0 ? style.bold(name) : name) + "  " + style.dim(time) + "  " + preview
        }
    }

    /// A contact's name where one line has to hold it.
    fileprivate static func name(_ name: String) -> String {
        TerminalText.fit(TerminalText.oneLine(name), columns: 30)
    }
}

extension HostEvent.MessageLine {
    /// The whole message; further lines of its text, and its images, stand below the first.
    fileprivate func text(_ style: Style) -> [String] {
        let opening = "  \(TerminalText.oneLine(time))  "
        let author = HostEvent.name(from) + ":"
        let indent = String(repeating: " ", count: TerminalText.width(opening + author) + 1)
        var body = text.isEmpty && images > 0 ? [] : TerminalText.lines(text)
        if images > 0 { body.append(previewText(of: "", imageCount: images)) }
        body[body.count - 1] += stateText(style).map { "  " + $0 } ?? ""
        return ["\(style.dim(opening))\(style.bold(author)) \(body[0])"] + body.dropFirst().map { indent + $0 }
    }

    /// What has become of a message that was shown before.
    func changeText(_ style: Style) -> [String] {
        let body = previewText(of: TerminalText.oneLine(text), imageCount: images)
        let excerpt = style.dim(TerminalText.fit(body, columns: 40))
        return ["  \(stateText(style) ?? style.dim("(changed)")) \(excerpt)"]
    }

    private func stateText(_ style: Style) -> String? {
        switch state {
        case .received: nil
        case .failed: style.red("(failed: /resend tries again)")
        case .sending, .sent, .read: style.dim("(\(state.rawValue))")
        }
    }
}
