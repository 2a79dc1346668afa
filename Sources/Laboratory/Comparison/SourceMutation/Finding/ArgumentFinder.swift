import SourceMeasure

/// Finds calls with two arguments of the same declared type, and swaps arguments adjacent among those of their type.
///
/// Skips arguments that span several lines, functions, patterns and `inout` arguments.
struct ArgumentFinder {
    private struct Argument {
        let label: String
        let range: Range<Int>
    }

    private let source: SwiftSource
    private let signatures: Signatures
    private var code: CodeTokens { source.code }

    init(_ source: SwiftSource, signatures: Signatures) {
        self.source = source
        self.signatures = signatures
    }

    func points() -> [MutationPoint] {
        var owners = OwnerStack()
        var points: [MutationPoint] = []
        for position in 0..<source.count {
            owners.read(code.symbol(at: position))
            if ["class", "struct", "enum", "protocol", "actor", "extension"].contains(where: {
                code.isWord($0, at: position)
            }),
                let name = code.name(at: position + 1)
            {
                owners.begin(name)
            }
            guard let name = callee(at: position, in: owners), let end = source.end(of: position + 1) else { continue }
            let arguments = source.parts(in: (position + 2)..<end).compactMap(argument)
            guard let types = signatures.types(of: arguments.map(\.label), for: name) else { continue }
            points += swaps(of: arguments, types: types)
        }
        return points
    }

    /// Returns the name of the function or type that is called at a position; for `self.init`, the surrounding type.
    private func callee(at position: Int, in owners: OwnerStack) -> String? {
        guard code.symbol(at: position + 1) == .open, position > 0, !code.beginsLine(position + 1) else { return nil }
        guard !code.isWord("func", at: position - 1), !code.isWord("case", at: position - 1) else { return nil }
        if code.isWord("init", at: position) {
            return code.isWord("self", at: position - 2) && code.followsDot(position) ? owners.last : nil
        }
        return code.name(at: position)
    }

    private func argument(_ tokens: Range<Int>) -> Argument? {
        let isLabelled = tokens.count > 2 && code.symbol(at: tokens.lowerBound + 1) == UInt8(ascii: ":")
        let value = isLabelled ? (tokens.lowerBound + 2)..<tokens.upperBound : tokens
        return Argument(label: isLabelled ? code.text(at: tokens.lowerBound) : "_", range: value)
    }

    private func swaps(of arguments: [Argument], types: [String]) -> [MutationPoint] {
        arguments.indices.compactMap { first in
            let rest = arguments.indices.dropFirst(first + 1)
            guard let second = rest.first(where: { types[$0] == types[first] }) else { return nil }
            return swap(arguments[first], arguments[second], type: types[first])
        }
    }

    private func swap(_ first: Argument, _ second: Argument, type: String) -> MutationPoint? {
        let (left, right) = (source.range(first.range), source.range(second.range))
        guard isSwappable(first), isSwappable(second), !type.contains("- >"), !type.hasPrefix("inout") else {
            return nil
        }
        guard source.text(left) != source.text(right) else { return nil }
        return MutationPoint(
            .argumentsSwapped,
            [
                .init(range: left, change: .replace(source.text(right))),
                .init(range: right, change: .replace(source.text(left))),
            ],
            in: source,
            showing: left.lowerBound..<right.upperBound
        )
    }

    private func isSwappable(_ argument: Argument) -> Bool {
        let first = argument.range.lowerBound
        guard source.isOnOneLine(source.range(argument.range)), code.symbol(at: first) != UInt8(ascii: "&") else {
            return false
        }
        return !["let", "var", "_"].contains { code.isWord($0, at: first) }
    }
}
