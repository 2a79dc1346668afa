import ChatApp
import ChatSession
import ChatStore
import Foundation
import Testing
import Transport

/// Pictures and files between the session and the simulated server: F31, without a screen.
@Suite struct FileFeatureTests {
    private static let john = AppWorld.john

    @Test(arguments: UInt64(1)...10)
    func `F31: files go and come whole, each once and in order, through a storm and a restart of app and server`(
        seed: UInt64
    ) throws {
        let history = TemporaryFile()
        let journal = TemporaryFile()
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let original = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        let received: MessageID
        do {
            let world = try AppWorld(
                seed: seed,
                conditions: .storm,
                file: history.path,
                journal: URL(filePath: journal.path)
            )
            let (server, session) = (world.server, world.application.session)
            received = try world.perform {
                try await server.contactSends(fileNamed: "../../notes.txt", byteCount: 700_000, in: Self.john).id
            }
            #expect(world.run { (try? world.attachment(of: received)) != nil })
            try Data(bytes).write(to: original)
            try world.perform {
                try await session.send("before", to: Self.john)
                try await session.send(fileAt: original.path, text: "look", to: Self.john)
                try await session.send("after", to: Self.john)
                try await session.fetch(received, in: Self.john)
            }
            try FileManager.default.removeItem(at: original)
            world.run(for: .seconds(Int(seed)))
            world.stop()
        }
        let world = try AppWorld(
            seed: seed + 100,
            conditions: .storm,
            file: history.path,
            journal: URL(filePath: journal.path)
        )
        world.run(for: .seconds(1800))
        let ours = try world.perform { await world.server.log(of: Self.john) }.filter { $0.author == .me }
        #expect(ours.map(\.text) == ["before", "look", "after"] && ours.map(\.imageCount) == [0, 1, 0])
        let file = try #require(ours[1].attachment)
        #expect(file.byteCount == 600_000 && file.type == "image/jpeg")
        #expect(try world.perform { try await world.server.part(of: file.id, at: 500_000) } == Array(bytes[500_000...]))
        let attachment = try #require(try world.attachment(of: received))
        #expect(attachment.name == "notes.txt" && attachment.byteCount == 700_000)
        let session = world.application.session
        let state = try world.perform {
            let answer = await session.transfers(of: [received], in: Self.john).first { _ in true }
            return try answer?.content.get()[received]
        }
        guard case .here(let path?) = state else {
            Issue.record("the file is not here: \(String(describing: state))")
            return
        }
        #expect(path.hasSuffix("-notes.txt"))
        let part = try world.perform { try await world.server.part(of: attachment.id, at: 0) }
        #expect(try Data(contentsOf: URL(filePath: path)).prefix(part.count) == Data(part))
        #expect(try Data(contentsOf: URL(filePath: path)).count == 700_000)
    }
}

extension AppWorld {
    fileprivate func attachment(of message: MessageID) throws -> AttachedFile? {
        try perform { [application] in
            try await application.session.read { try $0.file(of: message, in: AppWorld.john)?.attachment }
        }
    }
}
