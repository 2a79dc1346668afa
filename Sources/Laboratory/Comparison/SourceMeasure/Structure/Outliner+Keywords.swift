/// The effect of each keyword on the outline inside a declaration.
extension Outliner {
    mutating func readKeyword(_ word: String) {
        switch word {
        case "typealias", "associatedtype": nameInside(word)
        case "func":
            parameters = []
            guard let name = code.name(at: index + 1) else { return }
            bind(name)
            index += 1
            readParameters(at: index + 1)
        case "init", "subscript":
            let next = code.symbol(at: index + 1)
            let isFailable = next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
            readParameters(at: index + (isFailable ? 2 : 1))
        case "var", "let":
            if scopes.depth == 0 { parameters = [] }
            for name in code.patternNames(after: index) { bind(name) }
        case "for": for name in code.loopNames(after: index) { bind(name) }
        case "case" where scopes.top.body == .type: bindCases()
        case "import": readImport()
        default: break
        }
    }

    mutating func readParameters(at position: Int) {
        parameters = code.genericParameters(at: position)
        for name in code.parameterNames(after: position) { bind(name) }
    }

    /// Declares an alias or associated type inside another declaration.
    private mutating func nameInside(_ word: String) {
        guard let name = code.name(at: index + 1) else { return }
        let isAlias = word == "typealias"
        let owner = declare(name, isAlias ? .alias : .placeholder, isPrivate: scopes.top.isPrivate)
        index += 1
        guard isAlias else { return }
        declarePlaceholders(of: owner, at: index + 1)
        statement = Statement(owner: self.owner, naming: owner, scope: scopes.current, depth: scopes.depth)
    }

    /// Binds the names in `case a, b(Int)`.
    private mutating func bindCases() {
        var position = index
        while let name = code.name(at: position + 1), position < index + CodeTokens.longestList {
            bind(name)
            position += 2
            if code.symbol(at: position) == .open { position = code.endOfArguments(at: position) }
            guard code.symbol(at: position) == UInt8(ascii: ",") else { return }
        }
    }

    private mutating func readImport() {
        if scopes.depth == 0 { parameters = [] }
        let kinds = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
        if code.isKeyword(at: index + 1), kinds.contains(code.text(at: index + 1)) { index += 1 }
        guard let module = code.name(at: index + 1) else { return }
        let isExported = code.isWord("_exported", at: index - 1)
        index += 1
        _ = chain()
        outline.imports.insert(module)
        if isExported { outline.exports.insert(module) }
    }
}
