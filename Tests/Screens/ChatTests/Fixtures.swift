import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting

@testable import Chat

let ada = Contact(id: ContactID("ada"), name: "Ada")
let chat = ChatID("chat-ada")

/// One of the contact's messages.
func theirs(
    _ id: String,
    text: String = "hi",
    images: Int = 0,
    at time: Date = .noon,
    followsGap: Bool = false,
    isUnread: Bool = false,
    mentionsMe: Bool = false
) -> ChatMessage {
    ChatMessage(
        id: MessageID(id),
        author: .contact,
        text: text,
        imageCount: images,
        time: time,
        position: Position(Int64(id) ?? 0),
        delivery: .received,
        followsGap: followsGap,
        isUnread: isUnread,
        mentionsMe: mentionsMe
    )
}

/// One of the user's own messages.
func mine(
    _ id: String,
    text: String = "hello",
    file: AttachedFile? = nil,
    transfer: FileTransfer? = nil,
    position: Int64? = nil,
    delivery: Delivery = .sent
) -> ChatMessage {
    ChatMessage(
        id: MessageID(id),
        author: .me,
        text: text,
        attachment: file,
        transfer: transfer,
        time: .noon,
        position: position.map(Position.init(_:)),
        delivery: delivery
    )
}

func failed(_ id: String) -> ChatMessage {
    mine(id, delivery: .failed(reason: "no"))
}

/// The contact's messages with these numbers.
func messages(_ range: ClosedRange<Int>) -> [ChatMessage] {
    range.map { theirs("\($0)") }
}

/// The content of a connected chat with Ada.
func content(
    _ messages: [ChatMessage] = [],
    hasEarlier: Bool = false,
    hasLater: Bool = false,
    draft: String = "",
    connection: Connection = .well,
    problem: DiskProblem? = nil
) -> ChatContent {
    ChatContent(
        window: ChatWindow(
            contact: ada,
            messages: messages,
            hasEarlier: hasEarlier,
            hasLater: hasLater,
            firstUnread: messages.first(where: \.isUnread)?.id,
            draft: draft
        ),
        connection: connection,
        problem: problem
    )
}

/// The row of a message, spelled out except for its time.
func row(_ message: ChatMessage, attachment: String? = nil, time: String = "12:00 pm") -> ChatViewState.Row {
    ChatViewState.Row(
        id: message.id,
        author: message.author,
        text: message.text,
        attachment: attachment,
        imageCount: message.imageCount,
        time: time,
        date: message.time,
        delivery: message.delivery,
        followsGap: message.followsGap,
        mentionsMe: message.mentionsMe
    )
}

/// The state of a chat with Ada, with the given values. A chat that cannot be read has neither a title nor a contact.
func state(
    _ rows: [ChatViewState.Row] = [],
    title: String = "Ada",
    hasEarlier: Bool = false,
    isLoadingEarlier: Bool = false,
    hasLater: Bool = false,
    draft: String = "",
    status: String? = nil,
    problem: ScreenProblem? = nil
) -> ChatViewState {
    ChatViewState(
        title: title,
        contact: title.isEmpty ? nil : ada.id,
        rows: rows,
        hasEarlier: hasEarlier,
        isLoadingEarlier: isLoadingEarlier,
        hasLater: hasLater,
        draft: draft,
        status: status,
        problem: problem
    )
}

extension ChatContent {
    /// The answer to the first request.
    init(window: ChatWindow?, connection: Connection = Connection(), problem: DiskProblem? = nil) {
        self.init(window: window, request: .newest(RowRange.pageSize), connection: connection, problem: problem)
    }
}

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}
