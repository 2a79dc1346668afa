import Chat
import ChatList
import ChatTypes
import Foundation

/// The time from an incoming message to the rendered view state, compared with the bare statements for it.
enum EventBenchmark {
    static let eventCount = 300
    static let burstCount = 10_000
    static let burstRepetitions = 5

    static func run(_ scale: Scale, history: URL, in place: borrowing Workplace) async throws -> [Figure] {
        let withList = try await measure(scale, history, place, isChatOpen: false)
        let withChat = try await measure(scale, history, place, isChatOpen: true)
        return withList + withChat
    }

    private static func measure(
        _ scale: Scale,
        _ history: URL,
        _ place: borrowing Workplace,
        isChatOpen: Bool
    ) async throws -> [Figure] {
        let app = try RunningApp(history: try place.copy(of: history, as: "ours.sqlite"))
        let bareFile = try place.copy(of: history, as: "bare.sqlite")
        let name = isChatOpen ? "chat open" : "list open"
        return try await app.run { app in
            let bare = try BareStatements(BareConnection(path: bareFile.path))
            await app.untilList { !$0.rows.isEmpty }
            let chat = scale.header(0).id
            if isChatOpen { await app.open(chat) }
            var (oursTimes, bareTimes): ([Double], [Double]) = ([], [])
            let (statements, rows, renders) = await (app.statementCount, app.rowBuildCount, app.renderCount)
            for number in 0..<eventCount {
                let update = news(number, scale, isChatOpen)
                oursTimes.append(await seconds { await app.bring([update], isChatOpen: isChatOpen) })
                bareTimes.append(
                    try await seconds {
                        try bare.ingest([update])
                        try bare.readList(limit: 51)
                        if isChatOpen { try bare.readChat(chat.rawValue, limit: 51) }
                    }
                )
            }
            let perEvent = Double(eventCount)
            let statementsPerEvent = Double(await app.statementCount - statements) / perEvent
            let rowsPerEvent = Double(app.rowBuildCount - rows) / perEvent
            let rendersPerEvent = Double(app.renderCount - renders) / perEvent
            let (oursIdle, bareIdle) = (median(oursTimes), median(bareTimes))
            let rowsBefore = app.rowBuildCount
            let statementsBefore = await app.statementCount
            (oursTimes, bareTimes) = ([], [])
            for burst in 0..<burstRepetitions {
                let first = eventCount + burst * burstCount
                let updates = (first..<first + burstCount).map { news($0, scale, isChatOpen) }
                oursTimes.append(
                    await seconds {
                        for update in updates.dropLast() { app.server.push([update]) }
                        await app.bring([updates[burstCount - 1]], isChatOpen: isChatOpen)
                    }
                )
                bareTimes.append(
                    try await seconds {
                        try bare.ingest(updates)
                        try bare.readList(limit: 51)
                        if isChatOpen { try bare.readChat(chat.rawValue, limit: 51) }
                    }
                )
            }
            let (burstTime, bareBurst) = (median(oursTimes), median(bareTimes))
            let burstEvents = Double(burstCount * burstRepetitions)
            let burstRows = Double(app.rowBuildCount - rowsBefore) / burstEvents
            let burstStatements = Double(await app.statementCount - statementsBefore) / burstEvents
            let microseconds = 1_000_000.0
            return [
                Figure(
                    "one event, \(name), idle",
                    scale,
                    unit: "µs",
                    ours: oursIdle * microseconds,
                    bare: bareIdle * microseconds,
                    ratio: oursIdle / bareIdle
                ),
                Figure("statements per event, \(name), idle", scale, unit: "", ours: statementsPerEvent),
                Figure("rows rebuilt per event, \(name), idle", scale, unit: "", ours: rowsPerEvent),
                Figure("renders per event, \(name), idle", scale, unit: "", ours: rendersPerEvent),
                Figure(
                    "one event, \(name), in a burst of \(burstCount)",
                    scale,
                    unit: "µs",
                    ours: burstTime / Double(burstCount) * microseconds,
                    bare: bareBurst / Double(burstCount) * microseconds,
                    ratio: burstTime / bareBurst
                ),
                Figure("statements per event, \(name), burst", scale, unit: "", ours: burstStatements),
                Figure("rows rebuilt per event, \(name), burst", scale, unit: "", ours: burstRows),
            ]
        }
    }

    private static func news(_ number: Int, _ scale: Scale, _ isChatOpen: Bool) -> ChatUpdate {
        guard isChatOpen else { return scale.news(number) }
        return ChatUpdate(chat: scale.header(0), messages: [scale.message(Scale.messagesPerChat + number, in: 0)])
    }
}

extension RunningApp {
    /// Pushes updates, and returns once the last message is rendered.
    fileprivate func bring(_ updates: [ChatUpdate], isChatOpen: Bool) async {
        guard let last = updates.last?.messages.last else { return }
        server.push(updates)
        if isChatOpen {
            await untilChat { $0.rows.last?.id == last.id }
        } else {
            let chat = updates.last?.chat.id
            await untilList { $0.rows.first?.id.chat == chat && $0.rows.first?.preview == last.text }
        }
    }
}
