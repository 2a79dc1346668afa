import Chat
import ChatTypes
import HostKit
import ScreenKit

/// The columns of a chat: the time, the author's name and the delivery state at the left, and the text beside them.
struct MessagePlaces: Equatable, Sendable {
    /// The maximum width of a text: longer lines are hard to read.
    static let textLimit = 100
    /// The maximum width of a name.
    static let nameLimit = 16
    /// The least width of a text; times are hidden where they would leave less.
    private static let leastText = 24
    /// The delivery state, with a blank on each side.
    private static let stateWidth = 4

    /// The width of the time; 0 where it is hidden.
    let time: Int
    /// The width of the names.
    let name: Int
    /// The column where texts begin.
    let text: Int
    /// The column where texts end at most.
    let end: Int

    /// - Parameters:
    ///   - columns: the width of the chat.
    ///   - clock: the width of a time.
    ///   - longestName: the width of the longest name, if it is known.
    init(columns: Int, clock: Int, longestName: Int?) {
        let limit = columns < 16 ? 0 : min(Self.nameLimit, columns / 5)
        name = min(limit, max(TerminalText.width(ownName), longestName ?? limit))
        let withoutTime = name + Self.stateWidth
        time = columns - withoutTime - clock - 1 >= Self.leastText ? clock : 0
        text = withoutTime + (time > 0 ? time + 1 : 0)
        end = min(columns, text + Self.textLimit)
    }
}

extension ChatViewState.Row {
    /// The delivery state of the user's own message, in at most two columns.
    var tick: String {
        switch delivery {
        case .received: ""
        case .sending: "·"
        case .sent: "✓"
        case .read: "✓✓"
        case .failed: "✗"
        }
    }

    var hasFailed: Bool { if case .failed = delivery { true } else { false } }
}
