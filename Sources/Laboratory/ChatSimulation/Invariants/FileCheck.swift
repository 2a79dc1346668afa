import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit

/// A check that all files are in place at a quiet moment: sent files on the server, requested files on the device.
struct FileCheck: Sendable {
    let world: SimulatedWorld
    let server: [ServerChatContent]
    let session: Session

    private var evidence: Evidence { world.evidence }

    func run() async {
        for chat in server {
            for message in chat.log {
                guard let file = message.attachment else { continue }
                let place = FilePlace(chat: chat.header.id, message: message.id)
                await message.author == .me ? checkSent(file, at: place) : checkFetched(file, at: place)
            }
        }
        await checkCopies()
        checkServer()
        await checkFolder()
    }

    /// Checks that the file on the server has the bytes and the name with which it was sent.
    private func checkSent(_ file: AttachedFile, at place: FilePlace) async {
        let sent = evidence.with { content in content.typed.first { $0.file?.name == file.name }?.file }
        let bytes = await world.bytes(of: file.id)
        evidence.check(.files, sent != nil && bytes == sent?.bytes, "\(file.name) is on the server with other bytes")
    }

    /// Checks that the local copy of a sent file can be opened until its message is deleted.
    private func checkCopies() async {
        for typed in evidence.with({ $0.typed }) where typed.removal == .none && typed.hasCopy {
            guard let file = typed.file, let id = typed.id else { continue }
            let kept = await stored(FilePlace(chat: typed.chat, message: id))
            let isComplete = kept?.isComplete == true && world.bytes(of: kept) == file.bytes
            evidence.check(.files, isComplete, "the copy of \(file.name) as \(id) is lost: \(String(describing: kept))")
        }
    }

    /// Checks that a requested file is complete on the device or has failed, and that a file not requested is absent.
    private func checkFetched(_ file: AttachedFile, at place: FilePlace) async {
        let (kept, wish) = (await stored(place), evidence.with { $0.wishes[place] })
        guard let kept else { return }
        let whole = await world.bytes(of: file.id)
        if kept.isComplete {
            let isWhole = whole != nil && world.bytes(of: kept) == whole
            evidence.check(.files, isWhole, "the file of \(place) counts as here, and is not whole")
        } else if kept.name != nil {
            let isTold = kept.failure.map { reason in reasons.contains { reason.hasPrefix($0) } } ?? false
            evidence.check(.files, isTold, "the file of \(place) is not here for \(kept.failure ?? "no reason")")
        }
        switch wish {
        case nil: evidence.check(.files, kept.name == nil, "the file of \(place) was not asked for, and is wanted")
        case .asked: evidence.check(.files, kept.name != nil, "that the file of \(place) is wanted is forgotten")
        case .cancelled:
            evidence.check(
                .files,
                kept.name == nil || kept.isComplete,
                "the file of \(place) is wanted, and was cancelled"
            )
        case .tried: break
        }
        await checkShown(kept, at: place)
    }

    /// The acceptable reasons for a failed download: a refusal by the server, or a disk error.
    private var reasons: [String] {
        let failing = world.disk.refusedCount == 0 ? [] : ["The disk is full", "The file could not be stored"]
        return failing + [SeverableTransport.refusal]
    }

    private func checkShown(_ kept: StoredFile, at place: FilePlace) async {
        guard let shown = await transfer(of: place) else { return }
        let isSame =
            switch shown {
            case nil: kept.name == nil
            case .complete(let path): kept.isComplete && path == kept.name.flatMap { world.fileFolder.path(of: $0) }
            case .failed(let reason): reason == kept.failure
            case .waiting, .moving: false
            }
        evidence.check(.files, isSame, "of the file of \(place) is shown \(String(describing: shown)), not \(kept)")
    }

    /// Returns a file's transfer state as reported to screens; `nil` without an answer.
    private func transfer(of place: FilePlace) async -> FileTransfer?? {
        let (query, answer) = (session.transfers(of: [place.message], in: place.chat), Box<FileTransfer?>())
        await withTaskGroup { group in
            group.addTask {
                await query.follow { snapshot in
                    if case .success(let all) = snapshot.content { answer.set(all[place.message]) }
                }
            }
            group.addTask { try? await world.executor.clock.sleep(for: .milliseconds(20)) }
            await group.next()
            group.cancelAll()
        }
        return answer.value
    }

    /// Checks that no file is on the server twice. A Matrix homeserver accepts a repeated upload whose answer was
    /// lost.
    private func checkServer() {
        let folder = world.uploads
        guard world.matrix == nil, let names = try? folder.names() else { return }
        let all = names.compactMap { folder.path(of: $0).flatMap { world.privateBytes(at: $0) } }
        for file in evidence.with({ $0.typed.compactMap(\.file) }) where file.byteCount > 0 {
            let bytes = file.bytes
            let count = all.count { $0 == bytes }
            evidence.check(.files, count <= 1, "\(file.name) is on the server \(count) times")
        }
    }

    /// Checks that the history names every file in the folder. Exempts leftovers after disk errors since the start.
    private func checkFolder() async {
        guard let names = try? world.fileFolder.names(), let named = try? await session.read({ try $0.fileNames() })
        else { return }
        let strays = Set(names).subtracting(named)
        let isExcused = world.evidence.with(\.refusedAtStart) != world.disk.refusedCount
        evidence.check(.files, strays.isEmpty || isExcused, "\(strays.sorted()) are there, and nothing names them")
    }

    private func stored(_ place: FilePlace) async -> StoredFile? {
        (try? await session.read { try $0.file(of: place.message, in: place.chat) }) ?? nil
    }
}
