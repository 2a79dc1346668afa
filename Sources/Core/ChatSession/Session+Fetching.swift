public import ChatStore
public import ChatTypes
public import RuntimeKit

extension Session {
    /// Commits that a message's file is wanted, and leaves the fetching to `run()`, of this start or a later one.
    ///
    /// However often it is asked for, it is fetched once; one that is here already is not fetched again. Throws a `FileError` for
    /// one that cannot be fetched, or a `StorageProblem`.
    public func fetch(_ message: MessageID, in chat: ChatID) throws {
        guard let file = try stored({ try $0.file(of: message, in: chat) }), !file.isOutgoing else { return }
        let isMissing = file.isHere && !isWhole(file)
        if file.isHere, !isMissing { return }
        if let fault = file.attachment.fault { throw fault }
        let name = localName(for: file.attachment.name)
        guard try commit({ try $0.wantFile(of: message, in: chat, as: name, isMissing: isMissing) }) else { return }
        feed.postFiles(of: chat)
        fetches.request(chat)
    }

    /// Fetches a message's file no further, and forgets what has come of it; one that is here stays. Throws a `StorageProblem`.
    public func cancelFetch(of message: MessageID, in chat: ChatID) throws {
        if try commit({ try $0.cancelFile(of: message, in: chat) }) { feed.postFiles(of: chat) }
    }

    /// How the files of some messages of a chat stand, asked again after each change, and a few times a second while one moves.
    ///
    /// Those that carry nothing, or what was never asked for, are left out. Cost: a few steps for each that is asked for.
    public nonisolated func transfers(
        of messages: [MessageID],
        in chat: ChatID
    ) -> LiveQuery<[MessageID], QueryResult<[MessageID: FileTransfer]>> {
        query(messages, dependingOn: .files(chat)) { [weak self] messages, reader in
            var transfers: [MessageID: FileTransfer] = [:]
            for message in messages {
                guard let file = try reader.file(of: message, in: chat) else { continue }
                transfers[message] = self?.transfer(of: file)
            }
            return transfers
        }
    }

    /// How far a file has come that a reader has told of; nil when it was never asked for.
    public nonisolated func transfer(of file: StoredFile) -> FileTransfer? {
        FileTransfer(file, in: files, moves)
    }

    func fetchFiles() async {
        await resume(fetches) { try stored { try $0.chatsWithFetches() } }
        await fetches.run(pause: pause) { await self.fetchFiles(in: $0, $1) }
    }

    /// Fetches what is wanted in one chat, what was asked for first, each until it is here or has failed.
    private func fetchFiles(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await workThrough(backoff) {
            try stored { try $0.nextToFetch(in: chat) }
        } attempting: { file in
            // However it ended: it may not be wanted any more since its last bytes were written.
            defer { removeIfForgotten(file) }
            do {
                try await receive(file, backoff)
                _ = try commit { try $0.settleFile(file) }
            } catch ServiceError.refused(_, let text) {
                try fail(file, because: text)
            } catch let fault as FileError {
                try fail(file, because: fault.description)
            } catch is Unwanted {
                // There is another one to fetch next.
            }
            feed.postFiles(of: chat)
        }
    }

    @concurrent
    private nonisolated func receive(_ file: WantedFile, _ backoff: Backoff) async throws {
        if let fault = file.attachment.fault { throw fault }
        let intake = try FileIntake(file, into: files, from: moves.reached(file.name))
        moves.begin(file.name, at: intake.byteCount, in: file.chat)
        defer { moves.pause(file.name, in: file.chat) }
        // Even where all has come that was said: whether more would follow, the server alone knows.
        try await service.download(file.attachment.id, from: intake.byteCount) { [moves] part in
            guard await self.isToFetch(file) else { throw Unwanted() }
            try intake.append(part)
            moves.note(file.name, at: intake.byteCount, in: file.chat)
            backoff.note(intake.byteCount, of: file.name)
        }
        try intake.finish()
    }

    /// Whether the very wish stands. A disk that cannot be read stops nothing.
    private func isToFetch(_ file: WantedFile) -> Bool {
        do { return try stored { try $0.nextToFetch(in: file.chat) } == file } catch { return true }
    }

    /// What came of a file that is not wanted any more is a stray. A disk that cannot be read forgets nothing.
    private func removeIfForgotten(_ file: WantedFile) {
        do {
            let kept = try stored { try $0.file(of: file.message, in: file.chat) }
            let isWanted = kept?.name == file.name
            if !isWanted || kept?.isHere == true { moves.forget(file.name) }
            if !isWanted { try files.remove(file.name) }
        } catch {
            // The next start tidies up.
        }
    }

    private func fail(_ file: WantedFile, because reason: String) throws {
        try commit { try $0.failFile(file, reason: reason.cut(toBytes: Limits.reasonBytes)) }
    }
}
