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
    /// The least width of a text, whatever the user has chosen; times are hidden where they would leave less.
    private static let leastText = 24
    /// The width of a text below which names and times make room for it.
    private static let enoughText = 45
    /// The width that a name in a group keeps.
    private static let leastName = 8
    /// The width of a time and the delivery state, which texts of less than `enoughText` leave.
    private static let leastGutter = 13
    /// The delivery state, with a blank on each side.
    private static let stateWidth = 4

    /// The width of the time; 0 where it is hidden.
    let time: Int
    /// The width of the names; 0 where they are hidden.
    let name: Int
    /// The column where texts begin.
    let text: Int
    /// The column where texts end at most.
    let end: Int

    /// - Parameters:
    ///   - columns: the width of the chat.
    ///   - clock: the width of a time.
    ///   - longestName: the width of the longest name, if it is known.
    ///   - names: the user's choice.
    ///   - isGroup: whether names are needed to tell who wrote.
    init(columns: Int, clock: Int, longestName: Int?, names: Settings.Names, isGroup: Bool) {
        let limit = columns < 16 ? 0 : min(Self.nameLimit, columns / 5)
        let whole = min(limit, max(TerminalText.width(ownName), longestName ?? limit))
        let besidesName = columns - Self.stateWidth - clock - 1
        let isRoomy = besidesName - whole >= Self.enoughText
        if !isGroup, names == .off || names == .auto && !isRoomy {
            name = 0
        } else if names == .on || isRoomy {
            name = whole
        } else {
            name = min(whole, max(Self.leastName, columns - Self.stateWidth - Self.enoughText))
        }
        let least = names == .on ? 0 : min(Self.enoughText, columns - Self.leastGutter)
        time = besidesName - name >= max(Self.leastText, least) ? clock : 0
        text = name + Self.stateWidth + (time > 0 ? time + 1 : 0)
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
