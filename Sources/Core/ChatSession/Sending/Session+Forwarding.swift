import ChatStore
public import ChatTypes
import RuntimeKit
import Transport

/// Messages that are sent on to another chat.
extension Session {
    /// Queues a copy of a stored message in another chat and returns its ID: as the user's own message outside threads, which answers none.
    /// `run()` sends it.
    ///
    /// A file is sent as the server has it, without a download, where `ChatService.canReuse` allows that: the key of an encrypted file leaves
    /// no encrypted chat. Otherwise its copy here is sent anew. A note stands in a line above the text.
    ///
    /// Throws `SessionError.notForwardable`; `notDownloaded` for a file that has to be sent anew and is not here, after a request for its
    /// download; `unknownChat`, `notJoined`, a `TextError`, a `FileError` or a `StorageProblem`.
    @discardableResult
    public func forward(_ message: MessageID, of chat: ChatID, to target: ChatID, note: String? = nil) async throws
        -> MessageID
    {
        let (found, file) = try await forwarded(message, of: chat)
        guard let found, !found.isDeleted, !found.isPlaceholder, found.event == nil else {
            throw SessionError.notForwardable
        }
        let text = FormattedText(found.text, found.spans)
        let noted = note.map { text.below($0) } ?? text
        guard let attachment = found.attachment else {
            if text.text.isEmpty { throw SessionError.notForwardable }
            return try await outbox.forward(noted, carrying: nil, to: target)
        }
        if attachment.error == nil, await canReuse(attachment.id, in: target) {
            return try await outbox.forward(noted, carrying: attachment, to: target)
        }
        if let file, let name = file.name, file.isOutgoing || transfer(of: file)?.isComplete == true {
            return try await copier.send(copy: name, of: attachment, noted, to: target)
        }
        try await download(message, in: chat)
        throw SessionError.notDownloaded(attachment.name)
    }

    private func forwarded(_ id: MessageID, of chat: ChatID) async throws -> (ChatMessage?, StoredFile?) {
        do {
            return try await read { reader in
                let found = try reader.timeline(of: chat, in: .around(id, before: 0, after: 0))?.messages
                return (found?.first { $0.id == id }, try reader.file(of: id, in: chat))
            }
        } catch { throw StorageProblem(error) }
    }

    /// Whether the server lets a chat use a file where it is; false if it does not answer.
    private func canReuse(_ file: FileID, in chat: ChatID) async -> Bool {
        (try? await context.service.withTimeLimit { try await $0.canReuse(file, in: chat) }) ?? false
    }
}
