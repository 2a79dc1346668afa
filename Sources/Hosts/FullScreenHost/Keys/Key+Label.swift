extension Key {
    /// As help names the key: `Ctrl-k`, `Alt-Enter`, `PageUp`.
    var label: String {
        var words: [String] = []
        if modifiers.contains(.control) { words.append("Ctrl") }
        if modifiers.contains(.alt) { words.append("Alt") }
        if modifiers.contains(.shift) { words.append("Shift") }
        return (words + [code.label]).joined(separator: "-")
    }
}

extension Key.Code {
    fileprivate var label: String {
        switch self {
        case .text(" "): "Space"
        case .text(let scalar): String(scalar)
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .escape: "Esc"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .function(let number): "F\(number)"
        }
    }
}
