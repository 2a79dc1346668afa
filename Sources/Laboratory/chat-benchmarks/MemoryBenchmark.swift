import ChatList
import Foundation
import Transport

/// Resident memory after a start, and after a burst of 100,000 messages, in processes of their own.
enum MemoryBenchmark {
    static let burstCount = 100_000

    static func run(_ scale: Scale, history: URL, in place: borrowing Workplace) throws -> [Figure] {
        let empty = try place.copy(of: place.file("empty.sqlite"), as: "memory-empty.sqlite")
        let copy = try place.copy(of: history, as: "memory.sqlite")
        let base = try Probe.run(["--probe", "memory", empty.path, "\(scale.chatCount)", "0"])
        let start = try Probe.run(["--probe", "memory", copy.path, "\(scale.chatCount)", "0"])
        let burst = try Probe.run(["--probe", "memory", copy.path, "\(scale.chatCount)", "\(burstCount)"])
        return [
            Figure(
                "memory after the start, over an empty history's",
                scale,
                unit: "MiB",
                ours: start - base,
                bare: base
            ),
            Figure("memory after a burst of \(burstCount)", scale, unit: "MiB", ours: burst - base, bare: base),
        ]
    }
}

/// The benchmark program again, as a process of its own that prints one number.
enum Probe {
    /// Throws when this program does not know where it is, or cannot be started.
    static func run(_ arguments: [String]) throws -> Double {
        let process = Process()
        // The first argument is only what was typed: a program that was found by PATH is not there.
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    /// What the process that was started does.
    static func answer(_ arguments: [String]) async throws {
        if arguments == ["again"] { return print(try run(["--probe", "nothing"])) }
        guard arguments.count == 4, let chatCount = Int(arguments[2]), let burstCount = Int(arguments[3]) else {
            return print(0)
        }
        let scale = Scale(chatCount: chatCount)
        let app = try RunningApp(history: URL(filePath: arguments[1]))
        let mebibytes = try await app.run { app in
            await app.untilList { _ in true }
            app.server.pushBurst(of: burstCount, news: { scale.news($0) })
            if burstCount > 0 {
                let last = scale.news(burstCount - 1).messages[0].text
                await app.untilList { $0.rows.first?.preview == last }
            }
            return residentMebibytes()
        }
        print(mebibytes)
    }

    /// From `/proc/self/statm`, in pages of the size that the system has.
    private static func residentMebibytes() -> Double {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard fields.count > 1, let pages = Double(fields[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
