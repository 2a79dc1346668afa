public import ChatDetails
public import ChatSession
import ChatStore
public import Transport

extension Session: ChatDetailsModel {
    public nonisolated func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) -> LiveQuery<ChatDetailsRequest, Snapshot<ChatDetailsWindow?>> {
        query(request, dependingOn: .chat(chat)) { request, reader in
            guard let timeline = try reader.timeline(of: chat, in: .newest(1)) else { return nil }
            guard timeline.group != nil else {
                let contact = ChatMember(id: .contact, name: timeline.contact.name)
                return ChatDetailsWindow(contact: timeline.contact, members: [contact], isMuted: timeline.isMuted)
            }
            // One more than asked for tells whether there are more.
            let members = try reader.members(of: chat, limit: request.limit + 1)
            return ChatDetailsWindow(
                contact: timeline.contact,
                group: timeline.group,
                members: members.prefix(request.limit).map { ChatMember(id: $0.id, name: $0.name) },
                hasMore: members.count > request.limit,
                isMuted: timeline.isMuted
            )
        }
    }

    public func leaveChat(_ chat: ChatID) async throws {
        try await setMembership(.leave, in: chat)
    }
}
