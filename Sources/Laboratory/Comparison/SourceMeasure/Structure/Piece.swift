/// A part of a file with the names that it mentions: a declaration, or an extension of one.
struct Piece {
    struct Mention: Hashable {
        /// A name and the members after it: `A.B.C`.
        let names: [String]
        /// Whether the name may refer to a value; false for an argument label, which may only be a type's name.
        let mayBeValue: Bool
    }

    /// The name with its parent types, as `Chat.State`. That of a function ends in `()`.
    let path: String
    let kind: ReferenceGraph.Kind
    /// The number of the file in the tree.
    let file: Int
    /// Whether the declaration is invisible to other files.
    var isPrivate = false
    var mentions: Set<Mention> = []
    /// The names of members, parameters and local variables: they hide functions and globals.
    var bound: Set<String> = []
}
