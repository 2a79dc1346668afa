/// What one file declares, and which names its declarations mention.
///
/// An owner is what a stretch of code belongs to: a type with its extensions, a free function, a global, a
/// `typealias`, a property of an extended type, or the code at the file's top level, which has no path. Owners are
/// numbered as they appear.
struct FileOutline {
    enum Kind: Comparable {
        case type, protocolType, function, variable
        /// A `typealias`: what mentions it mentions what it stands for.
        case alias
        /// An associated type or a generic parameter: hides declarations of its name.
        case placeholder
        /// A property in an extension, which a wrapper's key path may name.
        case property
    }

    struct Owner {
        /// With the parents it is nested in: `Chat.State`. A function's ends in `()`.
        let path: String
        /// Lines of code whose first token is this owner's, and not that of a type nested in it.
        var codeLines = 0
        /// A number that is the same for the same tokens, however they are laid out, commented, and spread over
        /// declarations that follow each other in another order.
        var fingerprint: UInt64 = 0
        /// How many declarations and extensions it consists of.
        var pieces = 0
    }

    struct Declaration: Hashable {
        let owner: Int
        let kind: Kind
        /// Whether other files cannot see it.
        let isPrivate: Bool
    }

    struct Mention: Hashable {
        let owner: Int
        /// A name, or names with dots between.
        let name: String
        /// False where the name labels an argument, unless it is a type's.
        let mayBeValue: Bool
    }

    /// `@Wrapper(\.key)`: a dependency whose type is said elsewhere.
    struct KeyPath: Hashable {
        let owner: Int
        let wrapper: String
        /// The type that the path starts from, if it is written.
        let root: String?
        let key: String
    }

    struct Binding: Hashable {
        let owner: Int
        let name: String
    }

    /// The first is the code at the file's top level.
    var owners = [Owner(path: "")]
    var declarations: Set<Declaration> = []
    /// Owners that are extended here.
    var extended: Set<Int> = []
    var mentions: Set<Mention> = []
    var keyPaths: Set<KeyPath> = []
    /// Names of members, parameters and local variables: to their owner they hide functions and globals.
    var bindings: Set<Binding> = []
    var imports: Set<String> = []
    /// The modules among `imports` that come with an import of this file's module.
    var exports: Set<String> = []
    /// `.name` expressions whose type is inferred, so that nothing says whose name it is.
    var implicitMembers = 0
    /// Whether each brace has its counterpart.
    var isBalanced = true
}
