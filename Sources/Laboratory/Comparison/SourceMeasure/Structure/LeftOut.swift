/// What an analysis that reads tokens, and not types, saw and could not follow.
///
/// It knows names, and where they stand. It does not know the type of an expression: `a.b()` is a mention of `a` alone,
/// and who is called through a variable whose type is inferred, an inherited member, an operator, a macro's expansion
/// or a storyboard is not seen. Nor is who uses the members that an extension adds to a type from elsewhere. Every
/// branch of a condition is read. The numbers here say how much there is of what can at least be counted.
public struct LeftOut: Hashable, Codable, Sendable {
    /// Pairs of a declaration and a name that it mentions which several declarations bear, none nearer than others.
    public internal(set) var ambiguous = 0
    /// Pairs of a declaration and a name that is declared only in modules which its file does not import.
    public internal(set) var outOfView = 0
    /// Pairs of a declaration and the name of a function or global that a member, parameter or local variable of its
    /// own bears too.
    public internal(set) var shadowed = 0
    /// `.name` expressions whose type is inferred.
    public internal(set) var implicitMembers = 0
    /// Properties whose wrapper names them by a key path that no extension in the tree declares:
    /// `@Environment(\.locale)`, each as often as it occurs in another declaration.
    public internal(set) var keyPaths: [String] = []
    /// Files whose braces have no counterpart, so that what belongs to what is a guess.
    public internal(set) var unbalancedFiles = 0
}
