import Foundation
import Transport

@testable import EventDrivenMVVM

/// 2022-03-11T12:00:00Z, a Friday: when every test takes place.
let noon = Date(timeIntervalSince1970: 1_647_000_000)

let ada = ChatHeader(
    id: ChatID("chat-ada"),
    contact: Contact(id: ContactID("ada"), name: "Ada Lovelace"),
    createdAt: noon - 60
)
let ben = ChatHeader(id: ChatID("chat-ben"), contact: Contact(id: ContactID("ben"), name: "Ben"), createdAt: noon)

/// A message at a position that also says what it follows: the one before it in the sparse order 10, 20, 30, ...
func message(_ number: Int, from author: Author = .contact, text: String? = nil, images: Int = 0) -> Message {
    Message(
        id: MessageID("m\(number)"),
        author: author,
        text: text ?? "text \(number)",
        imageCount: images,
        sentAt: noon + Double(number),
        position: Position(Int64(number) * 10),
        predecessor: number == 1
            ? nil : Predecessor(position: Position(Int64(number - 1) * 10), cursor: PageCursor("before \(number)"))
    )
}

func news(_ messages: Message..., in chat: ChatHeader = ada) -> [ChatUpdate] {
    [ChatUpdate(chat: chat, messages: messages)]
}
