public import ChatDetails
public import ChatSession
import ChatStore
public import Transport

extension Session: ChatDetailsModel {
    public nonisolated func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) -> LiveQuery<ChatDetailsRequest, Snapshot<ChatDetailsWindow?>> {
        query(request, dependingOn: .chat(chat)) { try $1.details(of: chat, $0) }
    }

    public func leaveChat(_ chat: ChatID) async throws {
        try await setMembership(.leave, in: chat)
    }
}

extension ChatReader {
    fileprivate func details(of chat: ChatID, _ request: ChatDetailsRequest) throws -> ChatDetailsWindow? {
        guard let timeline = try timeline(of: chat, in: .newest(1)) else { return nil }
        guard timeline.group != nil else {
            return ChatDetailsWindow(timeline, members: [ChatMember(id: .contact, name: timeline.contact.name)])
        }
        // One more than asked for tells whether there are more.
        let members = try members(of: chat, limit: request.limit + 1)
        return ChatDetailsWindow(
            timeline,
            members: members.prefix(request.limit).map { ChatMember(id: $0.id, name: $0.name) },
            hasMore: members.count > request.limit
        )
    }
}

extension ChatDetailsWindow {
    fileprivate init(_ timeline: Timeline, members: [ChatMember], hasMore: Bool = false) {
        self.init(
            contact: timeline.contact,
            group: timeline.group,
            members: members,
            hasMore: hasMore,
            isMuted: timeline.isMuted
        )
    }
}
