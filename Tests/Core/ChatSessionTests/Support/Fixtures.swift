import ChatTypes
import Foundation

let ada = ChatHeader(
    id: ChatID("chat-ada"),
    contact: Contact(id: ContactID("ada"), name: "Ada Lovelace"),
    createdAt: moment(0)
)
let ben = ChatHeader(id: ChatID("chat-ben"), contact: Contact(id: ContactID("ben"), name: "Ben"), createdAt: moment(1))

func group(_ id: String, _ title: String) -> ChatHeader {
    ChatHeader(id: ChatID(id), contact: Contact(id: ContactID(id), name: title), isGroup: true, createdAt: moment(0))
}

func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_647_000_000 + seconds) }

/// Makes the message with a number in the chat. Positions are 10, 20, 30, …; each message names its predecessor.
func message(
    _ number: Int,
    from author: Author = .contact,
    id: MessageID? = nil,
    text: String? = nil,
    attachment: AttachedFile? = nil,
    at time: Date? = nil
) -> Message {
    Message(
        id: id ?? MessageID("m\(number)"),
        author: author,
        text: text ?? "text \(number)",
        attachment: attachment,
        sentAt: time ?? moment(Double(number)),
        position: Position(Int64(number) * 10),
        predecessor: number == 1
            ? nil : Predecessor(position: Position(Int64(number - 1) * 10), cursor: PageCursor("before \(number)"))
    )
}

func news(
    _ messages: [Message] = [],
    receipts: [ReadReceipt] = [],
    of chat: ChatHeader = ada
) -> ChatUpdate {
    ChatUpdate(chat: chat, messages: messages, receipts: receipts)
}

func read(_ number: Int, by reader: Author) -> ReadReceipt {
    ReadReceipt(reader: reader, message: MessageID("m\(number)"))
}

/// Makes a sync page with the last three messages of a log, which are read, and nothing before them.
func newestRead(of log: [Message]) -> SyncPage {
    SyncPage(
        updates: [news(Array(log.suffix(3)), receipts: [read(log.count, by: .me)])],
        next: SyncCursor("now"),
        isComplete: true
    )
}
