import ChatTypes
import HTTPClient
import RuntimeKit

/// Reads back in rooms where changes fill all of a limited timeline: what was said before them would not be told of.
///
/// Not for ever, since all that an answer brings waits for it: where there are too many changes or rooms, or where a server fails,
/// what comes next opens a gap.
struct TimelineBackfill {
    private static let requestsPerRoom = 10
    private static let eventsPerRequest = 100
    /// For all rooms of an answer. A session waits a minute, for the answer itself as well.
    private static let patience: Duration = .seconds(20)
    private static let longest: Duration = .seconds(10)
    /// An answer that is too large would fail each time.
    private static let bodyLimit: Int64 = 1 << 26

    private let api: MatrixAPI
    private let time: Stopwatch

    /// Time runs from here on.
    init(api: MatrixAPI, clock: any Clock<Duration>) {
        (self.api, time) = (api, Stopwatch(clock: clock))
    }

    func uncover(_ rooms: inout [SyncResponse.Room]) async throws {
        do { for index in rooms.indices { try await uncover(&rooms[index]) } } catch ServiceError.tryAgain {
            // A server that asks for rest gets it.
        }
    }

    private func uncover(_ room: inout SyncResponse.Room) async throws {
        for _ in 0..<Self.requestsPerRoom {
            guard room.news.isLimited, !room.news.timeline.contains(where: { $0.isShown || $0.isBeginning }),
                let before = room.news.before, time.now < Self.patience
            else { return }
            let answer: MessagesResponse
            do {
                answer = try await api.messages(
                    in: room.id,
                    from: before,
                    limit: Self.eventsPerRequest,
                    limits: HTTPLimits(total: min(Self.longest, Self.patience - time.now), bodyBytes: Self.bodyLimit)
                )
            } catch ServiceError.refused, ServiceError.responseLost { return }
            room.news.timeline = answer.events.reversed() + room.news.timeline
            room.news.earlier += answer.state
            room.news.before = answer.end
            if answer.end == nil || answer.end == before { room.news.isLimited = false }
        }
    }
}
