public import Chat
public import ChatSession
import ChatStore
public import ChatTypes
public import RuntimeKit

extension Session: ChatModel {
    public nonisolated func messages(
        of chat: ChatID,
        _ window: MessageWindow
    ) -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>> {
        query(window, dependingOn: .files(chat)) { [attention, unsavedDrafts, weak self] window, reader in
            guard let timeline = try reader.timeline(of: chat, in: window) else { return nil }
            var messages: [ChatMessage] = []
            for message in timeline.messages {
                let file = message.attachment == nil ? nil : try reader.file(of: message.id, in: chat)
                let transfer = file.flatMap { self?.transfer(of: $0) }
                messages.append(ChatMessage(message, transfer: transfer, marker: timeline.marker))
            }
            return ChatWindow(
                contact: timeline.contact,
                group: timeline.group,
                messages: messages,
                hasStoredEarlier: timeline.hasStoredEarlier,
                hasEarlier: timeline.hasEarlier,
                hasLater: timeline.hasLater,
                firstUnread: timeline.firstUnread ?? messages.first(where: \.isUnread)?.id,
                draft: unsavedDrafts[chat] ?? timeline.draft,
                isLookedAt: attention.isOn(chat),
                isMuted: timeline.isMuted,
                typists: try reader.names(of: self?.typists(in: chat) ?? [], in: chat)
            )
        }
    }
}

extension ChatMessage {
    fileprivate init(_ message: StoredMessage, transfer: FileTransfer?, marker: Position?) {
        self.init(
            id: message.id,
            author: message.author,
            senderName: message.senderName,
            text: message.text,
            imageCount: message.imageCount,
            attachment: message.attachment,
            transfer: transfer,
            isRemoved: message.isRemoved,
            isEdited: message.isEdited,
            editFailure: message.editFailure,
            time: message.time,
            delivery: message.delivery,
            followsGap: message.followsGap,
            isUnread: message.author != .me && !message.isRemoved
                && message.position.map { position in marker.map { $0 < position } ?? true } ?? false
        )
    }
}
