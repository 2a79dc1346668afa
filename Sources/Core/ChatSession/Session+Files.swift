import ChatStore
public import ChatTypes
import Foundation
import RuntimeKit

extension Session {
    /// Has `run()` copy a file, commit a message that carries it under a new id, and send it.
    ///
    /// The original may go away then, and a draft that is that very text is emptied. The message stands behind all that was sent
    /// before the copy was made; the files of a chat are sent in the order in which they were given. What fails leaves nothing
    /// behind. Throws a `FileError`, a `TextError` for a text that is too long, `SessionError.unknownChat`, or a
    /// `StorageProblem`. Cost: linear in the file's length.
    ///
    /// A caller whose task is cancelled waits no longer, and is thrown a `CancellationError`: the file is sent all the same. Should
    /// the copy fail then, nothing tells of it, and a draft stays one. What is not copied when `run()` ends is never sent.
    @discardableResult
    public nonisolated func send(fileAt path: String, text: String = "", to chat: ChatID) async throws -> MessageID {
        if let fault = TextError(of: text), fault != .empty { throw fault }
        let outcome = GivenFile.Outcome()
        await Completion.wait {
            givenFiles.give(GivenFile(path: path, text: text, outcome: outcome, completion: $0), to: chat)
        }
        guard let result = outcome.value else { throw CancellationError() }
        return try result.get()
    }

    func copyFiles() async {
        await givenFiles.run { try await self.copy($0, to: $1) }
    }

    /// Copied and hashed in parts, beside the session.
    @concurrent
    private nonisolated func copy(_ file: GivenFile, to chat: ChatID) async throws -> MessageID {
        try await checkIsHere(chat)
        let name = FileName.harmless(file.path)
        let copy = try await FileCopy(of: file.path, as: localName(for: name), in: files)
        do { return try await enqueue(copy, called: name, text: file.text, in: chat) } catch {
            try? files.remove(copy.name)
            throw error
        }
    }

    private func enqueue(_ copy: FileCopy, called name: String, text: String, in chat: ChatID) throws -> MessageID {
        let type = MediaType.ofFile(named: name)
        let attachment = AttachedFile(id: FileID(""), name: name, type: type, byteCount: copy.byteCount)
        let id = try commit { writer in
            // What was typed while it was copied is another draft.
            if !text.isEmpty { try writer.dropDraft(text, in: chat) }
            let said = text.allSatisfy(\.isWhitespace) ? "" : text
            let id = try enqueue(said, carrying: attachment, to: chat, by: writer)
            try writer.keepCopy(copy.name, digest: copy.digest, of: id, in: chat)
            return id
        }
        feed.post([chat])
        outbox.request(chat)
        return id
    }

    /// Brings the file of a message that waits to the server: as often as it takes, and where it is then is committed before
    /// the message goes out.
    func upload(_ file: OutgoingFile, from copy: String?, in chat: ChatID, _ backoff: Backoff) async throws {
        // Told when it is known what has come of it: one that has got there does not wait for its turn.
        defer { if let copy { moves.end(copy, in: chat) } }
        do {
            let place = try await send(file, from: copy, in: chat, backoff)
            try commit { _ = try $0.setFile(place, of: file.id, in: chat) }
        } catch ServiceError.refused(_, let text) {
            try fail(file.id, in: chat, because: text)
        } catch let fault as FileError {
            try fail(file.id, in: chat, because: fault.description)
        } catch is Unwanted {
            // The message was taken back: there is another one to send next.
        }
    }

    @concurrent
    private nonisolated func send(
        _ file: OutgoingFile,
        from copy: String?,
        in chat: ChatID,
        _ backoff: Backoff
    ) async throws -> FileID {
        // A part of it may be there since a power cut, or none, where only the history was brought back.
        guard let copy, try reading({ try files.size(of: copy) }) == file.byteCount else { throw FileError.lost }
        moves.begin(copy, in: chat)
        let place = try await service.upload(file) { [files, moves] offset, count in
            guard await self.isToSend(file.id, in: chat) else { throw Unwanted() }
            moves.note(copy, at: offset, in: chat)
            // What lies before has got there.
            backoff.note(offset, of: copy)
            return try reading { try files.read(copy, at: offset, count: count) }
        }
        guard place.rawValue.isUsableID else { throw FileError.nowhere }
        return place
    }

    /// Whether the very file is what the chat's outbox is to send next. A disk that cannot be read stops nothing.
    private func isToSend(_ file: MessageID, in chat: ChatID) -> Bool {
        do {
            guard case .upload(let next, _)? = try stored({ try $0.nextToSend(in: chat, withRemovals: false) }) else {
                return false
            }
            return next.id == file
        } catch {
            return true
        }
    }

    /// A name in the folder beside the history that no other file has, and that shows what it is.
    nonisolated func localName(for name: String) -> String {
        let start = environment.random.hexadecimalDigits(wordCount: 1) + "-"
        return start + FileName.harmless(name, limit: Limits.fileNameBytes - start.utf8.count)
    }
}

/// What keeps our copy from being read may stay for ever: told, it holds up nothing that waits behind it.
private func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let problem as StorageProblem { throw FileError.unreadable(problem) }
}

/// What moved is not wanted any more.
struct Unwanted: Error {}
