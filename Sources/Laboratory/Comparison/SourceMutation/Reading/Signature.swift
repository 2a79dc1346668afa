/// The parameters of a function, initializer or enum case, as written.
struct Signature: Hashable {
    struct Parameter: Hashable {
        /// The argument label; `_` for none.
        let label: String
        /// The tokens of the type, joined by spaces.
        let type: String
        let hasDefault: Bool

        /// Whether a call may omit the argument, or pass it as a trailing closure.
        var mayBeMissing: Bool { hasDefault || type.contains("- >") }
    }

    /// The last part of the name; for an initializer, the name of its type.
    let name: String
    let parameters: [Parameter]

    /// Returns the types of a call's arguments by label, or nil if the call does not fit this signature.
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
