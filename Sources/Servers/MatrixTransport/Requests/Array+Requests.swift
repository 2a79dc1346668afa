extension Array where Element: Sendable {
    /// Makes a request for each element, in their order, six at a time. Returns the answers in the same order.
    ///
    /// Throws the first error in that order. After an error it starts no further request, and cancels those that are of no use.
    @discardableResult
    func requestEach<Answer: Sendable>(
        _ request: @escaping @Sendable (Element) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (index: Int, result: Result<Answer, any Error>).self) { group in
            var answers: [Answer] = []
            // The results that came before those of earlier elements.
            var early: [Int: Result<Answer, any Error>] = [:]
            var (waiting, running) = (0..<count, 0)
            while answers.count < count {
                while running < requestsAtATime, let index = waiting.popFirst() {
                    running += 1
                    group.addTask {
                        do {
                            return (index, .success(try await request(self[index])))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                }
                guard let next = try await group.next() else { break }
                running -= 1
                early[next.index] = next.result
                if case .failure = next.result { waiting = 0..<0 }
                while let result = early.removeValue(forKey: answers.count) { answers.append(try result.get()) }
            }
            return answers
        }
    }
}

/// Two less than the requests that `HTTPClient` runs to a host (`HostQueue.places`): for the long poll and for what the user sends.
private let requestsAtATime = 6
