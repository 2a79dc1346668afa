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
            try reader.timeline(of: chat, in: .newest(1)).map { timeline in
                ChatDetailsWindow(
                    contact: timeline.contact,
                    members: [ChatMember(id: .contact, name: timeline.contact.name)],
                    isMuted: timeline.isMuted
                )
            }
        }
    }

    public func leaveChat(_ chat: ChatID) async throws {
        try await setMembership(.leave, in: chat)
    }
}
