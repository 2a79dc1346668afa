import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct SendFileTests {
    private static func world(
        seed: UInt64? = nil,
        files: (any FileFolder)? = nil,
        script: (inout ServiceFake.Script) -> Void = { _ in }
    ) throws -> SessionWorld {
        let world = try SessionWorld(seed: seed, holding: [message(1)], files: files, script: script)
        world.run(for: .seconds(1))
        return world
    }

    @Test func `a file is copied at once, shows progress and is available when sent`() throws {
        let world = try Self.world()
        var original: Original? = try Original(20_500)
        let bytes = try #require(original?.bytes)
        let id = try world.send(try #require(original))
        original = nil
        let spy = world.follow(id)
        #expect(try world.messages().last?.attachment?.name == "photo.png")
        #expect(try world.messages().last?.attachment?.byteCount == 20_500)
        #expect(try world.messages().last?.imageCount == 1 && world.deliveries().last == .sending)
        world.run(for: .seconds(10))
        #expect(try world.deliveries() == [.received, .sent])
        let place = try #require(world.service.log().last?.attachment?.id)
        #expect(world.service.files[place] == bytes)
        #expect(try world.messages().last?.attachment?.id == place)
        #expect(try world.bytes(of: id) == bytes, "what we sent can be opened")
        #expect(spy.all.contains { if case .moving(let moved, of: 20_500) = $0 { moved > 0 } else { false } })
        #expect(spy.all.last == .complete(path: nil))
    }

    @Test func `a picture states the width and height in its first bytes, and any other file states none`() throws {
        let world = try Self.world()
        let gif = Array("GIF89a".utf8) + [64, 1, 240, 0]
        try world.send(try Original(3000, opening: gif))
        try world.send(try Original(3000))
        world.run(for: .seconds(10))
        let sizes = world.service.log().dropFirst().map(\.attachment?.pixels)
        #expect(sizes == [PixelSize(width: 320, height: 240), nil])
        #expect(try world.messages().dropFirst().map(\.attachment?.pixels) == sizes)
    }

    @Test(arguments: Seeds.upTo(30))
    func `texts and files of a chat are sent in order, once, despite failures`(seed: UInt64) throws {
        let failures: [ServiceError] = [
            .unreachable, .responseLost, .unauthorized(text: "out"), .tryAgain(after: .seconds(1)),
        ]
        let world = try Self.world(seed: seed) { script in
            script.before = { request, count in
                let isOurs = [.send, .upload].contains(request.kind)
                if isOurs, (count + Int(seed)).isMultiple(of: 3) { throw failures[count % 4] }
            }
            script.after = { request, count in
                let isOurs = [.send, .upload].contains(request.kind)
                if isOurs, (count + Int(seed)).isMultiple(of: 4) { throw ServiceError.responseLost }
            }
        }
        let (first, second) = (try Original(3500), try Original(2000, named: "notes.txt"))
        try world.send("one")
        let ids = [try world.send(first, "look"), try world.send("two"), try world.send(second)]
        try world.send("three")
        world.run(for: .seconds(3000))
        let log = world.service.log().dropFirst()
        #expect(log.map(\.text) == ["one", "look", "two", "", "three"])
        #expect(log.map(\.imageCount) == [0, 1, 0, 0, 0])
        #expect(try world.deliveries().dropFirst().allSatisfy { $0 == .sent })
        #expect(world.service.files.count == 2)
        #expect(log.compactMap(\.attachment).map { world.service.files[$0.id] } == [first.bytes, second.bytes])
        // Only a part whose response was lost is read again.
        let parts = world.service.requests(.upload).map(\.what)
        #expect(parts.count { $0 == "\(ids[0]) 1000" } <= 3 && parts.contains("\(ids[0]) 3000"))
    }

    @Test func `a file is uploaded once although its message is retried`() throws {
        let world = try Self.world { script in
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        let id = try world.send(try Original(1500))
        world.run(for: .seconds(600))
        let uploads = world.service.requests(.upload).count
        #expect(uploads == 3 && world.service.requests(.send).count > 10)
        #expect(try world.messages().last?.attachment?.id == FileID("place-0"))
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        #expect(world.service.requests(.upload).count == uploads)
        #expect(world.service.log().map(\.id).last == id)
    }

    @Test func `an upload backs off only while no bytes move`()
        throws
    {
        let world = try Self.world { script in
            script.before = { if $0.kind == .upload, $1.isMultiple(of: 3) { throw ServiceError.unreachable } }
        }
        try world.send(try Original(60_000))
        world.run(for: .seconds(60))
        #expect(try world.deliveries().last == .sent)
        let before = world.service.requests(.upload).count
        world.service.script.before = { request, _ in
            if request.kind == .upload, !request.what.hasSuffix(" 0") { throw ServiceError.unreachable }
        }
        try world.send(try Original(60_000))
        world.run(for: .seconds(600))
        #expect(world.service.requests(.upload).count - before < 100)
    }

    @Test func `an upload that restarts without progress backs off`() throws {
        let world = try Self.world()
        world.service.script.before = { [service = world.service] request, _ in
            guard request.kind == .upload, request.what.hasSuffix(" 40000") else { return }
            service.forgetFiles()
            throw ServiceError.unreachable
        }
        try world.send(try Original(60_000))
        world.run(for: .seconds(600))
        #expect((10...60).contains(world.service.requests(.upload).count { $0.what.hasSuffix(" 0") }))
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        #expect(try world.deliveries().last == .sent)
    }

    @Test(arguments: Seeds.upTo(30))
    func `a file whose upload has begun does not show as waiting again`(seed: UInt64) throws {
        let world = try Self.world(seed: seed)
        let id = try world.send(try Original(2_500))
        let shown = world.follow(id)
        world.run(for: .seconds(10))
        let states = shown.all.map { state in
            switch state {
            case .waiting: "waiting"
            case .moving: "moving"
            case .complete: "here"
            default: "none"
            }
        }
        #expect(states.contains("moving"))
        #expect(!states.drop { $0 != "moving" }.contains("waiting"), "\(states)")
    }

    @Test func `a refused file fails at once, later messages follow, and resend retries`() throws {
        let world = try Self.world { script in
            script.before = { request, count in
                if request.kind == .upload, count == 2 { throw ServiceError.refused(.tooLarge, text: "Too large") }
            }
        }
        let id = try world.send(try Original(1500))
        try world.send("two")
        world.run(for: .seconds(5))
        #expect(try world.deliveries() == [.received, .sent, .failed(reason: "Too large")])
        #expect(try world.transfer(of: id) == .failed(reason: "Too large"))
        try world.perform { try await $0.resend(id, in: ada.id) }
        #expect(try world.transfer(of: id) != .failed(reason: "Too large") && world.deliveries().last == .sending)
        world.run(for: .seconds(5))
        #expect(try world.deliveries() == [.received, .sent, .sent])
        #expect(world.service.log().map(\.text) == ["text 1", "two", ""])
    }

    @Test func `resend uploads a file again that the server has lost`() throws {
        let world = try Self.world { script in
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        let original = try Original(1500)
        let id = try world.send(original)
        world.run(for: .seconds(5))
        world.service.forgetFiles()
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        #expect(try world.deliveries().last == .failed(reason: "No such file"))
        try world.perform { try await $0.resend(id, in: ada.id) }
        world.run(for: .seconds(5))
        #expect(try world.deliveries().last == .sent)
        #expect(Array(world.service.files.values) == [original.bytes])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a waiting file that is deleted is never sent and its copy is removed`(seed: UInt64) throws {
        let world = try Self.world(seed: seed)
        let id = try world.send(try Original(200_000))
        try world.send("behind it")
        world.run(for: .milliseconds(Int(seed) * 100))
        #expect(world.service.requests(.upload).count < 200)
        try world.perform { try await $0.delete(id, in: ada.id) }
        let begun = world.service.requests(.upload).count
        world.run(for: .seconds(30))
        #expect(world.service.requests(.upload).count <= begun + 1)
        #expect(world.service.log().map(\.text) == ["text 1", "behind it"])
        #expect(try world.folder.names() == [])
        #expect(try world.transfer(of: id) == nil)
    }

    @Test func `messages behind a deleted file are sent at once`() throws {
        let world = try Self.world()
        let id = try world.send(try Original(200_000))
        try world.send("behind it")
        world.run(for: .seconds(1))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .milliseconds(200))
        #expect(world.service.requests(.send).count == 1)
        #expect(world.notified() == [], "its copy is gone, but nobody is told that it was not sent")
    }

    @Test func `a transfer that moves has no time limit and is requested once`() throws {
        let (world, original) = (try Self.world { $0.slowness = 10 }, try Original(220_000))
        let id = try world.send(original)
        world.run(for: .seconds(300))
        #expect(try world.deliveries().last == .sent)
        let uploads = world.service.requests(.upload)
        #expect(uploads.count == 221 && uploads[220].time - uploads[0].time > .seconds(65))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.service.hold([message(3, text: "", attachment: try #require(world.service.log().last?.attachment))])
        world.run(for: .seconds(61))
        try world.download(3)
        world.run(for: .seconds(300))
        #expect(try world.bytes(of: MessageID("m3"))?.count == 220_000)
        #expect(world.service.requests(.download).count == 221)
    }

    @Test func `sending a file empties a draft of the same text only`() throws {
        let world = try Self.world()
        try world.perform { try await $0.saveDraft("look", in: ada.id) }
        try world.send(try Original(10))
        #expect(try world.history().timelines.map(\.draft) == ["look"])
        try world.send(try Original(10), "look")
        #expect(try world.history().timelines.map(\.draft) == [""])
        try world.perform { try await $0.saveDraft("next", in: ada.id) }
        try world.send(try Original(10), "look")
        #expect(try world.history().timelines.map(\.draft) == ["next"], "that is another text")
    }

    @Test func `a slow upload continues while it moves, a stalled one is retried`() throws {
        let world = try Self.world {
            $0.silent = [.upload]
            $0.answeredCount = 3
        }
        let original = try Original(10_000)
        try world.send(original)
        world.run(for: .seconds(200))
        #expect(world.service.requests(.upload).count >= 5, "it was given up")
        world.service.script.silent = []
        world.run(for: .seconds(200))
        #expect(try world.deliveries().last == .sent)
        #expect(Array(world.service.files.values) == [original.bytes])
    }

    @Test func `a stalled upload times out within 75 seconds of its last part`() throws {
        let world = try Self.world {
            $0.silent = [.upload]
            $0.answeredCount = 3
        }
        try world.send(try Original(10_000))
        world.run(for: .seconds(200))
        let times = world.service.requests(.upload).map(\.time)
        let pause = try #require(times.count > 4 ? times[4] - times[3] : nil)
        #expect((Duration.seconds(60)...Duration.seconds(76)).contains(pause))
    }

    @Test func `send throws for a missing, oversized or non-regular file and leaves nothing`() throws {
        let world = try Self.world()
        let original = try Original(10)
        let folder = (original.path as NSString).deletingLastPathComponent
        let pipe = folder + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let huge = folder + "/huge"
        #expect(FileManager.default.createFile(atPath: huge, contents: nil))
        #expect(truncate(huge, off_t(Limits.fileBytes + 1)) == 0)
        let faults: [(String, FileError)] = [
            (folder, .notAFile), (pipe, .notAFile), (huge, .impossibleSize(limit: Limits.fileBytes)),
            (folder + "/nothing", .unreadable(reason: "No such file or directory")),
            ("", .unreadable(reason: "No such file or directory")),
        ]
        for (path, fault) in faults {
            let error = #expect(throws: FileError.self) {
                try world.perform { try await $0.send(fileAt: path, to: ada.id) }
            }
            #expect(error == fault)
        }
        #expect(throws: SessionError.unknownChat) { try world.send(original, to: ben) }
        #expect(throws: TextError.self) { try world.send(original, String(repeating: "x", count: 1 << 20)) }
        #expect(try world.folder.names() == [] && world.messages().count == 1)
    }

    @Test func `odd names are made harmless, and empty files can be sent`() throws {
        let world = try Self.world()
        let original = try Original(0, named: ".bash\u{202E}rc\n")
        let id = try world.send(original)
        world.run(for: .seconds(5))
        #expect(world.service.log().last?.attachment?.name == "bashrc")
        #expect(try world.bytes(of: id) == [] && world.deliveries().last == .sent)
    }

    @Test(arguments: [0, 100_000, 299_999])
    func `send throws if the disk fills during the copy and leaves nothing`(room: Int) throws {
        let disk = ShortDiskFake()
        let world = try Self.world(files: disk)
        disk.setRoom(room)
        let original = try Original(300_000)
        let problem = #expect(throws: StorageProblem.self) { try world.send(original) }
        #expect(problem == .diskFull)
        #expect(try disk.names() == [] && world.messages().count == 1)
        disk.setRoom(.max)
        try world.setDiskFull(true)
        #expect(throws: StorageProblem.self) { try world.send(original) }
        #expect(try disk.names() == [] && world.messages().count == 1)
        try world.setDiskFull(false)
        world.run(for: .seconds(10))
        #expect(world.service.requests(.upload).isEmpty)
    }

    @Test(arguments: Seeds.upTo(10))
    func `files of cancelled callers are sent in order`(seed: UInt64) throws {
        let world = try Self.world(seed: seed)
        // The first and the last file are copied in two parts, so that the second one could overtake the first.
        let originals = try [Limits.filePartBytes + 1, 10, Limits.filePartBytes + 1].map { try Original($0) }
        let paths = originals.map(\.path)
        world.begin { session in
            withUnsafeCurrentTask { $0?.cancel() }
            for (number, path) in paths.enumerated() {
                await #expect(throws: CancellationError.self) {
                    try await session.send(fileAt: path, text: "\(number)", to: ada.id)
                }
            }
        }
        withExtendedLifetime(originals) { world.run(for: .seconds(300)) }
        #expect(world.service.log().dropFirst().map(\.text) == ["0", "1", "2"])
        #expect(try world.folder.names().count == 3)
    }

    /// Ends before the copy begins and after several of its 16 parts.
    @Test(arguments: Seeds.every(3, of: 1...12))
    func `a session that ends during a copy throws to the caller and leaves nothing`(steps: Int) throws {
        let (world, original) = (try SessionWorld(runs: false, holding: [message(1)]), try Original(4_000_000))
        let (running, errors) = (world.run(), Counter())
        world.run(for: .seconds(1))
        world.begin { session in
            do { try await session.send(fileAt: original.path, to: ada.id) } catch {
                if error is CancellationError { errors.increment() }
            }
        }
        for _ in 0..<steps { _ = world.executor.step(by: world.executor.clock.now) }
        running.cancel()
        world.run(for: .seconds(1))
        #expect(errors.value == 1)
        #expect(try world.folder.names() == [] && world.messages().count == 1)
    }

    @Test func `a file with a missing copy fails with a reason and blocks nothing`() throws {
        let world = try Self.world { script in
            script.before = { request, _ in if request.kind == .upload { throw ServiceError.unreachable } }
        }
        let id = try world.send(try Original(1500))
        try world.send("behind it")
        for name in try world.folder.names() { try world.folder.write([1], to: name, at: 2000 - 500) }
        world.run(for: .seconds(100))
        #expect(try world.deliveries() == [.received, .sent, .failed(reason: FileError.lost.description)])
        #expect(try world.transfer(of: id) == .failed(reason: FileError.lost.description))
    }

    @Test(arguments: [
        (StorageProblem.notWritable, "The file cannot be read: it is not ours to read"),
        (.failing(detail: "Input/output error"), "The file cannot be read: Input/output error"),
    ])
    func `a file with an unreadable copy fails with a reason and blocks nothing`(
        problem: StorageProblem,
        reason: String
    ) throws {
        let files = ShortDiskFake()
        let world = try Self.world(files: files) { script in
            script.before = { request, _ in if request.kind == .upload { throw ServiceError.unreachable } }
        }
        let id = try world.send(try Original(1500))
        try world.send("behind it")
        files.refuseReads(because: problem)
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(100))
        #expect(try world.deliveries() == [.received, .sent, .failed(reason: reason)])
        #expect(try world.transfer(of: id) == .failed(reason: reason))
    }
}
