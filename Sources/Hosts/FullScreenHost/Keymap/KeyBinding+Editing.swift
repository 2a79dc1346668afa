extension KeyBinding {
    /// What brings text back, which an empty line may need.
    static let typing = [
        KeyBinding([.control("y")], .edit(.yank), "put in what was cut last"),
        KeyBinding([.alt("y")], .edit(.yankPrevious), "directly after that: what was cut before, in its place"),
        KeyBinding([.control("_")], .edit(.undo), "undo; Ctrl-/ on most keyboards"),
        KeyBinding([.alt("/"), Key(.text("_"), [.control, .alt])], .edit(.redo), "redo"),
    ]

    /// What changes what is typed.
    static let editing = [
        typed([Key(.left), .control("b")], .move(.left), "a character to the left"),
        typed([Key(.right), .control("f")], .move(.right), "a character to the right"),
        typed([.alt("b"), Key(.left, .control), Key(.left, .alt)], .move(.wordLeft), "a word to the left"),
        typed([.alt("f"), Key(.right, .control), Key(.right, .alt)], .move(.wordRight), "a word to the right"),
        typed([Key(.home), .control("a")], .move(.lineStart), "to the beginning of the line"),
        typed([Key(.end), .control("e")], .move(.lineEnd), "to the end of the line"),
        typed([.alt("<"), Key(.home, .control)], .move(.textStart), "to the beginning of the text"),
        typed([.alt(">"), Key(.end, .control)], .move(.textEnd), "to the end of the text"),
        typed(
            [Key(.backspace), .control("h"), Key(.backspace, .shift)],
            .delete(.left),
            "delete the character to the left"
        ),
        typed([Key(.delete), .control("d")], .delete(.right), "delete the character to the right"),
        typed(
            [Key(.backspace, .alt), Key(.backspace, .control), Key(.text("h"), [.control, .alt])],
            .kill(.wordLeft),
            "cut the word to the left"
        ),
        typed([.control("w")], .kill(.blankLeft), "cut to the left, to the next space"),
        typed([.alt("d"), Key(.delete, .control)], .kill(.wordRight), "cut the word to the right"),
        typed([.control("k")], .kill(.lineEnd), "cut to the end of the line"),
        typed([.control("u")], .kill(.lineStart), "cut to the beginning of the line"),
        typed([.control("t")], .transpose, "swap the two characters at the cursor"),
    ]

    private static func typed(_ keys: [Key], _ command: EditCommand, _ summary: String) -> KeyBinding {
        KeyBinding(keys, .edit(command), when: .typedLine, summary)
    }
}
