import CSystem
import ChatStore
public import ChatTypes
import Foundation
import RuntimeKit

extension Session {
    /// Writes a file that is here to a place of a person's choice, for its owner alone; what stands there already is not
    /// touched. What fails leaves nothing. Throws `FileError.lost` for one that is not here, a `StorageProblem` or
    /// `CancellationError`. Cost: linear in the file's length.
    @concurrent
    public nonisolated func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws {
        let file = try await read { try $0.file(of: message, in: chat) }
        guard let file, let name = file.name, isWhole(file) else { throw FileError.lost }
        let target = try OpenFile(at: path, O_WRONLY | O_CREAT | O_EXCL)
        do {
            var offset: Int64 = 0
            while true {
                try Task.checkCancellation()
                let part = try files.read(name, at: offset, count: Limits.filePartBytes)
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
