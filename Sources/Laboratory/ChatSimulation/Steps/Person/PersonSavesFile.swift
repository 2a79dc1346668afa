import ChatApp
import ChatSession
import ChatTypes
import Foundation
import RuntimeKit
import SimulatedServer
import Transport

/// The user saves a file of the chat elsewhere. It must be written completely or not at all, and never over another
/// file.
struct PersonSavesFile: PersonStep {
    let file: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let place = person.asked(file, in: pane.id) else { return }
        let (world, evidence) = (person.world, person.evidence)
        let path = world.folder.appending(path: "saved").path
        let other = Data("another file".utf8)
        let isTaken = file.isMultiple(of: 4)
        if isTaken { try? other.write(to: URL(filePath: path)) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try await person.actions.session.saveFile(of: place.message, in: place.chat, to: path)
            let file = await world.server.log(of: place.chat).first { $0.id == place.message }?.attachment
            let bytes = world.privateBytes(at: path)
            guard let file else { return }
            let isWhole = await world.bytes(of: file.id) == bytes
            evidence.check(.files, isWhole && !isTaken, "the file of \(place) was saved, and is another")
        } catch {
            let left = try? OpenFile.bytes(at: path)
            let isRight = left == (isTaken ? Array(other) : nil)
            evidence.check(.files, isRight, "a file that was not saved left \(left?.count ?? 0) bytes")
        }
    }
}
