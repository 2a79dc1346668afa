import ChatStore
import CommandWords
import ScreenKit
import Transport

/// Prints what is stored, without a screen.
struct HistoryPrinter: Sendable {
    static let pageSize = 50

    let environment: ChatEnvironment
    let printer: Printer

    /// The chats, all of them, the one in which something happened last first.
    func printList(of database: ChatDatabase) throws {
        let chats = try database.chats(limit: try database.chatCount())
        printer.write(
            .list(
                chats.map { chat in
                    HostEvent.ListRow(
                        contact: chat.contact.name,
                        preview: chat.newest.map { previewText(of: $0.text, imageCount: $0.imageCount) } ?? "",
                        time: environment.timeText(for: chat.newest?.time ?? chat.activity),
                        unread: chat.unreadCount
                    )
                }
            )
        )
    }

    /// The newest messages of a chat, none of them thereby read.
    func printChat(withContactNamed name: String, of database: ChatDatabase) throws -> ExitCode {
        let timeline = try database.chat(withContactNamed: name).flatMap {
            try database.timeline(of: $0.id, limit: Self.pageSize)
        }
        guard let timeline else {
            let names = try database.chats(limit: try database.chatCount()).map(\.contact.name)
            let near = nearestWord(to: name, in: names).map { "; did you mean \(short($0))?" } ?? ""
            printer.write(.problem("There is no chat with \(short(name))\(near)"))
            return .dataError
        }
        for message in timeline.messages { print(message, of: timeline) }
        return .ok
    }

    /// Everything that a text finds, a list for each page; throws `Interruption` when a signal comes first.
    func printFinds(of text: String, in database: ChatDatabase, until signals: SignalPipe) throws {
        var offset = 0
        while true {
            if signals.hasArrived { throw Interruption() }
            let page = try database.search(text, offset: offset, limit: Self.pageSize)
            printer.write(
                .list(
                    page.hits.map { hit in
                        HostEvent.ListRow(
                            contact: hit.contact.name,
                            preview: hit.context,
                            time: environment.timeText(for: hit.time),
                            unread: hit.unreadCount
                        )
                    }
                )
            )
            guard page.hasMore else { return }
            offset += Self.pageSize
        }
    }

    func print(_ message: StoredMessage, of timeline: Timeline) {
        printer.write(
            .message(
                HostEvent.MessageLine(
                    contact: timeline.contact.name,
                    id: message.id.rawValue,
                    from: message.author == .me ? "me" : timeline.contact.name,
                    text: message.text,
                    state: HostEvent.MessageLine.State(message.delivery),
                    time: environment.timeText(for: message.time),
                    images: message.imageCount
                )
            )
        )
    }
}
