/// The names in one file: the types that it declares, the values that it holds, and the parameters needed to create
/// them.
///
/// They are read from tokens alone, as in `Structure`, so every name is taken at face value.
package struct FileNames: Sendable {
    /// A parameter of an initializer or of a `run` method.
    package struct Requirement: Hashable, Sendable {
        package let type: String
        /// Whether the type is written `any Type`.
        package let isAny: Bool
    }

    /// The types declared in the file, each with its keyword: `class`, `actor`, `struct`, `enum` or `protocol`.
    package private(set) var declared: [String: String] = [:]
    /// All names outside comments and strings.
    package private(set) var identifiers: Set<String> = []
    /// The names annotated with each type, as in `pushes: any PushSource`.
    package private(set) var holders: [String: Set<String>] = [:]
    /// The parameters without a default of the initializers and `run` methods of each type declared or extended in
    /// the file.
    package private(set) var requirements: [String: [Requirement]] = [:]
    /// The types that have an initializer in the file.
    package private(set) var initialized: Set<String> = []
    /// The stored properties without an initial value of each type: the parameters of its memberwise initializer.
    package private(set) var stored: [String: [Requirement]] = [:]

    /// Returns the types declared with one of `words`.
    package func declared(as words: Set<String>) -> [String] {
        declared.filter { words.contains($0.value) }.keys.sorted()
    }

    /// Reads `file`. Cost: linear in its length.
    package init(of file: SourceFile) {
        let code = CodeTokens(of: file.bytes)
        var owners = OwnerStack()
        for index in code.tokens.indices {
            owners.read(code.symbol(at: index))
            guard code.tokens[index].kind == .identifier || code.tokens[index].kind == .keyword else { continue }
            let word = code.text(at: index)
            if code.tokens[index].kind == .identifier { identifiers.insert(word) }
            if let name = code.name(at: index + 1), !code.followsDot(index) {
                switch word {
                case "class", "struct", "enum", "protocol", "actor":
                    guard code.continuesDeclaration(at: index + 2) else { break }
                    declared[name] = word
                    owners.begin(name)
                case "extension": owners.begin(name)
                default: break
                }
            }
            if let type = code.annotation(after: index) { holders[type.type, default: []].insert(word) }
            let isRun = word == "run" && index > 0 && code.text(at: index - 1) == "func"
            if isRun || (word == "init" && code.tokens[index].kind == .keyword), let owner = owners.last {
                requirements[owner, default: []] += code.parameters(after: index)
                if !isRun { initialized.insert(owner) }
            }
            if word == "let" || word == "var", let owner = owners.last, owners.isInBody,
                let property = code.storedProperty(at: index)
            {
                stored[owner, default: []].append(property)
            }
        }
    }
}

extension CodeTokens {
    /// Returns the type in `: Type` or `: any Type` after a name.
    fileprivate func annotation(after index: Int) -> FileNames.Requirement? {
        guard symbol(at: index + 1) == UInt8(ascii: ":"), let first = name(at: index + 2) else { return nil }
        guard first == "any" || first == "some", let second = name(at: index + 3) else {
            return .init(type: first, isAny: false)
        }
        return .init(type: second, isAny: true)
    }

    /// Returns the stored instance property without a value that a `let` or `var` in a type's body declares, or nil.
    fileprivate func storedProperty(at index: Int) -> FileNames.Requirement? {
        guard let property = annotation(after: index + 1), index == 0 || text(at: index - 1) != "static" else {
            return nil
        }
        let next = index + (property.isAny ? 5 : 4)
        let hasValue = symbol(at: next).map("={?".utf8.contains) ?? false
        return hasValue ? nil : property
    }

    /// Returns the parameters without a default in the parentheses after a name.
    fileprivate func parameters(after index: Int) -> [FileNames.Requirement] {
        guard symbol(at: index + 1) == .open else { return [] }
        var found: [FileNames.Requirement] = []
        var current: FileNames.Requirement?
        var hasDefault = false
        var depth = 0
        for position in (index + 1)..<min(tokens.count, index + 512) {
            switch symbol(at: position) {
            case .open, UInt8(ascii: "["): depth += 1
            case .close, UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "=") where depth == 1: hasDefault = true
            default: break
            }
            let ends = depth == 0 || (depth == 1 && symbol(at: position) == UInt8(ascii: ","))
            if ends {
                if let current, !hasDefault { found.append(current) }
                (current, hasDefault) = (nil, false)
            } else if depth == 1, current == nil, name(at: position) != nil {
                current = annotation(after: position)
            }
            if depth == 0 { break }
        }
        return found
    }
}
