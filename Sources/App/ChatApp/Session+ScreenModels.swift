public import Chat
public import ChatDetails
public import ChatSession
import ChatStore
public import ChatTypes
public import CreateChat
public import PinnedMessages
public import RuntimeKit
public import ScreenKit
public import SharedPictures
import Transport
public import Verification

/// The session has these methods already.
extension Session: CreateChatModel, VerificationModel {}

extension Session: ChatModel {
    @discardableResult
    public func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID {
        try await send(fileAt: path, text: text, replyingTo: nil, to: chat)
    }

    public func forward(_ message: MessageID, of chat: ChatID, toChatNamed name: String, note: String?) async throws
        -> String?
    {
        guard let target = try await self.chat(withContactNamed: name) else { return nil }
        try await forward(message, of: chat, to: target, note: note)
        do { return try await read { try $0.chat(target)?.contact.shownName } ?? name } catch {
            throw StorageProblem(error)
        }
    }

    @discardableResult
    public func send(_ poll: Poll, to chat: ChatID) async throws -> MessageID {
        try await send(poll, inThread: nil, to: chat)
    }

    public nonisolated func messages(
        of chat: ChatID,
        _ window: MessageWindow
    ) -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>> {
        messages(of: chat, window, part: .main)
    }

    /// Returns a query of the messages of a part of a chat.
    nonisolated func messages(
        of chat: ChatID,
        _ window: MessageWindow,
        part: TimelinePart
    ) -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>> {
        let stored = query(window, dependingOn: .files(chat)) {
            [focus, unsavedDrafts, weak self] window, reader -> ChatWindow? in
            guard let timeline = try reader.timeline(of: chat, in: window, part: part) else { return nil }
            let unsaved = if let root = part.thread { unsavedDrafts[chat, root] } else { unsavedDrafts[chat] }
            var messages = timeline.messages
            for index in messages.indices where messages[index].attachment != nil {
                let file = try reader.file(of: messages[index].id, in: chat)
                messages[index].transfer = file.flatMap { self?.transfer(of: $0) }
            }
            let stored = timeline.hasUnfinished ? try reader.unfinishedTexts(in: chat, part: part) : []
            // A text that is not saved yet may be of another part.
            let unfinished = try unsavedDrafts.completing(stored, in: chat).filter {
                try stored.contains($0) || reader.thread(of: $0.target.message, in: chat) == part.thread
            }
            let firstUnread = timeline.firstUnread ?? messages.first(where: \.isUnread)?.id
            var window = ChatWindow(
                contact: timeline.contact,
                group: timeline.group,
                standing: timeline.standing,
                distinction: timeline.distinction,
                messages: messages,
                hasStoredEarlier: timeline.hasStoredEarlier,
                hasEarlier: timeline.hasEarlier,
                hasLater: timeline.hasLater,
                firstUnread: firstUnread,
                draft: part == .threads ? "" : unsaved ?? timeline.draft,
                unfinished: part == .threads ? [] : unfinished,
                isLookedAt: focus.isOn(chat, part),
                notifications: timeline.notifications,
                marks: timeline.marks,
                typingAuthors: try reader.names(of: self?.typingAuthors(in: chat) ?? [], in: chat)
            )
            window.hasUnreadRest = part != .threads && timeline.isCountedUnread && firstUnread == nil
            return window
        }
        guard hasEncryption else { return stored }
        return stored.map { [weak self] result in
            await result.completed { window in
                var window = window
                // A chat of which this cannot be read is shown as neither encrypted nor unencrypted.
                do {
                    window.encryption = try await self?.knownEncryption(of: chat)
                    window.canBeEncrypted = true
                } catch { window.isEncryptionUnknown = true }
                return window
            }
        }
    }
}

extension Session: ChatDetailsModel {
    public nonisolated func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) -> LiveQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>> {
        let stored = query(request, dependingOn: .chat(chat)) { try $1.details(of: chat, $0) }
        guard hasEncryption else { return stored }
        return stored.map { [weak self] result in
            await result.completed { window in
                var window = window
                do {
                    window.encryption = try await self?.knownEncryption(of: chat, deviceLimit: Limits.devices)
                } catch { window.isEncryptionUnknown = true }
                return window
            }
        }
    }
}

extension Session: SharedPicturesModel {
    public nonisolated func pictures(
        of chat: ChatID,
        _ rows: RowRange
    ) -> LiveQuery<RowRange, QueryResult<SharedPicturesWindow?>> {
        query(rows, dependingOn: .chat(chat)) { rows, reader in
            guard let contact = try reader.chat(chat)?.contact else { return nil }
            let page = try rows.page { try reader.sharedFiles(of: chat, picturesOnly: true, offset: $0, limit: $1) }
            return SharedPicturesWindow(contact: contact, pictures: page.rows, hasMore: page.hasMore)
        }
    }
}

extension Session: PinnedMessagesModel {
    public nonisolated func pins(
        of chat: ChatID,
        _ rows: RowRange
    ) -> LiveQuery<RowRange, QueryResult<PinnedMessagesWindow?>> {
        query(rows, dependingOn: .chat(chat)) { rows, reader in
            guard let contact = try reader.chat(chat)?.contact, let standing = try reader.standing(in: chat) else {
                return nil
            }
            let page = try rows.page { try reader.pinnedMessages(of: chat, offset: $0, limit: $1) }
            return PinnedMessagesWindow(
                contact: contact,
                standing: standing,
                pins: page.rows,
                hasMore: page.hasMore
            )
        }
    }
}

extension QueryResult {
    /// Returns the result with the content, if there is any, completed by what the history does not store.
    fileprivate func completed<Window>(_ complete: (Window) async -> Window) async -> Self where Content == Window? {
        guard case .success(let window?) = content else { return self }
        return QueryResult(.success(await complete(window)), status: status)
    }
}

extension ChatReader {
    fileprivate func details(of chat: ChatID, _ request: ChatDetailsRequest) throws -> ChatDetailsWindow? {
        guard let timeline = try timeline(of: chat, in: .newest(1)) else { return nil }
        let files = try request.files.page { try sharedFiles(of: chat, offset: $0, limit: $1) }
        var members = (rows: [ChatMember(id: .contact, name: timeline.contact.shownName)], hasMore: false)
        if timeline.group != nil {
            members = try request.members.page { try self.members(of: chat, offset: $0, limit: $1) }
        }
        return ChatDetailsWindow(
            contact: timeline.contact,
            group: timeline.group,
            standing: timeline.standing,
            distinction: timeline.distinction,
            members: members.rows,
            files: files.rows,
            hasMoreMembers: members.hasMore,
            hasMoreFiles: files.hasMore,
            notifications: timeline.notifications
        )
    }
}
