import Transport

extension MatrixAPI {
    /// Where changes of the room fill all of a limited timeline, what was said before them would not be told of: it is read
    /// back to.
    func uncover(_ room: inout SyncAnswer.Room) async throws {
        while room.news.isLimited, !room.news.timeline.contains(where: { $0.isShown || $0.isBeginning }),
            let before = room.news.before
        {
            let answer: MessagesAnswer
            do {
                answer = MessagesAnswer(try await messages(in: room.id, from: before, limit: 20))
            } catch ServiceError.refused { return }
            room.news.timeline = answer.events.reversed() + room.news.timeline
            room.news.earlier += answer.state
            room.news.before = answer.end
            if answer.end == nil || answer.end == before { room.news.isLimited = false }
        }
    }
}
