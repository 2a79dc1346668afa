/// The names in one file, read from tokens alone, as in `Structure`: every name is taken at face value.
package struct FileNames: Sendable {
    /// The types declared in the file, each with its keyword: `class`, `actor`, `struct`, `enum` or `protocol`.
    package private(set) var declared: [String: String] = [:]
    /// The functions declared in the file, and the properties that other modules see.
    package private(set) var members: Set<String> = []
    /// The types among `declared` that other files see.
    package private(set) var visible: Set<String> = []
    /// All names outside comments and strings.
    package private(set) var identifiers: Set<String> = []

    /// Returns the types declared with one of `words`.
    package func declared(as words: Set<String>) -> [String] {
        declared.filter { words.contains($0.value) }.keys.sorted()
    }

    /// Reads `file`. Cost: linear in its length.
    package init(of file: SourceFile) {
        let code = CodeTokens(of: file.bytes)
        for index in code.tokens.indices {
            if let name = code.name(at: index) { identifiers.insert(name) }
            guard let name = code.name(at: index + 1), !code.followsDot(index) else { continue }
            let before = index > 0 ? code.text(at: index - 1) : ""
            switch code.text(at: index) {
            case "class", "struct", "enum", "protocol", "actor":
                guard code.continuesDeclaration(at: index + 2) else { continue }
                declared[name] = code.text(at: index)
                if !["private", "fileprivate"].contains(before) { visible.insert(name) }
            case "func": members.insert(name)
            case "var" where ["public", "package"].contains(before): members.insert(name)
            default: break
            }
        }
    }
}
