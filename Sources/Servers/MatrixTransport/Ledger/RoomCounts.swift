import ChatTypes

/// The homeserver's counts of a room's unread messages.
struct RoomCounts {
    let unread: Int
    /// The messages that mention the user; nil if the homeserver cannot know.
    let mentions: Int?
    /// The threads with unread messages, which are parts of the others. The roots are events.
    var threads: [ThreadCount]

    /// Returns the counts of threads as they are stored: a line for each. Leaves out an id with a line break.
    static func text(of threads: [ThreadCount]) -> String {
        threads.filter { !$0.root.rawValue.contains(where: \.isNewline) }
            .sorted { $0.root < $1.root }
            .map { "\($0.unread) \($0.mentions ?? 0) \($0.root)" }.joined(separator: "\n")
    }

    /// Returns the counts of threads from such a text.
    static func threads(in text: String, areMentionsKnown: Bool) -> [ThreadCount] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let unread = Int(parts[0]), let mentions = Int(parts[1]) else { return nil }
            return ThreadCount(
                root: MessageID(String(parts[2])),
                unread: unread,
                mentions: areMentionsKnown ? mentions : nil
            )
        }
    }
}
