public import ChatDetails
public import ChatSession
import ChatStore
public import ChatTypes
public import RuntimeKit
import ScreenKit
import Transport

extension Session: ChatDetailsModel {
    public nonisolated func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) -> LiveQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>> {
        query(request, dependingOn: .chat(chat)) { try $1.details(of: chat, $0) }
    }

    public func leaveChat(_ chat: ChatID) async throws {
        try await setMembership(.leave, in: chat)
    }
}

extension ChatReader {
    fileprivate func details(of chat: ChatID, _ request: ChatDetailsRequest) throws -> ChatDetailsWindow? {
        guard let timeline = try timeline(of: chat, in: .newest(1)) else { return nil }
        let files = try request.files.page { try sharedFiles(of: chat, offset: $0, limit: $1) }
        var members = (rows: [ChatMember(id: .contact, name: timeline.contact.name)], hasMore: false)
        if timeline.group != nil {
            let page = try request.members.page { try self.members(of: chat, offset: $0, limit: $1) }
            members = (page.rows.map { ChatMember(id: $0.id, name: $0.name) }, page.hasMore)
        }
        return ChatDetailsWindow(
            contact: timeline.contact,
            group: timeline.group,
            members: members.rows,
            files: files.rows.map { ChatFile(id: $0.id, attachment: $0.attachment) },
            hasMoreMembers: members.hasMore,
            hasMoreFiles: files.hasMore,
            isMuted: timeline.isMuted
        )
    }
}
