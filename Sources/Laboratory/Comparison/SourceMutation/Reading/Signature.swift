/// What a function, an initializer or a case of an enum takes, as it is written.
struct Signature: Hashable {
    struct Parameter: Hashable {
        /// `_` for none.
        let label: String
        /// The tokens of the type, joined by spaces.
        let type: String
        let hasDefault: Bool

        /// A call may leave it out, or write it behind the parentheses.
        var mayBeMissing: Bool { hasDefault || type.contains("- >") }
    }

    /// The last part of its name; of an initializer, the type's.
    let name: String
    let parameters: [Parameter]

    /// The types of a call's arguments by their labels; nil where the call is not one of this.
    func types(of labels: [String]) -> [String]? {
        var types: [String] = []
        var rest = parameters[...]
        for label in labels {
            while let parameter = rest.first, parameter.label != label {
                guard parameter.mayBeMissing else { return nil }
                rest.removeFirst()
            }
            guard let parameter = rest.popFirst() else { return nil }
            types.append(parameter.type)
        }
        return rest.allSatisfy(\.mayBeMissing) ? types : nil
    }
}
