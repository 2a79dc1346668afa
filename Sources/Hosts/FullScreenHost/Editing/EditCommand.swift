/// What can be done to a text that is being written.
enum EditCommand: Hashable, Sendable {
    /// As typed: several in a row make words, which are undone one by one.
    case type(String)
    /// In one piece, which is undone as one.
    case paste(String)
    case move(Motion)
    /// Takes out what lies between the cursor and where the motion leads.
    case delete(Motion)
    /// As `delete`, but it can be put in again with `yank`. At the end of a line its end is taken, at the beginning likewise.
    case kill(Motion)
    /// Puts in what was killed last.
    case yank
    /// Directly after a yank: puts in what was killed before, in its place.
    case yankPrevious
    /// Changes the places of the two characters around the cursor, or at the end of a line of the two before it.
    case transpose
    /// To the line above, or from the first one to what was sent before.
    case up
    /// To the line below, or from the last one to what was sent next, and at last to what was being written.
    case down
    case undo, redo
    /// Takes out everything, so that it can be undone.
    case clear
}
