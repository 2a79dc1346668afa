import Chat
import ChatTypes
import Foundation
import HostKit
import ScreenKit

/// Actions on the selected message, and on the message edited in the line.
extension HostModel {
    /// Performs an action on the selected message, or on the selected row of a panel that has such actions.
    mutating func performOnSelection(_ action: KeyAction) -> [ModelEffect] {
        if let effects = (panels.top as? any ScreenPanel)?.perform(action) { return effects }
        guard let chat = panels.chat, let row = chat.selectedRow else { return [] }
        if row.event != nil,
            [
                .editMessage, .replyToMessage, .reactToMessage, .forwardMessage, .deleteMessage, .pinMessage,
                .voteInPoll,
                .openMessage, .openThread,
                .openRow,
            ].contains(action)
        {
            notices.show("This line is not a message")
            return []
        }
        switch action {
        case .editMessage: return beginEdit(of: row)
        case .replyToMessage: beginAnswer(.reply(to: row.id), of: row)
        case .showAnswered: return showAnswered(by: row)
        case .reactToMessage: beginAnswer(.reaction(to: row.id), of: row)
        case .forwardMessage: beginAnswer(.forward(row.id), of: row)
        case .deleteMessage: return askToDelete(row.id)
        case .pinMessage: return [.chat(.change(.pin(row.id, !row.isPinned)))]
        case .voteInPoll: return askForVote(in: row)
        case .openMessage: return open(row)
        case .openThread: return [.chat(.openThread(row.id))]
        case .openRow: return row.thread == nil ? open(row) : [.chat(.openThread(row.id))]
        case .copyMessage:
            let text = row.text.isEmpty ? row.file?.name ?? "" : row.text
            guard !text.isEmpty else {
                notices.show("There is no text to copy")
                return []
            }
            notices.show("Copied, if the terminal allows programs to copy")
            return [.copy(text)]
        case .messageDetails:
            notices.show(details(of: row))
            // Only groups have a subtitle.
            if let chat = panels.chat, chat.state?.subtitle != nil { return [.showReaders(row.id, in: chat.chat)] }
        default: break
        }
        return []
    }

    /// Goes to the message that a row answers.
    private mutating func showAnswered(by row: ChatViewState.Row) -> [ModelEffect] {
        guard let answered = row.answered, answered.author != nil else {
            notices.show(
                row.answered == nil ? "This message answers no other" : "The message that it answers is not here"
            )
            return []
        }
        return panels.chat?.show(answered.id) ?? []
    }

    /// Puts a message of the user into the line; Enter saves it there, and the draft waits meanwhile. An unfinished edit goes on.
    mutating func beginEdit(of row: ChatViewState.Row) -> [ModelEffect] {
        guard row.author == .me, !row.isDeleted, !row.text.isEmpty, row.poll == nil, let chat = panels.chat?.chat else {
            notices.show("You can edit only texts that you wrote")
            return []
        }
        let field = Composer.Field.edit(chat, row.id)
        composer.beginEdit(of: TypedText.typed(FormattedText(row.text, row.spans)), in: field)
        panels.chat?.beginEdit(of: row.id)
        return []
    }

    /// Puts the user's newest message on screen into the line.
    mutating func editNewest() -> [ModelEffect] {
        let row = panels.chat?.countedRows.last {
            $0.author == .me && !$0.isDeleted && !$0.text.isEmpty && $0.event == nil && $0.poll == nil
        }
        guard let row else {
            notices.show("You have no such message on screen")
            return []
        }
        return beginEdit(of: row)
    }

    /// Saves the text in the line as that of the message being edited.
    mutating func submitEdit(of message: MessageID) -> [ModelEffect] {
        if typedText.allSatisfy(\.isWhitespace) {
            notices.show("Type the new text, or press Esc to keep the message as it is")
            return []
        }
        // The field keeps the text: a refused edit shows it again.
        let text = typedText
        panels.chat?.endEdit(isSent: true)
        return [.chat(.edit(message, to: text))]
    }

    /// Asks before a message is deleted.
    mutating func askToDelete(_ message: MessageID) -> [ModelEffect] {
        guard let chat = panels.chat, let row = chat.state?.rows.first(where: { $0.id == message }),
            row.author == .me, !row.isDeleted, row.event == nil
        else {
            notices.show("You can delete only messages that you wrote")
            return []
        }
        let said = FormattedText(row.text, row.spans).readable
        let text = TerminalText.oneLine(said.isEmpty ? row.file?.name ?? "this message" : said)
        return ask(
            "Delete “\(TerminalText.fit(text, columns: 30))”? y deletes it, any other key keeps it",
            before: .chat(.delete(message))
        )
    }

    /// Asks before the user leaves a chat.
    mutating func askToLeave(_ title: String?, effect: ModelEffect) -> [ModelEffect] {
        let name = TerminalText.fit(TerminalText.oneLine(title ?? "this chat"), columns: 30)
        return ask(
            "Leave “\(name)”? Only a new invitation may bring you back: y leaves, any other key stays",
            before: effect
        )
    }

    /// Asks before a chat is deleted with its messages.
    mutating func askToForget(_ title: String?, effect: ModelEffect) -> [ModelEffect] {
        let name = TerminalText.fit(TerminalText.oneLine(title ?? "this chat"), columns: 30)
        return ask(
            "Delete “\(name)” with all its messages here? y deletes them, any other key keeps them",
            before: effect
        )
    }

    /// Asks before the open chat is encrypted.
    mutating func askToEncrypt() -> [ModelEffect] {
        ask(
            "Encrypt this chat for everybody? It cannot be turned off again: y encrypts, any other key does not",
            before: .chat(.changeEncryption(.encrypt))
        )
    }

    /// Asks before somebody is put out of a group, or gets rights that the user cannot take back; other changes are made at once.
    mutating func askToChange(_ change: ChatChange, effect: ModelEffect) -> [ModelEffect] {
        let (word, person): (String, String)
        switch change {
        case .remove(let id, _): (word, person) = ("Remove", id)
        case .ban(let id, _): (word, person) = ("Ban", id)
        case .setRole(let id, let role) where role >= .administrator:
            let name = TerminalText.fit(TerminalText.oneLine(id), columns: 30)
            return ask(
                "Make \(name) an administrator? You cannot take that back: y does, any other key does not",
                before: effect
            )
        default: return [effect]
        }
        let name = TerminalText.fit(TerminalText.oneLine(person), columns: 30)
        return ask("\(word) \(name)? y does, any other key does not", before: effect)
    }

    /// Asks which answer of a poll the user chooses; one that is chosen already is chosen no longer.
    private mutating func askForVote(in row: ChatViewState.Row) -> [ModelEffect] {
        guard let poll = row.poll, !poll.isEnded else {
            notices.show(row.poll == nil ? "This message is not a poll" : "The poll has ended")
            return []
        }
        let keys = Array("123456789abcdefghijk".unicodeScalars)
        let answers = zip(keys, poll.answers.indices).map { key, index in
            (Key.text(key), ModelEffect.chat(.vote(row.id, poll.choice(toggling: index + 1))))
        }
        let lines = zip(keys, poll.answers).map { key, answer in
            "\(key) \(TerminalText.fit(TerminalText.oneLine(answer.text), columns: 60))\(answer.isMine ? " (chosen)" : "")"
        }
        let text = "Which answer? Its key votes for it, any other key changes nothing\n\(lines.joined(separator: "\n"))"
        return ask(text, Dictionary(answers) { first, _ in first })
    }

    private mutating func ask(_ text: String, before effect: ModelEffect) -> [ModelEffect] {
        ask(text, [.text("y"): effect])
    }

    private mutating func ask(_ text: String, _ answers: [Key: ModelEffect]) -> [ModelEffect] {
        question = answers
        notices.show(text)
        return []
    }

    /// Opens a message's file or its link, or asks which one of several; downloads a file that is not here.
    private mutating func open(_ row: ChatViewState.Row) -> [ModelEffect] {
        if let file = row.file {
            if file.isComplete { return [.openFile(file)] }
            notices.show("Downloading \(TerminalText.oneLine(file.name)); press o again when it has arrived")
            return [.chat(.download(row.id))]
        }
        // A digit chooses one.
        let links = row.links(upTo: 9)
        guard let first = links.first else {
            notices.show("There is no file or link in this message")
            return []
        }
        if links.count == 1 { return [ModelEffect(opening: first)] }
        let keys = ("1" as Unicode.Scalar).value...
        let answers = zip(keys, links).compactMap { value, link in
            Unicode.Scalar(value).map { (Key.text($0), ModelEffect(opening: link)) }
        }
        let lines = links.enumerated().map { "\($0 + 1) \(TerminalText.fit(TerminalText.oneLine($1), columns: 200))" }
        let text = "Which link? Its number opens it, any other key none\n\(lines.joined(separator: "\n"))"
        return ask(text, Dictionary(answers) { first, _ in first })
    }

    /// Opens the chat that a link leads to, at its message if it is here; without a chat, the link itself.
    mutating func open(_ place: MatrixLink, link: String, in chat: ChatID?, hasMessage: Bool) -> [ModelEffect] {
        guard let chat else {
            if WebLink.first(in: link) != nil { return [.openLink(link)] }
            notices.show(noChat(named: place.id))
            return []
        }
        if place.event != nil, !hasMessage { notices.show("The message that the link leads to is not here") }
        return open(chat, at: hasMessage ? place.event.map { MessageID($0) } : nil)
    }

    /// Describes a message in a few lines.
    private func details(of row: ChatViewState.Row) -> String {
        let name = row.sender ?? panels.chat?.state?.title ?? ""
        let id = row.author.id(contact: panels.chat?.state?.contact)
            .flatMap { $0.isMatrixID && !name.contains($0) ? " (\(TerminalText.oneLine($0)))" : nil }
        let author = TerminalText.name(name, of: row.author) + (id ?? "")
        var lines = ["\(author), \(environment.dayText(for: row.date)) \(environment.clockText(for: row.date))"]
        switch row.delivery {
        case .received: break
        case .sending: lines.append("Waiting to be sent")
        case .sent: lines.append("Sent")
        case .read: lines.append("Read")
        case .failed(let reason): lines.append("Not sent: \(TerminalText.oneLine(reason))")
        }
        if row.isEdited { lines.append("Edited") }
        if let warning = row.senderWarningText { lines.append("\(SenderWarning.sign) \(warning)") }
        if !row.reactions.isEmpty { lines.append(ReactionLine(row.reactions).people) }
        if let file = row.file { lines.append(TerminalText.oneLine("\(file.name): \(file.detail)")) }
        lines.append(TerminalText.oneLine("Message \(row.id.rawValue)"))
        return lines.joined(separator: "\n")
    }
}

/// Links in messages. Their text comes from strangers, so only web addresses are opened.
enum WebLink {
    /// Returns the first of `all(in:)`; nil if there is none.
    static func first(in text: String) -> String? { all(in: text).first { _ in true } }

    /// Returns the `http` and `https` addresses in a text, without punctuation at their ends, on demand.
    static func all(in text: String) -> some Sequence<String> {
        text.split(whereSeparator: { $0.isWhitespace || "<>\"".contains($0) }).lazy.compactMap { word in
            guard let start = ["https://", "http://"].compactMap({ word.range(of: $0)?.lowerBound }).min() else {
                return nil
            }
            let link = word[start...].reversed().drop { ".,;:!?)]}'".contains($0) }.reversed()
            let scalars = String(link).unicodeScalars
            // Longer addresses, and any with controls or unusual characters, are not passed to another program.
            guard scalars.count <= 2000, scalars.allSatisfy({ (0x21...0x7E).contains($0.value) }),
                String(link).split(separator: "/").count > 1
            else { return nil }
            return String(link)
        }
    }
}

extension ChatViewState.Row {
    /// Returns the addresses of the links in the text, each once: those of its formats first.
    func links(upTo limit: Int) -> [String] {
        var links: [String] = []
        func add(_ link: String) { if links.count < limit, !links.contains(link) { links.append(link) } }
        for link in spans.lazy.compactMap(\.kind.address) { add(link) }
        for link in WebLink.all(in: text) {
            if links.count == limit { break }
            add(link)
        }
        return links
    }
}

extension ModelEffect {
    /// Opens a link. One to a person or room leads to their chat here.
    fileprivate init(opening link: String) {
        self = MatrixLink(link).map { .openPlace($0, link: link) } ?? .openLink(link)
    }
}
