import SourceMeasure

/// Reads the signatures of a file's functions, initializers and enum cases, including memberwise initializers.
struct SignatureReader {
    private let source: SwiftSource
    private var code: CodeTokens { source.code }

    init(_ source: SwiftSource) { self.source = source }

    func signatures() -> [Signature] {
        var owners = OwnerStack()
        var found: [Signature] = []
        var (stored, initialized): ([String: [Signature.Parameter]], Set<String>) = ([:], [])
        for position in 0..<source.count {
            owners.read(code.symbol(at: position))
            guard code.tokens[position].kind == .keyword || code.name(at: position) != nil else { continue }
            switch code.text(at: position) {
            case "class", "struct", "enum", "protocol", "actor", "extension":
                guard let name = code.name(at: position + 1), !code.followsDot(position) else { break }
                owners.begin(name)
                if code.isWord("struct", at: position) { stored[name] = [] }
            case "func":
                guard let name = code.name(at: position + 1), let list = list(behind: position + 1) else { break }
                found.append(Signature(name: name, parameters: list))
            case "init" where code.isKeyword(at: position):
                guard let owner = owners.last, let list = list(behind: position), owners.isInBody else { break }
                initialized.insert(owner)
                found.append(Signature(name: owner, parameters: list))
            case "case" where owners.isInBody:
                guard let name = code.name(at: position + 1), let list = list(behind: position + 1) else { break }
                found.append(Signature(name: name, parameters: list))
            case "let", "var":
                guard let owner = owners.last, owners.isInBody, let property = property(at: position) else { break }
                stored[owner]?.append(property)
            default: break
            }
        }
        for (owner, parameters) in stored where !initialized.contains(owner) {
            found.append(Signature(name: owner, parameters: parameters))
        }
        return found
    }

    /// Returns the parameters in the parentheses after a name and its generic parameters.
    private func list(behind position: Int) -> [Signature.Parameter]? {
        var open = position + 1
        if code.symbol(at: open).map("?!".utf8.contains) == true { open += 1 }
        if code.symbol(at: open) == UInt8(ascii: "<") {
            while open < source.count, code.symbol(at: open) != .open { open += 1 }
        }
        guard code.symbol(at: open) == .open, let end = source.end(of: open) else { return nil }
        return source.parts(in: (open + 1)..<end).compactMap { part in
            let outer = source.outer(part)
            guard let colon = outer.first(where: { code.symbol(at: $0) == UInt8(ascii: ":") }) else {
                return Signature.Parameter(label: "_", type: text(part), hasDefault: false)
            }
            let label = outer.first { code.tokens[$0].kind != .punctuation } ?? part.lowerBound
            return parameter(code.text(at: label), type: (colon + 1)..<part.upperBound)
        }
    }

    /// Returns the stored instance property that a `let` or `var` declares, if the memberwise initializer can set it.
    private func property(at position: Int) -> Signature.Parameter? {
        guard let name = code.name(at: position + 1), code.symbol(at: position + 2) == UInt8(ascii: ":") else {
            return nil
        }
        guard
            !(max(0, position - 3)..<position).contains(where: {
                code.isWord("static", at: $0) && !code.beginsLine($0 + 1)
            })
        else { return nil }
        var end = position + 3
        while end < source.count, !code.startsStatement(end), source.beginning(of: end) == nil {
            if code.symbol(at: end) == UInt8(ascii: "{") { return nil }
            end = (source.end(of: end) ?? end) + 1
        }
        let property = parameter(name, type: (position + 3)..<end)
        return property.hasDefault && code.isWord("let", at: position) ? nil : property
    }

    private func parameter(_ label: String, type tokens: Range<Int>) -> Signature.Parameter {
        let value = source.outer(tokens).first { source.spacedOperator(at: $0)?.text == "=" }
        let type = tokens.lowerBound..<(value ?? tokens.upperBound)
        return .init(label: label, type: text(type), hasDefault: value != nil)
    }

    private func text(_ tokens: Range<Int>) -> String { tokens.map(code.text).joined(separator: " ") }
}

extension SwiftSource {
    /// Returns the parts between the commas of a list.
    func parts(in tokens: Range<Int>) -> [Range<Int>] {
        let commas = outer(tokens).filter { code.symbol(at: $0) == UInt8(ascii: ",") }
        let bounds = [tokens.lowerBound - 1] + commas + [tokens.upperBound]
        return zip(bounds, bounds.dropFirst()).map { ($0 + 1)..<$1 }.filter { !$0.isEmpty }
    }
}
