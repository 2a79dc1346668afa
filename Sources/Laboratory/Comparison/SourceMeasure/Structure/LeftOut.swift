/// The counts of names that an analysis of tokens, without types, saw but could not follow.
///
/// The analysis knows names and their positions, but not the types of expressions: `a.b()` is a mention of `a` alone.
/// It does not see calls through variables of inferred types, inherited members, operators, macro expansions,
/// storyboards or the key paths of property wrappers. It also misses uses of members that an extension adds to a type outside the tree. It reads every
/// branch of `#if`. These numbers measure the omissions that can be counted.
public struct LeftOut: Hashable, Codable, Sendable {
    /// Pairs of a declaration and a name that it mentions, if several declarations have that name and none is
    /// nearest.
    public internal(set) var ambiguous = 0
    /// Pairs of a declaration and a name that is declared only in modules that its file does not import.
    public internal(set) var outOfView = 0
    /// Files with unbalanced braces, in which the owner of code is a guess.
    public internal(set) var unbalancedFiles = 0
}
