import ChatStore
import ChatTypes

/// A check of files after a process death: files sent or requested are remembered, and files marked as downloaded are
/// complete.
struct FileDeathCheck {
    let world: SimulatedWorld
    let server: [ServerChatContent]
    let history: StoredHistory

    func run(_ reader: borrowing ChatReader) throws {
        let content = world.evidence.with { $0 }
        for typed in content.typed where typed.removal == .none && typed.hasCopy {
            guard let file = typed.file, let id = typed.id else { continue }
            let kept = try reader.file(of: id, in: typed.chat)
            let isWhole = world.bytes(of: kept) == file.bytes && kept?.isComplete == true
            world.evidence.check(.files, isWhole, "the copy of \(file.name) is lost: \(String(describing: kept))")
        }
        for (place, wish) in content.wishes.sorted(by: { $0.key.message < $1.key.message }) {
            // A file whose message was deleted may be gone from the device, too.
            let message = server.first { $0.header.id == place.chat }?.log.first { $0.id == place.message }
            guard let attachment = message?.attachment, let kept = try reader.file(of: place.message, in: place.chat)
            else { continue }
            if wish == .asked {
                world.evidence.check(.files, kept.name != nil, "that the file of \(place) is wanted is forgotten")
            }
            let mustBeHere = content.filesSeen.contains(place)
            world.evidence.check(.files, kept.isComplete || !mustBeHere, "the file of \(place) was here, and is lost")
            guard kept.isComplete else { continue }
            let whole = world.result { [world] in await world.bytes(of: attachment.id) }
            let isWhole = world.bytes(of: kept) == whole
            world.evidence.check(.files, isWhole, "the file of \(place) counts as here, and is not")
        }
    }
}
