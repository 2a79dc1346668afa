import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

/// The process dies at a write and leaves its files only.
@Suite struct FileDeathTests {
    @Test func `after a death at any write of an upload, the file is sent once and complete`() throws {
        let deaths = Counter()
        let numbers = Seeds.every(4, of: 1...60)
        for number in numbers {
            let file = TemporaryFile()
            let original = try Original(2500)
            let dying = try SessionWorld(file: file.path, holding: [message(1)])
            dying.run(for: .seconds(1))
            try dying.send("before")
            try dying.failStatements(from: number)
            let isCommitted = (try? dying.send(original)) != nil
            let isFollowed = (try? dying.send("after")) != nil
            dying.run(for: .seconds(2))
            if try dying.status().storageProblem != nil { deaths.increment() }
            dying.stop()
            let world = try SessionWorld(file: file.path, continuing: dying)
            world.run(for: .seconds(120))
            let expected = ["text 1", "before"] + (isCommitted ? [""] : []) + (isFollowed ? ["after"] : [])
            #expect(world.service.log().map(\.text) == expected, "after a death at write \(number)")
            #expect(try world.texts() == expected && world.deliveries().dropFirst().allSatisfy { $0 == .sent })
            #expect(Array(world.service.files.values) == (isCommitted ? [original.bytes] : []))
            #expect(try world.folder.names().count == (isCommitted ? 1 : 0))
        }
        #expect(deaths.value > numbers.count / 6 && deaths.value < numbers.count)
    }

    @Test func `after a death at any write of a download, the file arrives complete`() throws {
        let deaths = Counter()
        for number in 1...12 {
            let file = TemporaryFile()
            let attachment = AttachedFile(id: FileID("f"), name: "a.pdf", type: "application/pdf", byteCount: 2500)
            let dying = try SessionWorld(file: file.path, holding: [message(1, attachment: attachment)])
            dying.service.files = [FileID("f"): Original.bytes(2500)]
            dying.run(for: .seconds(1))
            try dying.failStatements(from: number)
            let isCommitted = (try? dying.download(1)) != nil
            dying.run(for: .seconds(2))
            if try dying.status().storageProblem != nil { deaths.increment() }
            dying.stop()
            let world = try SessionWorld(file: file.path, continuing: dying)
            world.run(for: .seconds(60))
            #expect(try (world.bytes(of: MessageID("m1")) == Original.bytes(2500)) == isCommitted)
            #expect(try world.folder.names().count == (isCommitted ? 1 : 0))
        }
        #expect((3..<12).contains(deaths.value))
    }

    @Test func `after a death between two writes, no partial file counts as complete`() throws {
        for count in 0...5 {
            let file = TemporaryFile()
            let attachment = AttachedFile(id: FileID("f"), name: "a.pdf", type: "application/pdf", byteCount: 2500)
            let disk = ShortDiskFake(DiskFolder(file.path + ".files"))
            let dying = try SessionWorld(file: file.path, holding: [message(1, attachment: attachment)], files: disk)
            dying.service.files = [FileID("f"): Original.bytes(2500)]
            dying.run(for: .seconds(1))
            disk.die(afterWrites: count)
            try dying.failStatements(from: 6)
            try? dying.download(1)
            dying.run(for: .seconds(1))
            _ = try? dying.send(try Original(600_000))
            dying.stop()
            let world = try SessionWorld(file: file.path, continuing: dying)
            world.run(for: .seconds(60))
            let known = try world.perform { try await $0.read { try $0.fileNames() } }
            #expect(try world.folder.names().allSatisfy(known.contains), "no stray is left")
            if let bytes = try world.bytes(of: MessageID("m1")) { #expect(bytes == Original.bytes(2500)) }
            #expect(world.service.log().count == 1)
        }
    }
}
