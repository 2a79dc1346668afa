import ChatTypes
import SimulatedServer
import Transport

/// A contact sends a picture or a file, sometimes with a wrong size. A file that is no picture comes with a text.
struct ContactSendsFile: OthersStep {
    let chat: Int
    let file: Int

    /// The names of contacts' files: ordinary ones, and those of a hostile client.
    private static let names = [
        "photo.png", "notes.txt", "../../etc/passwd", "\u{202E}gpj.exe", "日本語.pdf", ".hidden", "nul\0.txt",
        "a b.tar.gz", String(repeating: "long", count: 80) + ".json",
    ]

    func happen(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        let isDrawn = file.isMultiple(of: 3)
        let part = Limits.filePartBytes
        let byteCount = [0, 20, 1000, part, part + 1, 2 * part + 3, 300, part + 4000][file % 8]
        let claimed: Int64? =
            switch file % 11 {
            case 0: Int64(byteCount / 2)
            case 1: Int64(byteCount + 7)
            case 2 where file.isMultiple(of: 2): -1
            default: nil
            }
        let sent = try? await world.server.contactSends(
            fileNamed: Self.names[file % Self.names.count],
            type: file.isMultiple(of: 7) ? "no type at all" : isDrawn ? "image/png" : nil,
            byteCount: isDrawn ? nil : Int64(byteCount),
            claimedByteCount: claimed,
            text: isDrawn && file % 7 != 0 && file.isMultiple(of: 2) ? "" : OddTexts.text(file),
            in: header.id,
            by: writers[file % writers.count]
        )
        if let sent { world.evidence.note("\(world.time) \(sent.attachment?.name ?? "") in \(header.id): \(sent.id)") }
    }

    /// Opens the newest chat, which has the new file, and downloads it.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        let fetch = PersonFetchesFile(file: draw.number())
        return ([], [PersonLeaves(), TimePasses(seconds: 1), PersonOpensChat(row: 0), fetch])
    }
}
