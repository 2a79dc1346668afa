import ChatTypes

/// The edits of a text, to be undone and redone in steps.
///
/// A step is a typed word, a run of characters deleted in one direction, or a single other edit. The oldest steps are dropped
/// if all together take more than `byteLimit`.
struct UndoHistory: Sendable {
    /// The kind of an edit, which decides whether it joins the step before.
    enum Kind: Sendable {
        /// Text that continues what was typed before, up to the end of a word.
        case typing
        case deletingLeft, deletingRight
        /// Replaces the text inserted before.
        case replacing
        case alone
    }

    struct Edit: Sendable {
        var offset: Int
        var removed: String
        var inserted: String
        var cursorBefore: Int

        var growth: Int { inserted.utf8.count - removed.utf8.count }
        var isEmpty: Bool { removed.hasBytes(of: inserted) }
        var inverse: Edit { Edit(offset: offset, removed: inserted, inserted: removed, cursorBefore: cursorBefore) }

        /// In bytes, with an allowance for the edit itself.
        fileprivate var cost: Int { removed.utf8.count + inserted.utf8.count + 64 }
    }

    static let byteLimit = 1 << 20
    /// In bytes; scripts without spaces would otherwise make one step of everything typed.
    static let wordLimit = 60

    private var done: [Edit] = []
    private var undone: [Edit] = []
    /// The kind of the last edit; nil if the next one begins a step.
    private var openKind: Kind?
    private var bytes = 0

    /// Ends the step; the next edit begins another.
    mutating func endGroup() {
        openKind = nil
    }

    /// Records an edit; undone steps can no longer be redone.
    mutating func record(_ edit: Edit, as kind: Kind) {
        bytes -= undone.reduce(0) { $0 + $1.cost }
        undone = []
        if kind == openKind, let last = done.last, let joined = join(last, edit, as: kind) {
            bytes += joined.cost - last.cost
            done[done.count - 1] = joined
        } else {
            bytes += edit.cost
            done.append(edit)
        }
        openKind = kind == .alone ? nil : kind
        var forgotten = 0
        while bytes > Self.byteLimit, forgotten < done.count - 1 {
            bytes -= done[forgotten].cost
            forgotten += 1
        }
        done.removeFirst(forgotten)
    }

    /// Returns the edit to reverse; nil if there is none.
    mutating func undo() -> Edit? {
        openKind = nil
        guard let edit = done.popLast() else { return nil }
        undone.append(edit)
        return edit
    }

    /// Returns the edit to apply again; nil if there is none.
    mutating func redo() -> Edit? {
        openKind = nil
        guard let edit = undone.popLast() else { return nil }
        done.append(edit)
        return edit
    }

    private func join(_ last: Edit, _ next: Edit, as kind: Kind) -> Edit? {
        var joined = last
        switch kind {
        case .typing:
            guard next.removed.isEmpty, next.offset == last.offset + last.inserted.utf8.count,
                last.inserted.utf8.count < Self.wordLimit,
                last.inserted.last?.isWhitespace == false
                    || next.inserted.allSatisfy(\.isWhitespace)
            else { return nil }
            joined.inserted += next.inserted
        case .deletingLeft:
            guard next.offset + next.removed.utf8.count == last.offset else { return nil }
            (joined.offset, joined.removed) = (next.offset, next.removed + last.removed)
        case .deletingRight:
            guard next.offset == last.offset else { return nil }
            joined.removed += next.removed
        case .replacing:
            guard next.offset == last.offset, next.removed.hasBytes(of: last.inserted) else { return nil }
            joined.inserted = next.inserted
        case .alone: return nil
        }
        return joined
    }
}
