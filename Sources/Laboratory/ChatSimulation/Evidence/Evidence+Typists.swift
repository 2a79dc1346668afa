import Transport

extension Evidence {
    /// What the app was told last of someone who types.
    struct TypingNotice: Sendable {
        var begin: Duration
        /// When they stopped, or their message came.
        var end: Duration?
        /// Whether a message of theirs was asked for meanwhile: it may be an older one, and end the notice all the same.
        var mayHaveEnded = false

        /// Whether it must count at that moment, and whether it must not; nil where it is only just beginning or ending.
        func holds(at time: Duration) -> Bool? {
            if let end { return time - end < Self.leeway ? nil : false }
            let age = time - begin
            if age > Self.lifetime + Self.leeway { return false }
            return mayHaveEnded || age < Self.leeway || age > Self.lifetime - Self.leeway ? nil : true
        }

        /// After which a notice that was not renewed is over.
        private static let lifetime = Duration.seconds(6)
        private static let leeway = Duration.milliseconds(300)
    }

    /// A notice is being handed to the app.
    func noteTyping(_ isTyping: Bool, by author: Author, in chat: ChatID, at time: Duration) {
        with { content in
            if isTyping {
                content.typing[chat, default: [:]][author] = TypingNotice(begin: time)
            } else {
                content.typing[chat]?[author]?.stop(at: time)
            }
        }
    }

    /// Who has written types no more. What was asked for may be older than the notice.
    func noteWriting(_ authors: [Author], in chat: ChatID, at time: Duration, isLive: Bool) {
        with { content in
            for author in authors {
                if isLive {
                    content.typing[chat]?[author]?.stop(at: time)
                } else {
                    content.typing[chat]?[author]?.mayHaveEnded = true
                }
            }
        }
    }

    /// Who types in a chat, in their order, as far as the app was told; nil where that is not certain at this moment.
    func typists(in chat: ChatID, at time: Duration) -> [Author]? {
        let notices = with { $0.typing[chat, default: [:]] }.mapValues { $0.holds(at: time) }
        return notices.values.contains(nil) ? nil : notices.filter { $0.value == true }.keys.sorted()
    }

    /// What is not kept is forgotten with the process.
    func forgetTyping() {
        with { $0.typing = [:] }
    }
}

extension Evidence.TypingNotice {
    fileprivate mutating func stop(at time: Duration) {
        end = end ?? time
    }
}
