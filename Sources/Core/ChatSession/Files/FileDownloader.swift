import CSystem
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import Transport

/// Downloads the files that the user requests, and saves them elsewhere.
struct FileDownloader: Sendable {
    private let context: SessionContext
    private let progress: TransferProgress

    private var history: History { context.history }

    init(_ context: SessionContext, progress: TransferProgress) {
        (self.context, self.progress) = (context, progress)
    }

    /// Commits a request for a message's file. Does nothing if the file is here or requested already.
    ///
    /// Throws a `FileError` for a file that cannot be downloaded, or a `StorageProblem`.
    func request(_ message: MessageID, in chat: ChatID) async throws {
        let result = try await history.commit { [environment = context.environment, progress] writer in
            guard let file = try writer.read({ try $0.file(of: message, in: chat) }), !file.isOutgoing else {
                return Result<Bool, FileError>.success(false)
            }
            let isMissing = file.isComplete && !progress.isComplete(file)
            if file.isComplete, !isMissing { return .success(false) }
            if let error = file.attachment.error { return .failure(error) }
            let name = environment.makeLocalName(for: file.attachment.name)
            return .success(try writer.requestDownload(of: message, in: chat, as: name, isMissing: isMissing))
        }
        guard try result.get() else { return }
        history.feed.postFiles(of: chat)
        context.queues.downloads.request(chat)
    }

    /// Cancels a download and removes its bytes. A complete file stays. Throws a `StorageProblem`.
    func cancel(_ message: MessageID, in chat: ChatID) async throws {
        if try await history.commit({ try $0.cancelDownload(of: message, in: chat) }) {
            history.feed.postFiles(of: chat)
        }
    }

    /// Downloads until the caller's task is cancelled.
    func run() async {
        await context.queues.downloads.run {
            try await history.read { try $0.chatsWithDownloads() }
        } _: {
            await downloadAll(in: $0, $1)
        }
    }

    /// Downloads the requested files of a chat in the order of the requests, each until it is complete or has failed.
    private func downloadAll(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await backoff.attemptAll {
            try await history.read { try $0.nextDownload(in: chat) }
        } attempting: { file in
            let result: Result<Void, any Error>
            do { result = .success(try await downloadAndEnd(file, backoff)) } catch { result = .failure(error) }
            // In any case: it may have been cancelled since its last bytes were written.
            await removeIfCancelled(file)
            try result.get()
            history.feed.postFiles(of: chat)
        }
    }

    private func downloadAndEnd(_ file: RequestedDownload, _ backoff: Backoff) async throws {
        do {
            try await download(file, backoff)
            _ = try await history.commit { try $0.endDownload(file) }
        } catch ServiceError.refused(_, let text) {
            try await fail(file, reason: text)
        } catch let error as FileError {
            try await fail(file, reason: error.description)
        } catch is TransferCancelled {
            // Another file may be next.
        }
    }

    private func download(_ file: RequestedDownload, _ backoff: Backoff) async throws {
        if let error = file.attachment.error { throw error }
        let part = try PartialDownload(file, into: history.files, from: progress.reached(file.name))
        progress.begin(file.name, at: part.byteCount, in: file.chat)
        defer { progress.pause(file.name, in: file.chat) }
        // Requested even if all expected bytes are here: the server may have more.
        try await context.service.withTimeLimitForEachPart { [self] service, noteProgress in
            try await service.download(file.attachment.id, from: part.byteCount) { bytes in
                noteProgress()
                guard await isNext(file) else { throw TransferCancelled() }
                try part.append(bytes)
                progress.note(file.name, at: part.byteCount, in: file.chat)
                backoff.note(part.byteCount, of: file.name)
            }
        }
        try part.finish()
    }

    /// Whether this download is still requested. True if the disk fails, so that the download goes on.
    private func isNext(_ file: RequestedDownload) async -> Bool {
        do { return try await history.read { try $0.nextDownload(in: file.chat) } == file } catch { return true }
    }

    /// Removes the bytes of a cancelled download.
    private func removeIfCancelled(_ file: RequestedDownload) async {
        do {
            let stored = try await history.read { try $0.file(of: file.message, in: file.chat) }
            let isWanted = stored?.name == file.name
            if !isWanted || stored?.isComplete == true { progress.forget(file.name) }
            if !isWanted { try history.files.remove(file.name) }
        } catch {
            // The next launch removes them.
        }
    }

    private func fail(_ file: RequestedDownload, reason: String) async throws {
        try await history.commit { try $0.failFile(file, reason: reason.cut(toBytes: Limits.reasonBytes)) }
    }

    /// Writes a complete file to `path`, readable by its owner only.
    ///
    /// Never overwrites a file; a failure leaves none. Throws `FileError.lost` for a file that is not here, a `StorageProblem` or
    /// `CancellationError`. Cost: linear in the file's length.
    @concurrent
    func save(_ message: MessageID, in chat: ChatID, to path: String) async throws {
        let file = try await history.reader.read { try $0.file(of: message, in: chat) }
        guard let file, let name = file.name, progress.isComplete(file) else { throw FileError.lost }
        let target = try OpenFile(at: path, O_WRONLY | O_CREAT | O_EXCL)
        do {
            var offset: Int64 = 0
            while true {
                try Task.checkCancellation()
                let part = try history.files.read(name, at: offset, count: Limits.filePartBytes)
                if part.isEmpty { break }
                try target.write(part, at: offset)
                offset += Int64(part.count)
                await Task.yield()
            }
            try target.synchronize()
        } catch {
            unlink(path)
            throw error
        }
    }
}
