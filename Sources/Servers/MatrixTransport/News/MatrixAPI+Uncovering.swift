import HTTPClient
import Transport

extension MatrixAPI {
    private static let requestsPerRoom = 10
    private static let eventsPerRequest = 100
    /// An answer that is too large would fail each time, and all rooms with it.
    private static let uncoveringLimits = HTTPLimits(total: limits.total, bodyBytes: 1 << 26)

    /// Where changes of the room fill all of a limited timeline, what was said before them would not be told of: it is read
    /// back to.
    ///
    /// Not for ever, since all rooms wait for it: where there were too many changes, what comes next opens a gap.
    func uncover(_ room: inout SyncAnswer.Room) async throws {
        for _ in 0..<Self.requestsPerRoom {
            guard room.news.isLimited, !room.news.timeline.contains(where: { $0.isShown || $0.isBeginning }),
                let before = room.news.before
            else { return }
            let answer: MessagesAnswer
            do {
                answer = MessagesAnswer(
                    try await messages(
                        in: room.id,
                        from: before,
                        limit: Self.eventsPerRequest,
                        limits: Self.uncoveringLimits
                    )
                )
            } catch ServiceError.refused { return }
            room.news.timeline = answer.events.reversed() + room.news.timeline
            room.news.earlier += answer.state
            room.news.before = answer.end
            if answer.end == nil || answer.end == before { room.news.isLimited = false }
        }
    }
}
