/// What one file declares, and which names its types mention.
struct FileOutline {
    enum Kind { case type, protocolType, alias }

    /// A type, or an alias that hides types of the same name: a `typealias`, an associated type, a generic parameter.
    struct Declaration: Hashable {
        /// With the parents it is nested in: `Chat.State`.
        let path: String
        let kind: Kind
    }

    struct Mention: Hashable {
        /// The path of the type, or of the extended type, in whose declaration it stands.
        let owner: String
        /// A name, or names with dots between.
        let name: String
    }

    var declarations: Set<Declaration> = []
    var mentions: Set<Mention> = []
    /// Every name in the file outside comments and strings.
    var identifiers: Set<String> = []
}
