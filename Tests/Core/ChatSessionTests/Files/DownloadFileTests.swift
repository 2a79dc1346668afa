import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import ChatSession

@Suite struct DownloadFileTests {
    private static func carrying(_ count: Int64, named name: String = "notes.pdf", number: Int = 2) -> Message {
        let file = AttachedFile(id: FileID("f\(number)"), name: name, type: "application/pdf", byteCount: count)
        return message(number, text: "", attachment: file)
    }

    private static func world(
        seed: UInt64? = nil,
        file: String? = nil,
        held: Int = 3500,
        said: Int64 = 3500,
        named name: String = "notes.pdf",
        files: (any FileFolder)? = nil,
        script: (inout ServiceFake.Script) -> Void = { _ in }
    ) throws -> SessionWorld {
        let log = [message(1), carrying(said, named: name), carrying(500, number: 3)]
        let world = try SessionWorld(seed: seed, file: file, holding: log, files: files, script: script)
        world.service.files = [FileID("f2"): Original.bytes(held), FileID("f3"): Original.bytes(500)]
        world.run(for: .seconds(1))
        return world
    }

    @Test func `a file is downloaded only on request, and once for several requests`() throws {
        let file = TemporaryFile()
        let world = try Self.world(file: file.path)
        world.run(for: .seconds(100))
        #expect(
            world.service.requests(.download).isEmpty && !FileManager.default.fileExists(atPath: file.path + ".files")
        )
        #expect(try world.transfer(of: 2) == nil && world.transfer(of: 1) == nil)
        let spy = world.follow(MessageID("m2"))
        world.run(for: .milliseconds(1))
        for _ in 1...3 { try world.download(2) }
        #expect(try world.transfer(of: 2) == .waiting || world.service.requests(.download).count == 1)
        world.run(for: .seconds(5))
        try world.download(2)
        world.run(for: .seconds(5))
        #expect(world.service.requests(.download).map(\.what) == ["f2 0", "f2 1000", "f2 2000", "f2 3000", "f2 3500"])
        guard case .complete(let path?) = try world.transfer(of: 2) else {
            Issue.record("it is not here")
            return
        }
        #expect(path.hasPrefix(file.path + ".files/") && path.hasSuffix("-notes.pdf"))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(Original.bytes(3500)))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(spy.all.first == .some(nil) && spy.all.last == .complete(path: path))
        #expect(try world.messages().map(\.attachment?.name) == [nil, "notes.pdf", "notes.pdf"])
    }

    @Test(arguments: Seeds.upTo(20))
    func `lost parts are downloaded again, received parts are not`(seed: UInt64) throws {
        let world = try Self.world(seed: seed) { script in
            script.before = { request, count in
                if request.kind == .download, (count + Int(seed)).isMultiple(of: 2) { throw ServiceError.unreachable }
            }
        }
        try world.download(2)
        try world.download(3)
        world.run(for: .seconds(600))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(3500))
        #expect(try world.bytes(of: MessageID("m3")) == Original.bytes(500))
        let served = world.service.requests(.download).map(\.what)
        #expect(served.count { $0 == "f2 0" } <= 2 && served.count { $0 == "f2 3000" } <= 2)
    }

    @Test func `a download backs off only while no bytes move`()
        throws
    {
        let world = try Self.world(held: 60_000, said: 60_000) { script in
            script.before = { if $0.kind == .download, $1.isMultiple(of: 2) { throw ServiceError.unreachable } }
        }
        try world.download(2)
        world.run(for: .seconds(120))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(60_000))
        let before = world.service.requests(.download).count
        world.service.script.before = { request, _ in
            if request.kind == .download { throw ServiceError.unreachable }
        }
        try world.download(3)
        world.run(for: .seconds(600))
        #expect(world.service.requests(.download).count - before < 50)
    }

    @Test(arguments: [(2000, "f2 0"), (262_000, "f2 0"), (263_000, "f2 262144"), (530_000, "f2 524288")])
    func `a download survives a restart and continues after the synchronised bytes`(came: Int, asked: String) throws {
        let file = TemporaryFile()
        let earlier = try Self.world(file: file.path, held: 540_000, said: 540_000) { script in
            script.before = { request, count in
                if request.kind == .download, count > came / 1000 { throw ServiceError.unreachable }
            }
        }
        try earlier.download(2)
        earlier.run(for: .seconds(20))
        earlier.stop()
        // A power cut may damage everything behind the last whole part.
        let name = try #require(try earlier.folder.names().first)
        #expect(try earlier.folder.size(of: name) == Int64(came))
        let left = try FileHandle(forUpdating: URL(filePath: file.path + ".files/" + name))
        let sure = (came - 1) / Limits.filePartBytes * Limits.filePartBytes
        try left.seek(toOffset: UInt64(sure))
        try left.write(contentsOf: Data(count: came - sure))
        try left.close()
        let world = try SessionWorld(file: file.path, continuing: earlier)
        world.run(for: .seconds(20))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(540_000))
        #expect(world.service.requests(.download).map(\.what).first == asked)
    }

    @Test(arguments: [0, 1, 2999, 3499, 3501, 10_000])
    func `a file with fewer or more bytes than its sender stated is complete as the server has it`(held: Int) throws {
        let world = try Self.world(held: held)
        try world.download(2)
        world.run(for: .seconds(10))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(held))
    }

    @Test(arguments: [0, 1000, 2000, 3000])
    func `a download that breaks off at its stated end is requested to the end`(said: Int64) throws {
        let world = try Self.world(said: said) { script in
            script.before = { request, _ in
                if request.what == "f2 \(said)", request.kind == .download, request.time < .seconds(3) {
                    throw ServiceError.unreachable
                }
            }
        }
        try world.download(2)
        world.run(for: .seconds(60))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(3500))
    }

    @Test(arguments: [0, 1, 1000, 3500])
    func `a file that was complete before a death is complete after it`(count: Int) throws {
        let file = TemporaryFile()
        let earlier = try Self.world(file: file.path, held: count, said: Int64(count)) { script in
            script.after = { request, _ in
                if request.kind == .download, request.what == "f2 \(count)" { throw ServiceError.responseLost }
            }
        }
        try earlier.download(2)
        earlier.run(for: .seconds(5))
        earlier.stop()
        let world = try SessionWorld(file: file.path, continuing: earlier)
        world.run(for: .seconds(60))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(count))
    }

    @Test(arguments: [Int64.min, -1, .max], [0, 1, 3500])
    func `a file of unknown size is complete when the server has sent it`(said: Int64, held: Int) throws {
        let world = try Self.world(held: held, said: said)
        try world.download(2)
        world.run(for: .seconds(10))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(held))
        guard case .complete? = try world.transfer(of: 2) else { throw CancellationError() }
    }

    @Test(arguments: [Limits.fileBytes + 1, 1 << 50])
    func `fetch throws for a file over the limit`(said: Int64) throws {
        let world = try Self.world(said: said)
        #expect(try world.messages()[1].attachment?.byteCount == said)
        let fault = #expect(throws: FileError.self) { try world.download(2) }
        #expect(fault == .impossibleSize(limit: Limits.fileBytes))
        world.run(for: .seconds(10))
        #expect(world.service.requests(.download).isEmpty)
        #expect(try world.folder.names() == [])
    }

    @Test(arguments: [
        "../../x.pdf", "/etc/x.pdf", "a/b/x.pdf", "..", "", "\u{202E}fdp.x", "x\0.pdf", ".x.pdf",
        String(repeating: "x", count: 5000) + ".pdf",
    ])
    func `a file with any name is stored inside its folder`(name: String) throws {
        let file = TemporaryFile()
        let world = try Self.world(file: file.path, named: name)
        try world.download(2)
        world.run(for: .seconds(10))
        guard case .complete(let path?) = try world.transfer(of: 2) else {
            Issue.record("it is not here")
            return
        }
        let url = URL(filePath: path).standardizedFileURL
        #expect(url.deletingLastPathComponent().path == URL(filePath: file.path + ".files").standardizedFileURL.path)
        #expect(url.lastPathComponent.utf8.count <= 255 && FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [0, 500, 3400])
    func `a disk that fills during a download fails it without a file, and fetch retries`(room: Int)
        throws
    {
        let disk = ShortDiskFake()
        let world = try Self.world(files: disk)
        disk.setRoom(room)
        try world.download(2)
        world.run(for: .seconds(10))
        #expect(try world.transfer(of: 2) == .failed(reason: "The disk is full"))
        #expect(try disk.names() == [])
        disk.setRoom(.max)
        try world.download(2)
        world.run(for: .seconds(10))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(3500))
    }

    @Test func `a refused download shows the reason and the next file follows`() throws {
        let world = try Self.world()
        world.service.files[FileID("f2")] = nil
        try world.download(2)
        try world.download(3)
        world.run(for: .seconds(10))
        #expect(try world.transfer(of: 2) == .failed(reason: "No such file"))
        #expect(try world.bytes(of: MessageID("m3")) == Original.bytes(500))
    }

    @Test func `a download that is refused in its middle leaves no part on the disk`() throws {
        let disk = ShortDiskFake()
        let world = try Self.world(files: disk) { script in
            script.before = { request, count in
                guard request.kind == .download, count == 3 else { return }
                throw ServiceError.refused(.unknownFile, text: "Gone")
            }
        }
        try world.download(2)
        world.run(for: .seconds(10))
        guard case .failed? = try world.transfer(of: 2) else { throw FileError.lost }
        #expect(try disk.names() == [])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a cancelled download stops, leaves no file and can be requested again`(seed: UInt64) throws {
        // On a disk, since a late write would leave a file there.
        let file = TemporaryFile()
        let world = try Self.world(seed: seed, file: file.path, held: 100_000, said: 100_000)
        try world.download(2)
        world.run(for: .milliseconds(Int(seed) * 50))
        try world.perform { try await $0.cancelDownload(of: MessageID("m2"), in: ada.id) }
        let begun = world.service.requests(.download).count
        #expect(try world.transfer(of: 2) == nil && begun < 100)
        world.run(for: .seconds(10))
        #expect(world.service.requests(.download).count <= begun + 1)
        #expect(try world.folder.names() == [])
        try world.download(2)
        world.run(for: .seconds(20))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(100_000))
        try world.perform { try await $0.cancelDownload(of: MessageID("m2"), in: ada.id) }
        #expect(try world.bytes(of: MessageID("m2")) != nil, "what is here stays")
    }

    @Test(arguments: Seeds.upTo(40))
    func `a download that is cancelled as it begins leaves no file`(seed: UInt64) throws {
        let file = TemporaryFile()
        let world = try Self.world(seed: seed, file: file.path) { script in
            script.before = { request, _ in if request.kind == .download { throw ServiceError.unreachable } }
        }
        try world.perform { session in
            try await session.download(MessageID("m2"), in: ada.id)
            // While the worker wakes, finds the request and creates the file.
            for _ in 0..<seed / 2 { await Task.yield() }
            try await session.cancelDownload(of: MessageID("m2"), in: ada.id)
        }
        world.run(for: .seconds(100))
        #expect(try world.folder.names() == [])
    }

    @Test(arguments: Seeds.upTo(60))
    func `a download that is cancelled as a part arrives leaves no incomplete file`(seed: UInt64) throws {
        let file = TemporaryFile()
        let world = try Self.world(seed: seed, file: file.path)
        world.service.script.after = { [unowned world] request, _ in
            guard request.what == "f2 3000" else { return }
            world.begin { session in
                // While the download checks whether it is still requested, and while it writes.
                for _ in 0..<seed / 10 { await Task.yield() }
                try? await session.cancelDownload(of: MessageID("m2"), in: ada.id)
            }
        }
        try world.download(2)
        world.run(for: .seconds(10))
        #expect(try world.folder.names().count == (world.bytes(of: MessageID("m2")) == nil ? 0 : 1))
    }

    @Test func `a cancelled download that is requested again at once completes`() throws {
        let world = try Self.world(held: 100_000, said: 100_000)
        for _ in 1...5 {
            try world.download(2)
            world.run(for: .milliseconds(333))
            try world.perform { try await $0.cancelDownload(of: MessageID("m2"), in: ada.id) }
        }
        try world.download(2)
        world.run(for: .seconds(20))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(100_000))
        #expect(try world.folder.names().count == 1)
    }

    @Test func `a download whose message is deleted ends without a file`() throws {
        let world = try Self.world(held: 100_000, said: 100_000)
        try world.download(2)
        world.run(for: .milliseconds(500))
        #expect(try world.folder.names().count == 1)
        world.push.bring(
            ChatUpdate(
                chat: ada,
                annotations: [Annotation(author: .contact, message: MessageID("m2"), kind: .deletion)]
            )
        )
        world.run(for: .seconds(20))
        #expect(try world.folder.names() == [] && world.transfer(of: 2) == nil)
        #expect(try world.messages()[1].attachment == nil && world.service.requests(.download).count < 90)
    }

    @Test func `a file missing from the folder is not shown as here, and fetch downloads it`() throws {
        let world = try Self.world()
        try world.download(2)
        world.run(for: .seconds(5))
        for name in try world.folder.names() { try world.folder.remove(name) }
        #expect(try world.transfer(of: 2) == nil)
        try world.download(2)
        world.run(for: .seconds(5))
        #expect(try world.bytes(of: MessageID("m2")) == Original.bytes(3500))
    }

    @Test func `progress is reported a few times a second, not for each part`() throws {
        let world = try Self.world(held: 400_000, said: 400_000)
        let (spy, chat) = (world.follow(MessageID("m2")), Counter())
        world.listen(to: .chat(ada.id), chat)
        world.run(for: .seconds(1))
        let before = chat.value
        try world.download(2)
        world.run(for: .seconds(100))
        let time = try #require(world.service.requests(.download).last).time / .seconds(1) - 2
        #expect(world.service.requests(.download).count == 401)
        #expect(spy.all.count > 10 && Double(spy.all.count) < time * 4 + 6)
        #expect(chat.value == before, "the chat's own window is not read again for it")
        let moved = spy.all.compactMap { if case .moving(let bytes, _) = $0 { bytes } else { nil } }
        #expect(moved == moved.sorted())
    }

    @Test func `progress beyond the stated size is of an unknown size`() throws {
        let world = try Self.world(held: 400_000, said: 100_000)
        let spy = world.follow(MessageID("m2"))
        world.run(for: .seconds(1))
        try world.download(2)
        world.run(for: .seconds(100))
        let sizes = spy.all.compactMap { if case .moving(let bytes, let size) = $0 { (bytes, size) } else { nil } }
        #expect(sizes.allSatisfy { bytes, size in size == (bytes > 100_000 ? -1 : 100_000) }, "\(sizes)")
        #expect(sizes.contains { $0.0 > 100_000 } && sizes.contains { $0.0 < 100_000 })
    }

    @Test func `saveFile writes a copy and never overwrites a file`() throws {
        let (world, place) = (try Self.world(), try Original(5))
        let target = place.path + ".copy"
        #expect(throws: FileError.lost) {
            try world.perform { try await $0.saveFile(of: MessageID("m2"), in: ada.id, to: target) }
        }
        #expect(!FileManager.default.fileExists(atPath: target))
        try world.download(2)
        world.run(for: .seconds(5))
        try world.perform { try await $0.saveFile(of: MessageID("m2"), in: ada.id, to: target) }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data(Original.bytes(3500)))
        #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
        #expect(throws: StorageProblem.self) {
            try world.perform { try await $0.saveFile(of: MessageID("m2"), in: ada.id, to: place.path) }
        }
        #expect(try Data(contentsOf: URL(filePath: place.path)) == Data(place.bytes))
    }

    @Test func `a save that fails half way leaves no file and can be repeated`() throws {
        let (disk, place) = (ShortDiskFake(), try Original(5))
        let (world, target) = (try Self.world(files: disk), place.path + ".copy")
        try world.download(2)
        world.run(for: .seconds(5))
        disk.refuseReads(because: .failing(detail: "worn"))
        #expect(throws: StorageProblem.self) {
            try world.perform { try await $0.saveFile(of: MessageID("m2"), in: ada.id, to: target) }
        }
        #expect(!FileManager.default.fileExists(atPath: target))
        disk.refuseReads(because: nil)
        try world.perform { try await $0.saveFile(of: MessageID("m2"), in: ada.id, to: target) }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data(Original.bytes(3500)))
    }
}
