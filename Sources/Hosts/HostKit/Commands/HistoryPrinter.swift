import Chat
package import ChatStore
package import ChatTypes
import CommandLineKit
package import RuntimeKit
import ScreenKit

/// Prints stored chats and messages without a screen.
package struct HistoryPrinter: Sendable {
    package static let pageSize = 50

    package let environment: ChatEnvironment
    package let printer: Printer

    package init(environment: ChatEnvironment, printer: Printer) {
        (self.environment, self.printer) = (environment, printer)
    }

    /// Prints all chats, the most recently active first.
    package func printList(of reader: borrowing ChatReader) throws {
        let chats = try reader.chats(limit: try reader.chatCount())
        printer.write(
            .list(
                chats.map { chat in
                    HostEvent.ListRow(
                        contact: chat.contact.name,
                        chat: chat.id.rawValue,
                        state: HostEvent.StateLine(chat.standing.state),
                        distinction: chat.distinction,
                        sender: chat.group == nil || chat.decision != nil
                            ? nil : chat.newest.flatMap { $0.author == .me ? ownName : $0.senderName },
                        preview: chat.decision ?? chat.newest.map {
                            previewText(
                                of: $0.text,
                                imageCount: $0.imageCount,
                                fileName: $0.fileName,
                                isDeleted: $0.isDeleted
                            )
                        } ?? "",
                        time: environment.timeText(for: chat.newest?.time ?? chat.activity),
                        at: Timestamp(chat.newest?.time ?? chat.activity).text,
                        unread: chat.unreadCount,
                        unreadMore: chat.hasMoreUnread ? true : nil,
                        mentions: HostEvent.ListRow.mentions(chat.mentionCount, chat.notifications),
                        favourite: chat.marks.contains(.favourite) ? true : nil,
                        markedUnread: chat.marks.contains(.unread) ? true : nil,
                        muted: chat.isMuted ? true : nil,
                        draft: chat.hasDraft ? true : nil,
                        failed: chat.hasFailed ? true : nil,
                        mine: HostEvent.ListRow.isMine(
                            chat.newest?.author,
                            isFound: false,
                            isGroup: chat.group != nil && chat.decision == nil
                        ),
                        warning: chat.decision == nil ? chat.newest?.senderWarning : nil,
                        author: chat.decision == nil ? chat.newest?.author : nil,
                        authorID: chat.decision == nil
                            ? chat.newest?.author.id(contact: chat.group == nil ? chat.contact.id : nil) : nil
                    )
                }
            )
        )
    }

    /// Prints the newest messages of a chat, or the messages before one of them, without marking them as read.
    ///
    ///  - Parameter timeline: the messages as `ChatExcerpt.timeline(in:)` returns them.
    package func printChat(
        _ excerpt: ChatExcerpt,
        _ timeline: (chat: ChatID, value: Timeline)?,
        of reader: borrowing ChatReader
    ) throws -> ExitCode {
        let name = excerpt.contact
        let before = excerpt.before.map { MessageID($0) }
        guard let (chat, timeline) = timeline else {
            let names = try reader.chats(limit: try reader.chatCount()).map(\.contact.name)
            let near =
                nearestWord(to: name, in: names.filter { $0 != name }).map { "; did you mean \(short($0))?" } ?? ""
            printer.write(.problem("There is no chat with \(short(name))\(near)"))
            return .dataError
        }
        var messages = timeline.messages[...]
        var end: ChatMessage?
        if let before {
            guard let last = messages.popLast(), last.id == before else {
                printer.write(.problem("There is no message \(short(before.rawValue)) in the chat with \(short(name))"))
                return .dataError
            }
            end = last
        }
        for message in messages {
            // The gap before a full excerpt is outside it.
            let isInside = message.id != messages.first?.id || messages.count < excerpt.count
            if message.followsGap, isInside {
                printer.write(.gap(contact: ChatName(timeline.contact.name, chat), id: message.id.rawValue))
            }
            print(message, of: timeline, in: chat)
        }
        if let end, end.followsGap {
            printer.write(.gap(contact: ChatName(timeline.contact.name, chat), id: end.id.rawValue))
        }
        return .ok
    }

    /// Prints all search results, one list per page. Returns early when the caller's task is cancelled.
    ///  - Parameter find: returns the results behind a place, one page of `pageSize`.
    package func printSearchResults(find: (SearchPlace?) async throws -> SearchPage) async throws {
        var (place, first): (SearchPlace?, Int) = (nil, 1)
        while true {
            let page = try await find(place)
            printer.write(
                .list(
                    page.hits.map { hit in
                        HostEvent.ListRow(
                            contact: hit.contact.name,
                            chat: hit.chat.rawValue,
                            distinction: hit.distinction,
                            sender: hit.isGroup && hit.author == .me ? ownName : hit.senderName,
                            preview: hit.context,
                            time: environment.messageTimeText(for: hit.time),
                            at: Timestamp(hit.time).text,
                            unread: hit.unreadCount,
                            mentions: HostEvent.ListRow.mentions(hit.mentionCount, hit.notifications),
                            muted: hit.notifications == .muted ? true : nil,
                            id: hit.message?.rawValue,
                            mine: HostEvent.ListRow.isMine(
                                hit.author,
                                isFound: hit.message != nil,
                                isGroup: hit.isGroup
                            ),
                            warning: hit.senderWarning,
                            author: hit.author,
                            authorID: hit.author?.id(contact: hit.isGroup ? nil : hit.contact.id)
                        )
                    },
                    first: first
                )
            )
            first += page.hits.count
            guard let next = page.next else { return }
            place = next
        }
    }

    /// Says of which chats earlier messages are not here, if of any. `completing` makes the command in it a whole one.
    package func printMissing(of reader: borrowing ChatReader, completing: (String) -> String = { $0 }) throws {
        if let text = try Self.missing(of: reader) { printer.write(.problem(completing(text))) }
    }

    /// Returns a sentence about chats of which earlier messages are not here; nil if there are none.
    package static func missing(of reader: borrowing ChatReader) throws -> String? {
        let (count, names) = try reader.incompleteChats(naming: 3)
        guard let first = names.first else { return nil }
        let rest = count - names.count
        let more = rest == 0 ? [] : [rest == 1 ? "one more chat" : "\(rest) more chats"]
        let chats = wordList(names.map { TerminalText.name($0) } + more, joinedBy: "and")
        let chat = count == 1 ? shellQuoted(TerminalText.oneLine(first)) : "CHAT"
        return "Earlier messages of \(chats) are not here; viperchat show \(chat) --limit N loads them"
    }

    private func sentence(of message: ChatMessage, in timeline: Timeline) -> String {
        if message.event == nil { return message.text }
        let name = message.author == .me ? ownName : message.senderName ?? timeline.contact.shownName
        return "\(name) \(message.text)"
    }

    package func print(_ message: ChatMessage, of timeline: Timeline, in chat: ChatID) {
        printer.write(event(for: message, of: timeline, in: chat))
    }

    func event(for message: ChatMessage, of timeline: Timeline, in chat: ChatID) -> HostEvent {
        .message(
            HostEvent.MessageLine(
                contact: ChatName(timeline.contact.name, chat),
                id: message.id.rawValue,
                from: message.author == .me ? "me" : message.senderName ?? timeline.contact.name,
                author: message.author.id(contact: timeline.group == nil ? timeline.contact.id : nil),
                text: message.isDeleted ? deletedText : sentence(of: message, in: timeline),
                spans: message.isDeleted ? [] : message.spans,
                state: HostEvent.MessageLine.State(message.delivery),
                time: environment.messageTimeText(for: message.time),
                at: Timestamp(message.time).text,
                images: message.imageCount,
                file: message.attachment.map { HostEvent.AttachmentLine($0) },
                detail: message.attachment.map(environment.detailText(for:)),
                isDeleted: message.isDeleted,
                isEdited: message.isEdited,
                isPlaceholder: message.isPlaceholder,
                event: message.event,
                poll: message.poll,
                answered: message.answered.map {
                    AnsweredLine(
                        MessageExcerpt($0),
                        contact: timeline.contact.name,
                        contactID: timeline.group == nil ? timeline.contact.id : nil
                    )
                },
                inThread: message.inThread?.rawValue,
                marksThread: true,
                reactions: message.reactions,
                isMention: message.mentionsMe,
                isPinned: message.isPinned && !message.isDeleted,
                warning: message.senderWarning
            )
        )
    }
}

extension StoredChat {
    /// The user's state, if another person decided it; nil otherwise.
    fileprivate var decision: String? {
        standing.state.isInvitation || standing.state.isRemoval ? standing.state.text : nil
    }
}

extension ChatExcerpt {
    /// The maximum number of messages.
    package var count: Int { limit ?? HistoryPrinter.pageSize }

    var window: MessageWindow {
        before.map { .around(MessageID($0), before: count, after: 0) } ?? .newest(count)
    }

    /// Returns the chat with the messages; nil if there is none of that name.
    package func timeline(in reader: borrowing ChatReader) throws -> (chat: ChatID, value: Timeline)? {
        guard let chat = try chat(in: reader)?.id else { return nil }
        return try reader.timeline(of: chat, in: window).map { (chat, $0) }
    }

    /// Returns the chat; nil if there is none of that name.
    package func chat(in reader: borrowing ChatReader) throws -> ChatHeader? {
        try reader.chat(withContactNamed: contact, includingGroups: true)
    }
}
