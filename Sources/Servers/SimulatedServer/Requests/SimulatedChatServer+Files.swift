public import ChatTypes
import Foundation
import RuntimeKit

/// Transfer of files, part by part. A complete file is stored beside the journal, and its name in it.
extension SimulatedChatServer {
    /// The progress of an upload.
    package enum UploadState: Hashable, Sendable {
        case reached(Int64)
        case whole(FileID)
    }

    /// An incomplete upload, which a restarted server forgets.
    struct UnfinishedFile {
        let file: OutgoingFile
        /// The name in the folder.
        let name: String
        var byteCount: Int64 = 0
        var hash = SHA256()
    }

    /// Receives the next part of a file, and returns the progress. A part that came already, or too early, changes
    /// nothing: an empty one asks for the progress.
    package func receive(_ part: [UInt8], at offset: Int64, of file: OutgoingFile) throws -> UploadState {
        if let known = ledger.state.upload(file.id) { return .whole(known.file) }
        try admit(.me, toChatAt: index(of: file.chat))
        guard (0...Limits.fileBytes).contains(file.byteCount) else { throw ServiceError.tooLarge }
        var upload = try begun(file)
        if offset == upload.byteCount {
            guard Int64(part.count) <= file.byteCount - offset else { throw giveUp(upload) }
            try folder.write(part, to: upload.name, at: offset)
            upload.byteCount += Int64(part.count)
            upload.hash.add(part)
            unfinished[file.id] = upload
        }
        guard upload.byteCount == file.byteCount else { return .reached(upload.byteCount) }
        guard upload.hash.digest == file.digest else { throw giveUp(upload) }
        let kept = try ledger.keep(file, as: Self.fileID(of: upload.name))
        unfinished[file.id] = nil
        return .whole(kept)
    }

    /// Returns a file's bytes from `offset` on, at most one part; empty at its end.
    package func part(of file: FileID, at offset: Int64) throws -> [UInt8] {
        if let made = GeneratedFile(file) { return made.bytes(at: offset, count: Limits.filePartBytes) }
        guard let upload = ledger.state.upload(at: file), let name = Self.name(of: upload.file), offset >= 0,
            try folder.size(of: name) != nil
        else { throw ServiceError.unknownFile }
        return try folder.read(name, at: offset, count: Limits.filePartBytes)
    }

    /// Starts an upload, again for another file under the same ID.
    private func begun(_ file: OutgoingFile) throws -> UnfinishedFile {
        if let upload = unfinished[file.id] {
            if upload.file == file { return upload }
            try folder.remove(upload.name)
        }
        let upload = UnfinishedFile(file: file, name: environment.random.hexadecimalDigits(wordCount: 2))
        unfinished[file.id] = upload
        return upload
    }

    private func giveUp(_ upload: UnfinishedFile) -> ServiceError {
        unfinished[upload.file.id] = nil
        try? folder.remove(upload.name)
        return .damagedFile
    }

    /// Removes all files that the journal does not name.
    static func tidy(_ folder: any FileFolder, keeping state: ServerState) {
        for name in (try? folder.names()) ?? [] where state.upload(at: fileID(of: name)) == nil {
            try? folder.remove(name)
        }
    }

    static func folder(beside journal: ServerJournal?) -> any FileFolder {
        journal.map { DiskFolder($0.file.path + ".files") } ?? MemoryFolder()
    }

    private static let prefix = "upload-"

    private static func fileID(of name: String) -> FileID { FileID(prefix + name) }

    private static func name(of file: FileID) -> String? {
        file.rawValue.hasPrefix(prefix) ? String(file.rawValue.dropFirst(prefix.count)) : nil
    }
}

extension SimulatedChatServer {
    /// Lets a contact send a file; delivered live. Its bytes are computed from the message's ID: a small picture, or
    /// `byteCount` random bytes. The message states `claimedByteCount` instead of the true size.
    @discardableResult
    public func contactSends(
        fileNamed name: String,
        type: String? = nil,
        byteCount: Int64? = nil,
        claimedByteCount: Int64? = nil,
        text: String = "",
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Message {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        let id = environment.makeMessageID()
        let made = byteCount.map { GeneratedFile(for: id, byteCount: $0) } ?? GeneratedFile(drawnFor: id)
        let attachment = made.attachment(named: name, type: type, byteCount: claimedByteCount)
        let message = try ledger.say(text, attachment: attachment, id: id, as: author, inChatAt: index)
        publish(messages: [message], inChatAt: index)
        return message
    }
}
