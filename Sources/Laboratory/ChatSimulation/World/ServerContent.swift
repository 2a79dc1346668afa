import ChatTypes
import SimulatedServer
import Transport

/// One chat with the content that the server has, which a perfect chat app would show.
struct ServerChatContent: Sendable {
    let header: ChatHeader
    let log: [Message]
    let readByMe: MessageID?
    let readByContact: MessageID?
    /// For a group, each member's state and read marker.
    var members: [Membership] = []
    var readByMembers: [Author: MessageID] = [:]
    /// The topic of a group; empty without one.
    var topic = ""
    /// How far the user has read in each thread, by its root.
    var threadsReadByMe: [MessageID: MessageID] = [:]
    /// The reactions to undeleted messages.
    var reactions: Set<SetReaction> = []
    /// The polls among the undeleted messages.
    var polls: [MessageID: ServerPoll] = [:]
    /// The messages of the chat that notify the user; `nil` if each device stores that itself.
    var notifications: NotificationMode?
    /// The marks of the chat; `nil` if each device stores them itself.
    var marks: Set<ChatMark>?

    func position(of message: MessageID?) -> Position? {
        message.flatMap { id in log.first { $0.id == id }?.position }
    }

    /// The messages outside threads.
    var main: [Message] { log.filter { $0.thread == nil } }

    /// The roots of the threads in which somebody has written, by ID.
    var threads: [MessageID] { Set(log.compactMap(\.thread)).sorted() }

    /// The newest message that somebody wrote.
    var newest: Message? { log.last { $0.event == nil } }

    /// The messages that count as unread: of others, neither deleted nor lines about events, behind the marker of their thread, or
    /// of what stands outside threads. None in a group that the user has left.
    var unread: [Message] {
        if group?.hasLeft == true { return [] }
        let main = position(of: readByMe)
        let markers = threadsReadByMe.compactMapValues(position(of:))
        return log.filter { message in
            guard message.author != .me, !message.isDeleted, message.event == nil else { return false }
            let marker = if let root = message.thread { markers[root] } else { main }
            return marker.map { $0 < message.position } ?? true
        }
    }
}

extension SimulatedWorld {
    /// The chats that the user has not forgotten.
    func knownChats() async -> [ChatHeader] {
        let forgotten = evidence.with(\.forgotten)
        return await server.chats.filter { forgotten[$0.id] != .done }
    }

    /// Returns everything that the server has of chats that the user has not forgotten.
    func serverContent() async -> [ServerChatContent] {
        var content: [ServerChatContent] = []
        for header in await knownChats() {
            let log = await server.log(of: header.id)
            var chat = ServerChatContent(
                header: matrix == nil ? header : header.onHomeserver,
                // File names from others are sanitized on arrival.
                log: (await matrix?.placed(log, in: header) ?? log).map(bounded.message(_:)),
                readByMe: await server.newestRead(by: .me, in: header.id),
                readByContact: await server.newestRead(by: .contact, in: header.id)
            )
            chat.topic = await server.standing(of: header.id)?.topic ?? ""
            chat.members = await server.members(of: header.id)
            for member in chat.members where member.member != .me {
                chat.readByMembers[member.member] = await server.newestRead(by: member.member, in: header.id)
            }
            for root in chat.threads {
                chat.threadsReadByMe[root] = await server.newestRead(by: .me, in: header.id, thread: root)
            }
            let annotations = await server.reactionAndPollLog(of: header.id)
            chat.reactions = SetReaction.all(in: annotations, of: chat.log)
            chat.polls = ServerPoll.all(in: annotations, of: chat.log)
            chat.notifications = matrix?.homeserver.notifications(of: header.id)
            chat.marks = matrix?.homeserver.marks(of: header.id)
            content.append(chat)
        }
        return content
    }

    /// Creates the group that exists from the beginning, if the plan has one and the server supports groups.
    func makeGroup(_ plan: SessionPlan) async {
        guard plan.hasGroup, matrix == nil else { return }
        evidence.with { $0.groupCount += 1 }
        let names = connection.people(matching: "", limit: 3).map(\.name)
        _ = try? await server.createGroup(OutgoingGroup(id: MessageID("first"), title: "Neighbours", names: names))
    }

    /// Creates the other chats that exist from the beginning, with people from the directory. Every third has a
    /// message.
    func fill(_ plan: SessionPlan) async {
        let people = connection.people(matching: "", limit: plan.chatCount)
        for (index, person) in people.enumerated() {
            guard let chat = try? await server.createChat(with: person.name), index.isMultiple(of: 3) else { continue }
            _ = try? await server.contactWrites(OddTexts.text(index), in: chat.id)
        }
    }
}
