/// The names in one file that tell what it declares, what it holds, and what making its types takes.
///
/// Read from the tokens alone, as `Structure` is: a name is what it looks like.
package struct FileNames: Sendable {
    /// A parameter of an initializer, or of a method `run`.
    package struct Requirement: Hashable, Sendable {
        package let type: String
        /// Whether it is written `any Type`.
        package let isAny: Bool
    }

    /// The types declared here, and the word that declares each: `class`, `actor`, `struct`, `enum` or `protocol`.
    package private(set) var declared: [String: String] = [:]
    /// Every name outside comments and strings.
    package private(set) var identifiers: Set<String> = []
    /// Which names are said to be of which types: `pushes: any PushSource`.
    package private(set) var holders: [String: Set<String>] = [:]
    /// Per type declared or extended here, what its initializers and its `run` take and have no default for.
    package private(set) var requirements: [String: [Requirement]] = [:]
    /// The types that have an initializer here.
    package private(set) var initialized: Set<String> = []
    /// Per type, the properties that are stored and have no value from the start: what the initializer takes that the
    /// compiler makes where there is none.
    package private(set) var stored: [String: [Requirement]] = [:]

    /// The types that one of `words` declares.
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
    /// The type in `: Type` or `: any Type` after a name.
    fileprivate func annotation(after index: Int) -> FileNames.Requirement? {
        guard symbol(at: index + 1) == UInt8(ascii: ":"), let first = name(at: index + 2) else { return nil }
        guard first == "any" || first == "some", let second = name(at: index + 3) else {
            return .init(type: first, isAny: false)
        }
        return .init(type: second, isAny: true)
    }

    /// What a `let` or `var` in a type's body declares, if that is stored, the instance's own, and without a value.
    fileprivate func storedProperty(at index: Int) -> FileNames.Requirement? {
        guard let property = annotation(after: index + 1), index == 0 || text(at: index - 1) != "static" else {
            return nil
        }
        let next = index + (property.isAny ? 5 : 4)
        let hasValue = symbol(at: next).map("={?".utf8.contains) ?? false
        return hasValue ? nil : property
    }

    /// The parameters in the parentheses after a name, without those that have a default.
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
