import ChatTypes

extension Evidence {
    /// The last typing notice that the app received about one author.
    struct TypingNotice: Sendable {
        var begin: Duration
        /// The time at which the author stopped typing or their message arrived.
        var end: Duration?
        /// Whether a sync or page brought a message by the author meanwhile. It may end the notice even if it is
        /// older.
        var mayHaveEnded = false

        /// Returns whether the author must count as typing at that time; `nil` close to the beginning or end of the
        /// notice.
        func holds(at time: Duration) -> Bool? {
            if let end { return time - end < Self.leeway ? nil : false }
            let age = time - begin
            if age > Self.lifetime + Self.leeway { return false }
            return mayHaveEnded || age < Self.leeway || age > Self.lifetime - Self.leeway ? nil : true
        }

        /// The time after which a notice expires unless it is renewed.
        private static let lifetime = Duration.seconds(6)
        private static let leeway = Duration.milliseconds(300)
    }

    /// Records that the app receives a typing notice.
    func noteTyping(_ isTyping: Bool, by author: Author, in chat: ChatID, at time: Duration) {
        with { content in
            if isTyping {
                content.typing[chat, default: [:]][author] = TypingNotice(begin: time)
            } else {
                content.typing[chat]?[author]?.stop(at: time)
            }
        }
    }

    /// Records that these authors have sent messages, which ends their typing notices. Requested messages may be
    /// older than the notice.
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

    /// Returns the authors who are typing in a chat, sorted, as far as the app knows; `nil` if uncertain at that
    /// time.
    func typingAuthors(in chat: ChatID, at time: Duration) -> [Author]? {
        let notices = with { $0.typing[chat, default: [:]] }.mapValues { $0.holds(at: time) }
        return notices.values.contains(nil) ? nil : notices.filter { $0.value == true }.keys.sorted()
    }

    /// Forgets the typing notices, which the app keeps in memory only, when its process ends.
    func forgetTyping() {
        with { $0.typing = [:] }
    }
}

extension Evidence.TypingNotice {
    fileprivate mutating func stop(at time: Duration) {
        end = end ?? time
    }
}
