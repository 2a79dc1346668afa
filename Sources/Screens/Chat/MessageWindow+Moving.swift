import ChatTypes
import ScreenKit

/// Moves the window by pages when the user scrolls. It never exceeds its limit, so an event costs the same however
/// far the user has scrolled.
extension MessageWindow {
    private static var pageSize: Int { RowRange.pageSize }
    private static var limit: Int { RowRange.mostRows }

    /// Returns a page around a message.
    static func around(_ message: MessageID) -> MessageWindow {
        .around(message, before: pageSize / 2, after: pageSize / 2)
    }

    /// Adds a page at the top. At the limit, the bottom is dropped.
    func earlier(than held: ChatWindow?) -> MessageWindow {
        guard let held, let first = held.messages.first else { return self }
        let count = held.messages.count + Self.pageSize
        if case .newest = self, count <= Self.limit { return .newest(count) }
        // If the newest messages are held, keep room for new ones.
        let below = held.messages.count + (held.hasLater ? 0 : Self.pageSize)
        return .around(first.id, before: Self.pageSize, after: min(below, Self.limit - Self.pageSize) - 1)
    }

    /// Keeps the same rows in the window, whatever arrives, with room for a page below up to the limit.
    func anchored(at row: MessageID, in held: ChatWindow) -> MessageWindow {
        guard let index = held.messages.firstIndex(where: { $0.id == row }), !isAnchored(at: index, in: held) else {
            return self
        }
        let below = held.messages.count - index - 1
        return .around(row, before: index, after: max(below, min(below + Self.pageSize, Self.limit - index - 1)))
    }

    /// Whether the window stays around the row. It does not if it is around another row that has no place yet, or if a gap
    /// between the two may be filled.
    private func isAnchored(at index: Int, in held: ChatWindow) -> Bool {
        guard case .around(let middle, _, _) = self, let place = held.messages.firstIndex(where: { $0.id == middle })
        else { return false }
        if place != index, held.messages[place].position == nil { return false }
        return !held.messages[min(index, place)...max(index, place)].dropFirst().contains(where: \.followsGap)
    }

    /// Follows new messages if the window has reached the newest end.
    func following(_ held: ChatWindow) -> MessageWindow { held.hasLater ? self : newestEnd(of: held) }

    /// Moves the window to the newest end with as many rows as it has.
    func newestEnd(of held: ChatWindow) -> MessageWindow {
        if case .newest = self { self } else { .newest(max(held.messages.count, Self.pageSize)) }
    }

    /// Adds a page at the bottom. At the limit, the top is dropped; at the newest end, the window follows new
    /// messages.
    func later(than held: ChatWindow?) -> MessageWindow {
        guard let held, held.hasLater, let last = held.messages.last else { return self }
        return .around(last.id, before: min(held.messages.count, Self.limit - Self.pageSize) - 1, after: Self.pageSize)
    }
}
