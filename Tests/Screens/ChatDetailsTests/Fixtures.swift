import ChatTypes
import ScreenKit

@testable import ChatDetails

let ada = Contact(id: ContactID("ada"), name: "Ada")
let walkers = Contact(id: ContactID("walkers"), name: "Walkers")
let chat = ChatID("chat-walkers")

let me = ChatMember(id: .me, name: "Me Myself")

/// Another member of the group.
func member(_ name: String) -> ChatMember {
    ChatMember(id: .member(ContactID(name.lowercased())), name: name)
}

/// A shared file of a message with the same name.
func file(_ name: String, type: String = "application/pdf", byteCount: Int64 = 9) -> ChatFile {
    let attachment = AttachedFile(id: FileID("f"), name: name, type: type, byteCount: byteCount)
    return ChatFile(id: MessageID(name), attachment: attachment)
}

/// The row of a member.
func row(_ member: ChatMember) -> ChatDetailsViewState.Row {
    ChatDetailsViewState.Row(id: member.id, name: member.name)
}

let ownRow = ChatDetailsViewState.Row(id: .me, name: "You")

/// The details of a connected group.
func content(
    _ members: [ChatMember] = [me, member("Ada"), member("Ben")],
    count: Int = 3,
    files: [ChatFile] = [],
    hasLeft: Bool = false,
    hasMore: Bool = false,
    notifications: NotificationMode = .all,
    connection: Connection = .well,
    problem: DiskProblem? = nil
) -> ChatDetailsContent {
    ChatDetailsContent(
        window: ChatDetailsWindow(
            contact: walkers,
            group: GroupState(memberCount: count, hasLeft: hasLeft),
            members: members,
            files: files,
            hasMoreMembers: hasMore,
            notifications: notifications
        ),
        connection: connection,
        problem: problem
    )
}

/// The details of a chat with Ada.
let contentBetweenTwo = ChatDetailsContent(
    window: ChatDetailsWindow(contact: ada, members: [ChatMember(id: .contact, name: "Ada")]),
    connection: .well
)

extension ChatDetailsContent {
    /// The answer to the first request.
    init(window: ChatDetailsWindow? = nil, connection: Connection = Connection(), problem: DiskProblem? = nil) {
        self.init(window: window, request: ChatDetailsRequest(), connection: connection, problem: problem)
    }
}

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}

/// A group of a number of members, the user first.
func group(of count: Int, files: [ChatFile] = [], hasLeft: Bool = false) -> ChatDetailsWindow {
    ChatDetailsWindow(
        contact: walkers,
        group: GroupState(memberCount: count, hasLeft: hasLeft),
        members: [me] + (1..<count).map { member("M\($0)") },
        files: files
    )
}
