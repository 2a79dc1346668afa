import Foundation
import HomeserverTesting
import JSONKit
import MatrixTransport

/// A comparison of the app on the Matrix adapter with matrix-nio, in one run on the same Synapse, started by
/// `.ci/matrix`.
enum MatrixBenchmark {
    /// The users, the sizes of their accounts, and the number of messages to request for each room.
    private static let accounts = [("alice", "200 x 100", 100), ("bob", "1,000 x 20", 20)]

    static func run() async throws {
        let synapse = try Synapse.started("benchmark")
        try synapse.fill()
        print("each twice; the second time, when the homeserver has it all at hand, is told")
        for (user, size, count) in accounts {
            var figures: (ours: MatrixFigures, nio: MatrixFigures)?
            for round in 1...2 {
                let (live, idle) = round == 2 ? (20, 60) : (0, 0)
                let ours = try MatrixProbe.run(user, count, live: live, idle: idle)
                let nio = try synapse.measureNio(user, messagesPerRoom: count, live: live, idle: idle)
                figures = (ours, MatrixFigures(nio))
            }
            guard let (ours, nio) = figures else { continue }
            print(size)
            for (line, other) in zip(ours.lines, nio.lines) {
                let ratio = line.value > 0 ? String(format: "%.1f", other.value / line.value) : ""
                let columns = [line.name, line.text, other.text, ratio]
                print(zip(columns, [46, 16, 16, 8]).map { $0.padded(to: $1) }.joined())
            }
        }
    }
}

/// The measurements of one client, in seconds and mebibytes.
struct MatrixFigures: Codable {
    var rooms = 0
    /// The time to the first list on screen, of all rooms or some of them.
    var first = 0.0
    var firstProcessor = 0.0
    /// The time until all rooms are loaded.
    var wall = 0.0
    var processor = 0.0
    var memory = 0.0
    /// The median delay until another user's message is rendered, beyond the time of the request that sent it.
    var over = 0.0
    /// The number of requests until nothing is left to request.
    var requests = 0
    var idleRequests = 0
    var idleProcessor = 0.0

    struct Line {
        let name: String
        let value: Double
        let unit: String

        var text: String { String(format: "%.1f ", value) + unit }
    }

    var lines: [Line] {
        [
            Line(name: "rooms in the list", value: Double(rooms), unit: ""),
            Line(name: "to the first list: time", value: first * 1000, unit: "ms"),
            Line(name: "to the first list: processor", value: firstProcessor * 1000, unit: "ms"),
            Line(name: "to all rooms: time", value: wall * 1000, unit: "ms"),
            Line(name: "to all rooms: processor", value: processor * 1000, unit: "ms"),
            Line(name: "memory at most", value: memory, unit: "MiB"),
            Line(name: "one message, over its request's own time", value: over * 1000, unit: "ms"),
            Line(name: "requests until all is known", value: Double(requests), unit: ""),
            Line(name: "requests begun in a minute of silence", value: Double(idleRequests), unit: ""),
            Line(name: "processor in a minute of silence", value: idleProcessor * 1000, unit: "ms"),
        ]
    }
}

extension MatrixFigures {
    /// Reads the output of the other program.
    init(_ json: JSONValue) {
        func number(_ text: String?) -> Double { text.flatMap(Double.init) ?? .nan }
        rooms = Int(json["rooms"]?.integer ?? 0)
        // matrix-nio has no list before it has all rooms.
        (first, firstProcessor) = (number(json["wall"]?.numberText), number(json["processor"]?.numberText))
        (wall, processor) = (number(json["wall"]?.numberText), number(json["processor"]?.numberText))
        (memory, over) = (number(json["memory"]?.numberText), number(json["over"]?.numberText))
        requests = Int(json["requests"]?.integer ?? 0)
        idleRequests = Int(json["idleRequests"]?.integer ?? 0)
        idleProcessor = number(json["idleProcessor"]?.numberText)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
