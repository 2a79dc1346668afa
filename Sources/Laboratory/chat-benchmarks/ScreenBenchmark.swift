import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import FullScreenHost

/// The full screen on a pseudo-terminal in a chat that receives a burst. Measures how long a typed key takes to
/// appear meanwhile.
enum ScreenBenchmark {
    static func run(
        _ scale: Scale,
        history: URL,
        in place: borrowing Workplace,
        burstCount: Int = 10_000
    ) async throws -> [Figure] {
        let app = try RunningApp(history: try place.copy(of: history, as: "screen.sqlite"))
        let user = try TypingUser(rows: 40, columns: 120)
        return try await withThrowingTaskGroup(of: [Figure].self) { group in
            group.addTask {
                _ = try await FullScreenProgram.run(
                    app.application,
                    in: RunningApp.environment,
                    on: user.terminal,
                    of: "xterm-256color"
                )
                throw CancellationError()
            }
            group.addTask { try await measure(app, user, scale, burstCount) }
            defer {
                group.cancelAll()
                user.end()
            }
            return try await group.next() ?? []
        }
    }

    private static func measure(
        _ app: RunningApp,
        _ user: TypingUser,
        _ scale: Scale,
        _ burstCount: Int
    ) async throws -> [Figure] {
        let session = app.application.session
        let first = try await session.read { try $0.chats(limit: 1).first?.id } ?? scale.header(0).id
        guard let chat = (0..<scale.chatCount).first(where: { scale.header($0).id == first }) else { return [] }
        // Waits for the list, opens its first chat, and begins to type there.
        try await pause(500)
        user.type("\r")
        try await pause(500)
        user.begin()
        let idle = try await record(of: user, keys: 15)
        app.server.pushBurst(of: burstCount) { number in
            ChatUpdate(
                chat: scale.header(chat),
                messages: [scale.message(Scale.messagesPerChat + number, in: chat)]
            )
        }
        let last = scale.message(Scale.messagesPerChat + burstCount - 1, in: chat).text
        while try await session.read({ try $0.chats(limit: 1).first?.newest?.text }) != last { try await pause(1) }
        let burst = try await record(of: user, keys: 1)
        let count = Double(burstCount)
        return [
            Figure("a key until it is seen, idle, median", scale, unit: "ms", ours: median(idle.delays)),
            Figure(
                "a key until it is seen, in a burst of \(burstCount), median",
                scale,
                unit: "ms",
                ours: median(burst.delays)
            ),
            Figure("a key until it is seen, in a burst, slowest", scale, unit: "ms", ours: burst.delays.max() ?? .nan),
            Figure("keys seen during the burst", scale, unit: "", ours: Double(burst.delays.count)),
            Figure(
                "written to the terminal per message, burst",
                scale,
                unit: "bytes",
                ours: Double(burst.byteCount) / count
            ),
        ]
    }

    /// Returns the measurements once that many keys were seen.
    private static func record(of user: TypingUser, keys count: Int) async throws -> TypingUser.Record {
        var record = user.take()
        while record.delays.count < count {
            try await pause(20)
            let next = user.take()
            record.delays += next.delays
            record.byteCount += next.byteCount
        }
        return record
    }

    private static func pause(_ milliseconds: Int) async throws {
        try await Task.sleep(for: .milliseconds(milliseconds))
    }
}
