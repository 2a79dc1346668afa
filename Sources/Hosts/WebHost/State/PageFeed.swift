import Chat
import ChatList
import ChatTypes
import JSONKit
import ScreenKit

/// The states that one page has been sent and has painted, which decide what it is sent next.
///
/// A line holds the newest state as far as the page lacks it. At most one line is on its way while the page paints another, so a page that
/// falls behind skips states.
struct PageFeed {
    /// The number of lines that a page may have not painted yet.
    static let lead = 2

    private var parts: [String: JSONText] = [:]
    private var list = SentRows<ChatListViewState.Row>()
    private var rows = SentRows<ChatViewState.Row>()
    private var chat: ChatPlace?
    /// The number of the problem that the chat told last.
    private var problem: Int?
    private(set) var sent = 0
    private var painted = 0

    /// Whether another line may be sent now.
    var canSend: Bool { sent - painted < Self.lead }

    /// Notes the newest line that the page has painted. A number that was never sent counts as the last one.
    mutating func notePainted(_ number: Int) { painted = max(painted, min(number, sent)) }

    /// Returns the next line, or nil if the page has everything or is behind. Takes the hits and the notices out of `state`.
    mutating func next(_ state: inout PageState, files: ServedFiles) -> [UInt8]? {
        guard canSend else { return nil }
        var line = PageObject()
        part("stack", .array(state.stack.map { .string($0.pageName) }), &line)
        part("badge", .integer(Int64(state.badge)), &line)
        part("virtual", state.isTimeVirtual ? true : .null, &line)
        if let list = state.list {
            part("listBar", list.pageBar, &line)
            line.add("list", self.list.changes(to: list.rows) { $0.pageRow(files) })
        }
        part("form", state.form?.pageState ?? .null, &line)
        addChat(state.chat, &line, files)
        part("details", state.details?.pageState ?? .null, &line)
        part("pictures", state.pictures?.pageState ?? .null, &line)
        part("pins", state.pins?.pageState ?? .null, &line)
        part("verification", state.verification?.pageState ?? .null, &line)
        if let found = state.found { part("found", found.pageState, &line) }
        // The page forgets an answer with its search, and an equal search may follow.
        line.add("hits", state.hits?.pageState)
        line.add("notices", state.notices.map(\.pageObject))
        (state.hits, state.notices) = (nil, [])
        guard !line.isEmpty else { return nil }
        sent += 1
        line.add("n", sent)
        return line.text.bytes
    }

    private mutating func addChat(
        _ new: (id: ChatID, state: ChatViewState)?,
        _ line: inout PageObject,
        _ files: ServedFiles
    ) {
        guard let new else {
            chat = nil
            return part("chatBar", .null, &line)
        }
        let place = ChatPlace(chat: new.id, part: new.state.part)
        if chat != place {
            (chat, rows, problem) = (place, SentRows(), new.state.problem?.number)
            line.add("open", new.state.pageOpening(new.id))
        }
        part("chatBar", new.state.pageBar, &line)
        // The page has emptied its field, but the text could not be sent.
        if let number = new.state.problem?.number, number != problem {
            problem = number
            line.add("kept", new.state.draft)
            line.add("unfinished", new.state.unfinished.map(\.pageObject))
        }
        line.add("rows", rows.changes(to: new.state.rows) { $0.pageRow(files) })
    }

    private mutating func part(_ name: String, _ value: JSONText, _ line: inout PageObject) {
        guard parts[name, default: .null] != value else { return }
        parts[name] = value
        line.add(name, value)
    }
}

extension FoundChats {
    fileprivate var pageState: JSONText {
        PageObject.text { object in
            object.add("text", JSONText.string(text))
            object.add(
                "chats",
                chats.map { chat in
                    PageObject.text { object in
                        object.add("chat", chat.id.rawValue)
                        object.add("title", chat.title)
                        object.add("unread", chat.unreadCount)
                    }
                }
            )
        }
    }
}

extension FoundMessages {
    fileprivate var pageState: JSONText {
        PageObject.text { object in
            object.add("text", JSONText.string(text))
            object.add("chat", chat.rawValue)
            object.add("messages", messages.map { .string($0.rawValue) })
        }
    }
}

extension PageNotice {
    fileprivate var pageObject: JSONText {
        PageObject.text { object in
            object.add("chat", chat?.rawValue)
            object.add("title", title)
            object.add("text", text)
            object.add("warned", isWarned)
            if count > 1 { object.add("count", count) }
        }
    }
}
