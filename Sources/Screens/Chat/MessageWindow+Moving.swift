import ChatTypes
import ScreenKit

/// How a person's scrolling moves the window: a page at a time, and never wider than its limit, so that an event costs the
/// same however far one has scrolled.
extension MessageWindow {
    private static var pageSize: Int { RowRange.pageSize }
    private static var limit: Int { RowRange.mostRows }

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
        guard let index = held.messages.firstIndex(where: { $0.id == row }), !isPinned(at: index, in: held) else {
            return self
        }
        let below = held.messages.count - index - 1
        return .around(row, before: index, after: max(below, min(below + Self.pageSize, Self.limit - index - 1)))
    }

    /// Whether it stays where a row is: it does not where it lies around another one, and a gap between the two may be filled.
    private func isPinned(at index: Int, in held: ChatWindow) -> Bool {
        guard case .around(let middle, _, _) = self, let place = held.messages.firstIndex(where: { $0.id == middle })
        else { return false }
        return !held.messages[min(index, place)...max(index, place)].dropFirst().contains(where: \.followsGap)
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
