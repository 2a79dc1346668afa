import ChatStore
import ChatTypes
import Foundation
import SQLiteKit
import SimulationKit
import Testing
import ThreadTesting
import Transport

/// Tests the write-ahead log by killing a real process. `VIPERCHAT_KILLS` is the number of kills (40).
@Suite(.ownThread, .timeLimit(.minutes(60))) struct KillTests {
    @Test func `after kills at any moment, nothing acknowledged is lost or sent twice`() async throws {
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_KILLS"].flatMap { Int($0) } ?? 40
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-kills-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var victim = Victim(folder: folder)
        var killedCount = 0
        for round in 1...count {
            if try victim.run(round, killing: true) { killedCount += 1 }
            try await victim.check(round)
        }
        #expect(killedCount > count / 2, "most rounds must end in a kill, not before it")
        _ = try victim.run(count + 1, killing: false)
        try await victim.checkEnd(after: count)
    }
}

/// A chat process that is killed again and again, with the output so far.
private struct Victim {
    let folder: URL
    private var generator = SplitMix64(seed: 2022)
    /// The texts that were typed and shown, and those that were shown as sent, by message ID.
    private var typed: [String: String] = [:]
    private var sent: Set<String> = []
    private var notified: [String] = []
    private var previews: Set<String> = []
    private var files: KilledFiles

    init(folder: URL) {
        self.folder = folder
        files = KilledFiles(folder: folder, profile: folder.appending(path: "demo"))
    }

    private var profile: URL { folder.appending(path: "demo") }
    private var history: HistoryFile { HistoryFile(profile.appending(path: "history.sqlite")) }

    /// Runs a round. Returns whether the process was killed before it ended.
    mutating func run(_ round: Int, killing isKilling: Bool) throws -> Bool {
        let start = Date(timeIntervalSince1970: 1_647_000_000 + Double(round) * 3600).formatted(.iso8601)
        let child = try ChildProcess(
            arguments: [
                "--data-dir", folder.path, "--seed", "\(round)", "--virtual-time", "--start-at", start,
                "--network", "mobile", "--json",
            ],
            input: try script(round, isLast: !isKilling)
        )
        defer { files.forgetOriginals() }
        var newsLeft = isKilling ? Int.random(in: 1...45, using: &generator) : .max
        while let line = child.nextLine() {
            // Old messages of a chat that is opened again are ignored: printing them takes too little time to be
            // killed in.
            guard note(line) else { continue }
            newsLeft -= 1
            if newsLeft == 0 {
                for _ in 0..<Int.random(in: 0...20_000, using: &generator) { _ = generator.next() }
                child.kill()
            }
        }
        return child.waitUntilExit() == SIGKILL
    }

    private func script(_ round: Int, isLast: Bool) throws -> String {
        if isLast { return "/wait 10m\n/new Ada\n/wait 10m\n/quit\n" }
        let texts = try (1...8).map { number in
            let line = number % 4 == 2 ? try files.line(round, number) : "message \(round).\(number)\n"
            return line + (number % 3 == 0 ? "/fetch\n/fetch 2\n/wait 2s\n" : "/wait 90ms\n")
        }
        let fetches = "/fetch\n/fetch 2\n/fetch 3\n"
        return "/new Ada\n\(texts.joined())/back\n/wait 40s\n/open Ada\n\(fetches)last \(round)\n/wait 30s\n/quit\n"
    }

    /// Stores what a line shows. Returns false if it was shown before.
    private mutating func note(_ line: String) -> Bool {
        // Ignores a line that the kill has cut.
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { return false }
        switch event.event {
        case "message" where event.from == "me":
            guard let id = event.id else { return false }
            let isNew = typed.updateValue(event.text ?? "", forKey: id) == nil
            guard event.state == "sent" || event.state == "read" else { return isNew }
            return sent.insert(id).inserted
        case "message":
            return false
        case "file" where event.state == "here":
            if let id = event.id { files.noteHere(id) }
        case "notification":
            if let text = event.text { notified.append(text) }
        case "list":
            previews.formUnion(event.rows?.map(\.preview) ?? [])
        default:
            break
        }
        return true
    }

    /// Checks what must hold after each kill, before the next start.
    mutating func check(_ round: Int) async throws {
        guard FileManager.default.fileExists(atPath: history.url.path) else { return }
        let opened = try history.open(at: Date(timeIntervalSince1970: 0))
        #expect(opened.setAside == nil)
        #expect(try opened.database.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } } == ["ok"])
        var (deliveries, texts): ([String: Bool], Set<String>) = ([:], [])
        try opened.database.read { reader in
            try reader.export { record in
                guard case .message(let message) = record else { return }
                deliveries[message.id.rawValue] = message.position != nil
                let (images, name) = (message.images ?? 0, message.attachment?.name)
                let text = FormattedText(message.text, message.spans).preview
                texts.insert(previewText(of: text, imageCount: images, fileName: name))
            }
        }
        #expect(sent.allSatisfy { deliveries[$0] == true }, "round \(round): shown as sent, and still so")
        #expect(typed.keys.allSatisfy { deliveries[$0] != nil }, "round \(round): shown, and still there")
        #expect(notified.allSatisfy(texts.contains), "round \(round): no notification without its row")
        #expect(previews.subtracting([""]).isSubset(of: texts), "round \(round): no preview without its message")
        try files.check(round, in: opened.database)
        notified = []
        previews = []
    }

    /// Checks what must hold after a last, undisturbed session.
    func checkEnd(after killCount: Int) async throws {
        let server = try SimulatedServer(reading: ServerJournal(file: profile.appending(path: "server.journal")))
        let log = await server.log(of: ChatID("chat-ada")).filter { $0.author == .me }
        #expect(typed.count > killCount, "each round must have something to lose")
        #expect(Set(log.map(\.id)).count == log.count)
        for (id, text) in typed {
            #expect(log.filter { $0.id.rawValue == id }.map(\.text) == [text], "exactly once on the server")
        }
        let timeline = try #require(
            try await history.openForReading().read {
                try $0.timeline(of: ChatID("chat-ada"), in: .newest(100_000))
            }
        )
        #expect(timeline.messages.allSatisfy { $0.delivery != .sending })
        #expect(timeline.messages.filter { $0.author == .me }.map(\.id) == log.map(\.id), "in the server's order")
        let opened = try history.open(at: Date(timeIntervalSince1970: 0))
        try await files.checkEnd(server, opened.database, after: killCount)
    }

    private struct Event: Decodable {
        struct Row: Decodable {
            let preview: String
        }

        let event: String
        let id: String?
        let from: String?
        let text: String?
        let state: String?
        let rows: [Row]?
    }
}
