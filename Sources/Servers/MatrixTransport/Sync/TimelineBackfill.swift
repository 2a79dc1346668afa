import ChatTypes
import HTTPClient
import RuntimeKit

/// Reads back in rooms whose limited timeline contains no message, since the messages before it would not be delivered.
///
/// The whole response waits meanwhile, so it gives up after 20 seconds, after ten requests in a room, or when the server fails; the
/// next message then opens a gap.
struct TimelineBackfill {
    private static let requestsPerRoom = 10
    private static let eventsPerRequest = 100
    /// The time limit for all rooms of a response. A session waits a minute for both.
    private static let patience: Duration = .seconds(20)
    private static let longest: Duration = .seconds(10)
    /// Large, because a page over the limit would fail each time.
    private static let bodyLimit: Int64 = 1 << 26

    private let api: MatrixAPI
    private let time: Stopwatch

    /// Starts the time limit.
    init(api: MatrixAPI, clock: any Clock<Duration>) {
        (self.api, time) = (api, Stopwatch(clock: clock))
    }

    func fill(_ rooms: inout [SyncResponse.Room]) async throws {
        do { for index in rooms.indices { try await fill(&rooms[index]) } } catch ServiceError.tryAgain {
            // The server asked for a pause.
        }
    }

    private func fill(_ room: inout SyncResponse.Room) async throws {
        for _ in 0..<Self.requestsPerRoom {
            guard room.update.isLimited, !room.update.timeline.contains(where: { $0.isMessage || $0.isBeginning }),
                let before = room.update.before, time.now < Self.patience
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
            // Of two events with one id, that of the response counts.
            let known = Set(room.update.timeline.map(\.id))
            let old = RoomEvent.unique(answer.events.reversed(), besides: known).map { event in
                var event = event
                event.isOld = true
                return event
            }
            room.update.timeline = old + room.update.timeline
            room.update.earlier += answer.state
            room.update.before = answer.end
            if answer.end == nil || answer.end == before { room.update.isLimited = false }
        }
    }
}
