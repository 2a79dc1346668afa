import Transport

/// How a person's scrolling moves the window: a page at a time, and never wider than its limit, so that an event costs the
/// same however far one has scrolled.
extension MessageWindow {
    static var pageSize: Int { 50 }
    static var limit: Int { 200 }

    /// A page around a message that was found.
    static func around(_ message: MessageID) -> MessageWindow {
        .around(message, before: pageSize / 2, after: pageSize / 2)
    }

    /// A page more at the top; at the limit the bottom goes.
    func earlier(than held: ChatWindow?) -> MessageWindow {
        guard let held, let first = held.messages.first else { return self }
        let count = held.messages.count + Self.pageSize
        if case .newest = self, count <= Self.limit { return .newest(count) }
        // Where the newest are there, what comes has room, too.
        let below = held.messages.count + (held.hasLater ? 0 : Self.pageSize)
        return .around(first.id, before: Self.pageSize, after: min(below, Self.limit - Self.pageSize) - 1)
    }

    /// The same rows and a page of what comes below, which stay whatever comes; at the limit nothing more.
    func pinned(at row: MessageID, in held: ChatWindow) -> MessageWindow {
        guard case .newest = self, let index = held.messages.firstIndex(where: { $0.id == row }) else { return self }
        let below = held.messages.count - index - 1
        return .around(row, before: index, after: max(below, min(below + Self.pageSize, Self.limit - index - 1)))
    }

    /// One that has come down to the newest end follows what comes.
    func following(_ held: ChatWindow) -> MessageWindow { held.hasLater ? self : newestEnd(of: held) }

    /// As many rows as there are, at the newest end.
    func newestEnd(of held: ChatWindow) -> MessageWindow {
        if case .newest = self { self } else { .newest(max(held.messages.count, Self.pageSize)) }
    }

    /// A page more at the bottom; at the limit the top goes, and at the end the window follows what comes.
    func later(than held: ChatWindow?) -> MessageWindow {
        guard let held, held.hasLater, let last = held.messages.last else { return self }
        return .around(last.id, before: min(held.messages.count, Self.limit - Self.pageSize) - 1, after: Self.pageSize)
    }
}
