import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import Transport

/// Messages per second through the session into the store, compared with the bare statements.
enum IngestBenchmark {
    static let batchSizes = [1, 100, 1000]

    static func run(_ scale: Scale, history: URL, in place: borrowing Workplace) async throws -> [Figure] {
        var figures: [Figure] = []
        for batchSize in batchSizes {
            let batchCount = batchSize == 1 ? 400 : 20_000 / batchSize
            let ours = try RunningSession(history: try place.copy(of: history, as: "ours.sqlite"))
            let bare = try BareStatements(BareConnection(path: try place.copy(of: history, as: "bare.sqlite").path))
            // Both run in alternating slices, so that other load on the machine affects both.
            var (oursTimes, bareTimes): ([Double], [Double]) = ([], [])
            try await ours.run { ours in
                for slice in 0..<10 {
                    let batches = (0..<batchCount / 10).map { batch in
                        let first = (slice * (batchCount / 10) + batch) * batchSize
                        return (first..<first + batchSize).map(scale.news)
                    }
                    oursTimes.append(await seconds { for batch in batches { await ours.deliver(batch) } })
                    bareTimes.append(try await seconds { for batch in batches { try bare.ingest(batch) } })
                }
            }
            let count = Double(batchSize * (batchCount / 10))
            figures.append(
                Figure(
                    "ingest, batches of \(batchSize)",
                    scale,
                    unit: "messages/s",
                    ours: count / median(oursTimes),
                    bare: count / median(bareTimes),
                    ratio: median(bareTimes) / median(oursTimes)
                )
            )
        }
        return figures
    }
}

/// A session alone, which receives updates as from a push connection.
final class RunningSession {
    private let session: Session
    private let server = DirectPush()

    init(history: URL) throws {
        let environment = RunningApp.environment
        session = Session(
            environment: environment,
            database: try HistoryFile(history).open(at: environment.now()).database,
            service: ServerFake(),
            pushes: server,
            sockets: ServerFake()
        )
    }

    func run(_ body: (RunningSession) async throws -> Void) async throws {
        let task = Task { [session] in await session.run() }
        try await body(self)
        task.cancel()
        await task.value
    }

    /// Delivers updates, and returns once they are committed and published.
    func deliver(_ updates: [ChatUpdate]) async {
        await Completion.wait { server.post(updates, $0) }
    }
}

/// A push connection that reports when its updates have been processed.
private final class DirectPush: PushSource {
    private let posted = CoalescingQueue<([ChatUpdate], Completion)>()

    func post(_ updates: [ChatUpdate], _ completion: Completion) {
        posted.post((updates, completion))
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        while true {
            let waiting = await posted.takeAll()
            if waiting.isEmpty { throw CancellationError() }
            for (updates, completion) in waiting {
                await body(.updates(updates))
                completion.finish()
            }
        }
    }
}
