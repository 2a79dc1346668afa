import ChatStore
import Foundation
import Transport

extension SimulatedWorld {
    /// What contacts call their files: ordinary names, and what a hostile client would.
    private static let names = [
        "photo.png", "notes.txt", "../../etc/passwd", "\u{202E}gpj.exe", "日本語.pdf", ".hidden", "nul\0.txt",
        "a b.tar.gz", String(repeating: "long", count: 80) + ".json",
    ]

    /// Files without a picture come with a text.
    func contactSendsFile(chat: Int, number: Int) async {
        guard let (header, writers) = await company(chat) else { return }
        let isDrawn = number.isMultiple(of: 3)
        let part = Limits.filePartBytes
        let byteCount = [0, 20, 1000, part, part + 1, 2 * part + 3, 300, part + 4000][number % 8]
        let claimed: Int64? =
            switch number % 11 {
            case 0: Int64(byteCount / 2)
            case 1: Int64(byteCount + 7)
            case 2 where number.isMultiple(of: 2): -1
            default: nil
            }
        let sent = try? await server.contactSends(
            fileNamed: Self.names[number % Self.names.count],
            type: number.isMultiple(of: 7) ? "no type at all" : isDrawn ? "image/png" : nil,
            byteCount: isDrawn ? nil : Int64(byteCount),
            claimedByteCount: claimed,
            text: isDrawn && number % 7 != 0 && number.isMultiple(of: 2) ? "" : OddTexts.text(number),
            in: header.id,
            by: writers[number % writers.count]
        )
        if let sent { evidence.note("\(time) \(sent.attachment?.name ?? "") in \(header.id): \(sent.id)") }
    }

    /// Which message carries a file that was asked for, by the name that this has on the way.
    func place(of file: FileID) -> FilePlace? {
        let file = onServer(file)
        return evidence.with { $0.filePlaces[file] }
    }

    /// All bytes of a file as the server has it; nil when it has none such.
    func bytes(of file: FileID) async -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            guard let part = try? await server.part(of: onServer(file), at: Int64(bytes.count)) else { return nil }
            bytes += part
            if part.count < Limits.filePartBytes { return bytes }
        }
    }

    private func onServer(_ file: FileID) -> FileID { matrix == nil ? file : MatrixEvents.file(at: file.rawValue) }

    /// Where the app's files lie.
    var fileFolder: DiskFolder { DiskFolder(history.path + ".files") }

    /// Where the server keeps what was brought to it.
    var uploads: DiskFolder { DiskFolder(Self.journal(in: folder).path + ".files") }

    /// The bytes of a file that the app keeps; nil for none, or one that others may read.
    func bytes(of file: StoredFile?) -> [UInt8]? {
        file?.name.flatMap { fileFolder.path(of: $0) }.flatMap { privateBytes(at: $0) }
    }

    /// The bytes of a file on the disk; nil for none, or one that others may read.
    func privateBytes(at path: String) -> [UInt8]? {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        return mode == 0o600 ? try? OpenFile.bytes(at: path) : nil
    }
}

extension OpenFile {
    /// All that a file holds: Foundation leaks a page for each that is empty. Throws a `StorageProblem`.
    static func bytes(at path: String) throws -> [UInt8] {
        let file = try OpenFile(at: path, O_RDONLY)
        return try file.read(at: 0, count: Int(file.size() ?? 0))
    }
}
