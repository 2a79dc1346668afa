/// The code between two braces.
struct Block {
    enum Kind {
        /// The members of a type.
        case members
        /// The body of a property or subscript: a computed value or accessors.
        case accessors
        case code
    }

    let kind: Kind
    /// The tokens between the braces.
    let tokens: Range<Int>
    /// Whether a single expression in the block is its value.
    var givesValue = false
    /// Whether the block is a closure, whose only expression may be its value.
    var isClosure = false
    /// Whether the block is in an initializer, which must set all stored properties.
    var isInInitializer = false
}

/// A statement in a block of code, by its tokens.
struct Statement {
    let tokens: Range<Int>
    let block: Block
    /// Whether it is the only statement of its block.
    var isAlone = false
}
