import Chat
import ChatTypes

/// The part of a chat to show.
enum Viewport: Equatable, Sendable {
    /// The newest messages, also as more arrive.
    case newest
    /// The messages around one, or the part of it that was sought if it is higher than the area.
    case around(MessageID)
    /// The messages from one on: it is at the top if as many lines follow.
    case from(MessageID)
    /// The messages up to one, without so many of its last lines. Later messages do not move it.
    case upTo(MessageID, hidden: Int)
}

/// A scroll position in a chat: its last visible line.
struct ScrollPosition: Equatable, Sendable {
    var index: Int
    /// The number of lines of the row's block below it.
    var hidden: Int
}

/// The visible part of a chat in an area of a given height.
struct ChatVisibility {
    private(set) var lines: [StyledLine] = []
    /// The number of empty lines above the first one: a short chat is at the bottom of its area.
    private(set) var emptyLines = 0
    /// The index of the row of each line; nil for rules.
    private var owners: [Int?] = []
    /// The last visible line.
    private(set) var bottom = ScrollPosition(index: 0, hidden: 0)
    /// Whether the first line of the chat is visible.
    private(set) var isAtTop = true
    /// The newest row whose last line is visible; nil if there is none.
    private(set) var newestRow: Int?
    /// The last row of which at least the first line is visible.
    private(set) var lastRow: Int?

    /// Makes only the lines that are needed: rows outside the area cost nothing.
    init(of text: ChatText, at viewport: Viewport, height: Int) {
        let count = text.state.rows.count
        guard count > 0, height > 0 else { return }
        bottom = Self.position(of: viewport, in: text, height: height)
        var top = bottom.index
        var block = text.block(top)
        bottom.hidden = min(bottom.hidden, block.count - 1)
        lines = block.lines.dropLast(bottom.hidden)
        owners = Self.owners(of: top, block).dropLast(bottom.hidden)
        while lines.count < height, top > 0 {
            top -= 1
            let above = text.block(top)
            lines = above.lines + lines
            owners = Self.owners(of: top, above) + owners
        }
        isAtTop = top == 0 && lines.count <= height
        // Near the top, fills the area from below.
        while lines.count < height, bottom != ScrollPosition(index: count - 1, hidden: 0) {
            if bottom.hidden == 0 {
                bottom.index += 1
                block = text.block(bottom.index)
                bottom.hidden = block.count
            }
            let room = min(height - lines.count, bottom.hidden)
            let start = block.count - bottom.hidden
            lines += block.lines[start..<(start + room)]
            owners += Self.owners(of: bottom.index, block)[start..<(start + room)]
            bottom.hidden -= room
        }
        cutRow = lines.count > height ? owners[lines.count - height - 1] : nil
        lines = lines.suffix(height)
        owners = owners.suffix(height)
        emptyLines = height - lines.count
        let previous = bottom.index > 0 ? bottom.index - 1 : nil
        newestRow = bottom.hidden == 0 ? bottom.index : previous
        let isBegun = block.count - bottom.hidden > block.ruleCount
        lastRow = isBegun ? bottom.index : previous
    }

    /// The row of the first line that belongs to one; nil if the first line is a rule, which may tell the day, or there is none.
    var firstRow: Int? { owners.first ?? nil }

    /// The rows of which a line is visible; nil if there is none.
    var rowsInSight: ClosedRange<Int>? {
        let rows = owners.compactMap(\.self)
        guard let first = rows.first, let last = rows.last else { return nil }
        return first...last
    }

    /// The row whose first lines are above the area; nil if there is none.
    private var cutRow: Int?

    /// Returns the index of the row at a line of the area; nil for a rule and an empty line.
    func row(atLine line: Int) -> Int? {
        let line = owners.startIndex + line - emptyLines
        return owners.indices.contains(line) ? owners[line] : nil
    }

    /// Whether all lines of a row are visible.
    func showsAll(ofRow index: Int) -> Bool {
        owners.contains(index) && cutRow != index && !(bottom.index == index && bottom.hidden > 0)
    }

    private static func owners(of index: Int, _ block: ChatText.Block) -> [Int?] {
        (0..<block.count).map { $0 < block.ruleCount ? nil : index }
    }

    private static func position(of viewport: Viewport, in text: ChatText, height: Int) -> ScrollPosition {
        let rows = text.state.rows
        let newest = ScrollPosition(index: rows.count - 1, hidden: 0)
        switch viewport {
        case .newest: return newest
        case .upTo(let id, let hidden):
            return rows.lastIndex { $0.id == id }.map { ScrollPosition(index: $0, hidden: hidden) } ?? newest
        case .from(let id):
            guard var index = rows.lastIndex(where: { $0.id == id }) else { return newest }
            var room = height - text.block(index).count
            while room > 0, index < rows.count - 1 {
                index += 1
                room -= text.block(index).count
            }
            return ScrollPosition(index: index, hidden: max(0, -room))
        case .around(let id):
            guard var index = rows.lastIndex(where: { $0.id == id }) else { return newest }
            let block = text.block(index)
            if block.count > height {
                // The line with the words sought is in the middle; without one, the message begins at the top.
                let sought = text.lineWithWords(in: block, of: rows[index]).map { $0 + 1 + height / 2 } ?? height
                return ScrollPosition(index: index, hidden: block.count - min(block.count, max(height, sought)))
            }
            var below = (height - block.count) / 2
            while below > 0, index < rows.count - 1 {
                index += 1
                below -= text.block(index).count
            }
            return ScrollPosition(index: index, hidden: max(0, -below))
        }
    }
}

extension ChatText {
    /// Returns the position so many lines further down or, if negative, up; nil at the newest end.
    func position(_ position: ScrollPosition, movedBy lines: Int) -> ScrollPosition? {
        var position = position
        position.hidden -= lines
        while position.hidden < 0 {
            guard position.index + 1 < state.rows.count else { return nil }
            position.index += 1
            position.hidden += block(position.index).count
        }
        while position.index > 0 {
            let count = block(position.index).count
            guard position.hidden >= count else { break }
            position.hidden -= count
            position.index -= 1
        }
        return position.index == state.rows.count - 1 && position.hidden == 0 ? nil : position
    }
}
