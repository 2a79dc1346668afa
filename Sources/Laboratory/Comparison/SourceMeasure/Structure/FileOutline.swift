/// The declarations of one file, and the names that they mention.
///
/// Every token has an owner: a type with its extensions, a free function, a global, a `typealias`, or the file's top
/// level, which has no path. Owners are numbered in order of appearance.
struct FileOutline {
    enum Kind: Comparable {
        case type, protocolType, function, variable
        /// A `typealias`: a mention of it is a mention of the types it refers to.
        case alias
        /// An associated type or a generic parameter, which hides declarations of its name.
        case placeholder
    }

    struct Declaration: Hashable {
        let owner: Int
        let kind: Kind
        /// Whether the declaration is invisible to other files.
        let isPrivate: Bool
    }

    struct Mention: Hashable {
        let owner: Int
        /// A name, or several joined by dots.
        let name: String
        /// Whether the name may refer to a value; false for an argument label, which may only be a type's name.
        let mayBeValue: Bool
    }

    struct Binding: Hashable {
        let owner: Int
        let name: String
    }

    /// The path of each owner: its name with its parent types, as `Chat.State`. That of a function ends in `()`.
    ///
    /// The first owner is the file's top level.
    var owners = [""]
    var declarations: Set<Declaration> = []
    /// The owners that the file extends.
    var extended: Set<Int> = []
    var mentions: Set<Mention> = []
    /// The names of members, parameters and local variables: within their owner they hide functions and globals.
    var bindings: Set<Binding> = []
    var imports: Set<String> = []
    /// The modules among `imports` that this file's module re-exports.
    var exports: Set<String> = []
    /// Whether all braces are balanced.
    var isBalanced = true
}
