import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// Pictures and files: F31.
@Suite struct FileFeatureTests {
    @Test func `F31: a picture is downloaded on request, whole and readable by the user alone`() throws {
        let file = TemporaryFile()
        let world = try AppWorld(file: file.path)
        world.start()
        world.open()
        let message = try world.perform { [server = world.server] in
            try await server.contactSends(fileNamed: "../../Holiday.png", in: AppWorld.john)
        }
        world.run(for: .seconds(60))
        #expect(world.file?.name == "Holiday.png" && world.file?.detail.hasPrefix("image/png, ") == true)
        #expect(world.file?.transfer == nil, "no download without a request")
        let module = world.interface.chatModule
        try world.perform { await module?.perform(.download(message.id)) }
        world.run(for: .seconds(60))
        let path = try #require(world.file?.path)
        #expect(path.hasPrefix(file.path + ".files/") && path.hasSuffix("Holiday.png"))
        let place = try #require(message.attachment?.id)
        let bytes = try world.perform { [server = world.server] in try await server.part(of: place, at: 0) }
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == bytes)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(world.previews == ["Attachment: 1 Image"])
    }

    @Test func `F31: a sent file arrives whole after a restart without the original`()
        throws
    {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let history = TemporaryFile()
        let journal = TemporaryFile()
        let original = TemporaryFile()
        try Data(bytes).write(to: URL(filePath: original.path))
        do {
            let world = try AppWorld(file: history.path, journal: URL(filePath: journal.path))
            world.start()
            world.open()
            world.connection.conditions = .away
            let (module, path) = (world.interface.chatModule, original.path)
            try world.perform { await module?.perform(.sendFile(path: path, text: "Here")) }
            try FileManager.default.removeItem(atPath: path)
            world.run(for: .seconds(5))
            #expect(world.deliveries.last == .sending && world.texts.last == "Here")
        }
        let world = try AppWorld(file: history.path, journal: URL(filePath: journal.path))
        world.start()
        world.run(for: .seconds(60))
        let log = try world.perform { [server = world.server] in await server.log(of: AppWorld.john) }
        let sent = try #require(log.last)
        #expect(log.count == 2 && sent.text == "Here" && sent.attachment?.byteCount == 300_000)
        let arrived = try world.perform { [connection = world.connection] in
            let parts = Recorder<[UInt8]>()
            try await connection.download(try #require(sent.attachment).id, from: 0) { parts.record($0) }
            return Array(parts.values.joined())
        }
        // Apart: an expectation looks for the differences of such long arrays, which takes hours.
        let isWhole = arrived == bytes
        #expect(isWhole)
        #expect(world.previews == ["Here"])
        world.open()
        world.openDetails()
        #expect(world.interface.details?.files.map(\.id) == [sent.id])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F31: a file is sent after leaving at once, and its text is no draft`(
        seed: UInt64
    )
        throws
    {
        let original = TemporaryFile()
        try Data(repeating: 7, count: 300_000).write(to: URL(filePath: original.path))
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        let module = try #require(world.interface.chatModule)
        for text in ["Here", "There"] { module.send(.sendFile(path: original.path, text: text)) }
        module.send(.leave)
        world.run(for: .seconds(120))
        let log = try world.perform { [server = world.server] in await server.log(of: AppWorld.john) }
        #expect(log.suffix(2).map(\.text) == ["Here", "There"])
        #expect(log.suffix(2).map(\.attachment?.byteCount) == [300_000, 300_000])
        world.open()
        #expect(world.interface.chat?.draft == "")
    }

    @Test func `F31: a cancelled download stops, and an unsendable file says why`() throws {
        let file = TemporaryFile()
        let world = try AppWorld(conditions: .storm, file: file.path)
        world.start()
        world.open()
        let message = try world.perform { [server = world.server] in
            try await server.contactSends(fileNamed: "film.mp4", byteCount: 50_000_000, in: AppWorld.john)
        }
        world.run { world.file != nil }
        let module = world.interface.chatModule
        try world.perform { await module?.perform(.download(message.id)) }
        world.run { if case .moving(1..., _) = world.file?.transfer { true } else { false } }
        try world.perform { await module?.perform(.cancelDownload(message.id)) }
        world.run(for: .seconds(600))
        #expect(world.file?.transfer == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.path + ".files") == [])
        try world.perform { await module?.perform(.sendFile(path: "/tmp")) }
        #expect(world.interface.chat?.problem?.text == "Only regular files can be sent")
    }
}

extension AppWorld {
    /// The newest file in the open chat.
    fileprivate var file: ChatViewState.File? { interface.chat?.rows.compactMap(\.file).last }
}
