/// What stands between two braces.
struct Block {
    enum Kind {
        /// The members of a type.
        case members
        /// A property's or a subscript's: what it computes, or its accessors.
        case accessors
        case code
    }

    let kind: Kind
    /// The tokens between the braces.
    let tokens: Range<Int>
    /// Whether a single expression in it is its value.
    var givesValue = false
    /// Whether it is a closure, whose only expression may be its value.
    var isClosure = false
    /// Whether it stands in an initializer, where all that is stored has to be set.
    var isInInitializer = false
}

/// A statement of a block of code, by its tokens.
struct Statement {
    let tokens: Range<Int>
    let block: Block
    /// Whether the block has no other.
    var isAlone = false
}
