import Chat
import ChatStore
import ChatTypes
import HostKit
import SQLiteKit
import ScreenKit

/// The state of the chat on screen. Decides what to print when it changes.
struct LineChatPane: LinePane {
    var module: ChatModule?
    /// The chat; nil before one was opened.
    let chat: ChatID?
    private(set) var state: ChatViewState?
    /// The state that was printed last. Older than `state` while another screen covers this one.
    private var shown: ChatViewState?
    private var printed: [MessageID: ShownMessage] = [:]
    private var gaps: Set<MessageID> = []
    private var files: [MessageID: HostEvent.FileLine?] = [:]

    init(module: ChatModule? = nil, of chat: ChatID? = nil) {
        (self.module, self.chat) = (module, chat)
    }

    /// The name of the chat with its ID.
    func name(in state: ChatViewState) -> ChatName { ChatName(state.title, chat) }

    /// Returns nothing before the first render, which brings the title. Afterwards, returns the title and all changes
    /// since.
    mutating func appear() -> [HostEvent] {
        guard let state else { return [] }
        // A thread may have been rendered before it was on top.
        guard let shown else { return update(to: state) }
        let changes = update(to: state)
        let isSame = title(of: shown) == title(of: state)
        return (isSame ? [title(of: state)] : []) + changes
    }

    func leave() async { await module?.perform(.leave) }

    /// Returns the files whose state changed since they were first on screen, without each change of their progress.
    private mutating func fileChanges(in new: ChatViewState) -> [HostEvent] {
        new.rows.compactMap { row in
            guard row.file != nil else { return nil }
            let line = HostEvent.FileLine(row, contact: name(in: new))
            let old = files.updateValue(line, forKey: row.id)
            guard let line, let old, old != line else { return nil }
            return .file(line)
        }
    }

    private func title(of state: ChatViewState) -> HostEvent {
        .screen(
            .chat,
            contact: name(in: state),
            distinction: state.distinction,
            isEncrypted: state.encryption,
            part: state.part
        )
    }

    /// Stores what the screen renders while another screen is on top.
    mutating func cover(_ new: ChatViewState) { state = new }

    /// Returns the messages that are new on screen, and the messages whose state has changed.
    mutating func update(to new: ChatViewState) -> [HostEvent] {
        let (old, contact) = (shown, name(in: new))
        (state, shown) = (new, new)
        let isSame = old.map(title(of:)) == title(of: new)
        var events: [HostEvent] = isSame ? [] : [title(of: new)]
        if let people = new.subtitle, people != old?.subtitle {
            events.append(.group(people, contact: contact))
        } else if new.subtitle == nil, let text = new.stateText, text != old?.stateText {
            events.append(.state(text, contact: contact))
        }
        if new.isInvitation, old?.isInvitation != true {
            events.append(
                .problem(
                    "/join accepts the invitation, /leave declines it, /ignore declines it and hears nothing of the person"
                )
            )
        }
        if new.topic != old?.topic ?? "" { events.append(.topic(new.topic, contact: contact)) }
        if new.warning != old?.warning { events.append(.encryption(new.warning ?? "", contact: contact)) }
        if new.isFavourite != old?.isFavourite ?? false {
            events.append(.favourite(new.isFavourite, contact: contact))
        }
        if new.isMuted != old?.isMuted ?? false { events.append(.muted(new.isMuted, contact: contact)) }
        if new.notifications != old?.notifications ?? .all, !new.isMuted {
            let isOn = new.notifications == .mentions
            if isOn || old?.notifications == .mentions { events.append(.mentionsOnly(isOn, contact: contact)) }
        }
        if (new.typing == nil) != (old?.typing == nil) {
            events.append(.typing(new.typing != nil, contact: contact))
        }
        for (index, row) in new.rows.enumerated() {
            if row.followsGap, index > 0, gaps.insert(row.id).inserted {
                events.append(.problem("Messages are missing before the next one; loading them"))
            }
            let now = ShownMessage(row)
            guard printed.updateValue(now, forKey: row.id) != now else { continue }
            events.append(.message(HostEvent.MessageLine(row, in: new, contact: contact, isFound: row.id == new.found)))
            if case .failed(let reason) = row.delivery { events.append(.problem("Not sent: \(reason)")) }
            if let reason = row.editFailure { events.append(.problem("Not edited: \(reason)")) }
        }
        let known = (old?.unfinished ?? []).map(\.target)
        events += new.unfinished.filter { !known.contains($0.target) }.map { .problem(new.text(ofBegun: $0)) }
        if let mention = new.mention, mention != old?.mention,
            let row = new.rows.first(where: { $0.id == mention.message })
        {
            events.append(.message(HostEvent.MessageLine(row, in: new, contact: contact, isFound: true)))
        }
        if let old, !new.hasLater { events += deletedMessages(between: old, and: new, contact: contact) }
        events += fileChanges(in: new)
        if let saved = new.savedFile, saved != old?.savedFile {
            let line = HostEvent.FileLine(
                saved.message,
                named: saved.name,
                contact: contact,
                after: .save(to: nil),
                at: saved.path
            )
            events.append(.file(line))
        }
        if let sent = new.forwarded, sent != old?.forwarded { events.append(.problem("Forwarded to \(sent.chat)")) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}

/// Returns the unsent messages that were deleted. If no later messages exist, all unsent messages are among the rows.
private func deletedMessages(between old: ChatViewState, and new: ChatViewState, contact: ChatName) -> [HostEvent] {
    let waiting = old.rows.filter { row in
        switch row.delivery {
        case .sending, .failed: true
        case .sent, .read, .received: false
        }
    }
    if waiting.isEmpty { return [] }
    let here = Set(new.rows.map(\.id))
    return waiting.filter { !here.contains($0.id) }.map {
        .unsent(HostEvent.MessageLine($0, in: new, contact: contact))
    }
}

/// The parts of a message whose change prints it again.
private struct ShownMessage: Equatable {
    let delivery: Delivery
    let text: String
    let isEdited: Bool
    let editFailure: String?
    let reactions: [MessageReaction]
    let poll: ChatPoll?
    let isPinned: Bool
    let senderWarning: SenderWarning?
    let answerCount: Int?

    init(_ row: ChatViewState.Row) {
        // A sentence about people changes when a name becomes known. One about more people is another row.
        text = row.event == nil || row.isDeleted ? row.text : ""
        (delivery, isEdited, editFailure) = (row.delivery, row.isEdited, row.editFailure)
        (reactions, isPinned, senderWarning) = (row.reactions, row.isPinned, row.senderWarning)
        poll = row.poll
        answerCount = row.thread?.answerCount
    }
}

extension ChatViewState {
    /// Says which message a reply or an edit was begun for, and how it goes on, with the message's number of now.
    fileprivate func text(ofBegun begun: UnfinishedText) -> String {
        let isEdit = begun.target.isEdit
        let counted = rows.reversed().filter { !$0.isDeleted && $0.event == nil && (!isEdit || $0.author == .me) }
        let number = counted.firstIndex { $0.id == begun.target.message }
        let message = number.map { index in
            let row = counted[index]
            let said = TerminalText.oneLine(FormattedText(row.text, row.spans).preview)
            return "“\(TerminalText.fit(said, columns: 40))”"
        }
        let ways = number.map { isEdit ? "/edit \($0 + 1) TEXT saves one, " : "/reply \($0 + 1) TEXT sends one, " }
        return "\(isEdit ? "An edit of" : "A reply to") \(message ?? "a message that is not on screen") was begun: "
            + "“\(TerminalText.fit(TerminalText.oneLine(begun.text), columns: 1000))”; \(ways ?? "")/discard drops it"
    }
}
