import ChatList
import ChatTypes
import Foundation
import ProcessKit

/// Resident memory after a start and after a burst of 100,000 messages, each in its own process.
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

/// Another process of the benchmark program, which prints one number.
enum Probe {
    /// Runs the program with arguments, and returns the number that it prints. Throws if the program's path is
    /// unknown or it cannot be started.
    static func run(_ arguments: [String]) throws -> Double {
        let process = Process()
        // The first argument cannot be used, because it is only the typed name if the program was found through PATH.
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        let text = String(decoding: try process.output(), as: UTF8.self)
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    /// Measures in the started process.
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

    /// Returns the resident memory from `/proc/self/statm`, which counts pages of the system's size.
    private static func residentMebibytes() -> Double {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard fields.count > 1, let pages = Double(fields[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
