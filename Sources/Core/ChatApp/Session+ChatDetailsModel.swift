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
        // One more than asked for tells whether there are more.
        let files = try sharedFiles(of: chat, limit: request.limit + 1)
        var members = [ChatMember(id: .contact, name: timeline.contact.name)]
        if timeline.group != nil {
            members = try self.members(of: chat, limit: request.limit + 1).map { ChatMember(id: $0.id, name: $0.name) }
        }
        return ChatDetailsWindow(
            contact: timeline.contact,
            group: timeline.group,
            members: Array(members.prefix(request.limit)),
            files: files.prefix(request.limit).map { ChatFile(id: $0.id, attachment: $0.attachment) },
            hasMore: max(members.count, files.count) > request.limit,
            isMuted: timeline.isMuted
        )
    }
}
