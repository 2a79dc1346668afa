/// The declarations of one file, and the names that they mention.
///
/// Every token has an owner: a type with its extensions, a free function, a global, a `typealias`, a property of an
/// extended type, or the file's top level, which has no path. Owners are numbered in order of appearance.
struct FileOutline {
    enum Kind: Comparable {
        case type, protocolType, function, variable
        /// A `typealias`: a mention of it is a mention of the types it refers to.
        case alias
        /// An associated type or a generic parameter, which hides declarations of its name.
        case placeholder
        /// A property in an extension, which the key path of a property wrapper may name.
        case property
    }

    struct Owner {
        /// The name with its parent types: `Chat.State`. The path of a function ends in `()`.
        let path: String
        /// Lines of code whose first token belongs to this owner, not to a type nested in it.
        var codeLines = 0
        /// A number that depends only on the tokens, not on layout, comments or the order of declarations.
        var fingerprint: UInt64 = 0
        /// The number of declarations and extensions that make up the owner.
        var pieces = 0
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

    /// `@Wrapper(\.key)`: a dependency whose type is declared elsewhere.
    struct KeyPath: Hashable {
        let owner: Int
        let wrapper: String
        /// The root type of the key path, if it is written.
        let root: String?
        let key: String
    }

    struct Binding: Hashable {
        let owner: Int
        let name: String
    }

    /// The owners of the file; the first is its top level.
    var owners = [Owner(path: "")]
    var declarations: Set<Declaration> = []
    /// The owners that the file extends.
    var extended: Set<Int> = []
    var mentions: Set<Mention> = []
    var keyPaths: Set<KeyPath> = []
    /// The names of members, parameters and local variables: within their owner they hide functions and globals.
    var bindings: Set<Binding> = []
    var imports: Set<String> = []
    /// The modules among `imports` that this file's module re-exports.
    var exports: Set<String> = []
    /// The number of `.name` expressions with an inferred type, which cannot be attributed to a type.
    var implicitMembers = 0
    /// Whether all braces are balanced.
    var isBalanced = true
}
