import Transport

extension HostEvent {
    /// What a person reads of it: lines to append, safe whatever others wrote; none where there is nothing to say.
    ///
    /// - Parameter columns: how wide the terminal is; nil where the output is none, and nothing is broken or cut to a width.
    func text(style: Style = .plain, columns: Int? = nil) -> [String] {
        switch self {
        case .screen(.chatList, _): ["", style.bold("Chats")]
        case .screen(.createChat, _): ["", style.bold("New chat")]
        case .screen(.chat, let contact): ["", style.bold(TerminalText.name(contact ?? ""))]
        case .list(let rows, _) where rows.isEmpty: ["  " + style.dim("nothing to show")]
        case .list(let rows, let first): ListText(rows, first: first).lines(style, columns: columns)
        case .suggestions(let names) where names.isEmpty: []
        case .suggestions(let names):
            Paragraph(
                opening: "  suggestions: ",
                body: [names.map { TerminalText.name($0) }.joined(separator: ", ")],
                dressOpening: style.dim
            ).lines(columns: columns)
        case .form(let problem?):
            Paragraph(opening: "  ", body: [TerminalText.oneLine(problem)]).lines(columns: columns).map(style.yellow)
        case .form(nil): ["  " + style.dim("/create begins the chat")]
        case .message(let message): message.text(style, columns: columns)
        case .notification(let contact, let text):
            Paragraph(
                opening: "[\(TerminalText.name(contact))] ",
                body: [TerminalText.fit(TerminalText.oneLine(text), columns: 200)],
                dressOpening: style.cyan
            ).lines(columns: columns)
        case .badge(let unread): unread > 0 ? [style.dim("(\(unread) unread)")] : []
        case .problem(let text):
            // It may repeat what was typed, at any length.
            Paragraph(opening: "! ", body: [TerminalText.fit(TerminalText.oneLine(text), columns: 1000)])
                .lines(columns: columns).map(style.yellow)
        }
    }
}

extension HostEvent.MessageLine {
    /// Whether it is one's own; a contact may have any name.
    private var isOwn: Bool { state != .received }

    /// The whole message; further lines of its text, and its images, stand below the first.
    fileprivate func text(_ style: Style, columns: Int?) -> [String] {
        let time = "\(isFound ? "> " : "  ")\(TerminalText.oneLine(time))  "
        let author = isOwn ? "me" : TerminalText.name(from)
        var body = text.isEmpty && images > 0 ? [] : TerminalText.lines(text)
        if images > 0 { body.append(previewText(of: "", imageCount: images)) }
        return Paragraph(
            opening: "\(time)\(author): ",
            body: body,
            ending: stateText ?? "",
            dressOpening: { opening in
                style.dim(time) + style.bold(String(opening.dropFirst(time.count)))
            },
            dressEnding: dress(style)
        ).lines(columns: columns)
    }

    /// What has become of a message that was shown before.
    func changeText(_ style: Style, columns: Int? = nil) -> [String] {
        let body = previewText(of: TerminalText.oneLine(text), imageCount: images)
        let state = "  \(stateText ?? "(changed)") "
        let room = columns.map { max(0, $0 - state.count) } ?? 40
        return [dress(style)(state) + style.dim(TerminalText.fit(body, columns: min(room, 40)))]
    }

    private var stateText: String? {
        switch state {
        case .received: nil
        case .failed: "(failed: /resend tries again)"
        case .sending, .sent, .read: "(\(state.rawValue))"
        }
    }

    private func dress(_ style: Style) -> (String) -> String {
        let isFailed = state == .failed
        return { isFailed ? style.red($0) : style.dim($0) }
    }
}
