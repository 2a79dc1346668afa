/// The canonical form of JSON that Matrix signs: one spelling for each value.
extension JSONText {
    /// The text with the members of all objects in the order of their names' code points.
    ///
    /// Equal values have equal bytes if no object has a name twice.
    package var canonicalBytes: [UInt8] { sorted.bytes }

    private var sorted: JSONText {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.sorted) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            )
        default: self
        }
    }

    /// Copies a parsed value as its sender wrote it, with all its members, and without hiding secrets.
    ///
    /// Nil for values without a canonical form, anywhere inside: numbers with a fraction or beyond 2^53, a name that occurs twice,
    /// and values nested too deeply.
    package init?(exactly value: JSONValue) {
        if value.isObject {
            var (members, names) = ([Member](), Set<[UInt8]>())
            for (name, value) in value.unmaskedMembers {
                guard names.insert(Array(name.utf8)).inserted, let copy = JSONText(exactly: value) else { return nil }
                members.append(Member(name: name, value: copy))
            }
            self = .object(members)
        } else if value.isArray {
            let elements = value.elements
            let copies = elements.compactMap(JSONText.init(exactly:))
            guard copies.count == elements.count else { return nil }
            self = .array(copies)
        } else if let text = value.unmasked {
            self = .string(text)
        } else if let number = value.integer, -Self.largest...Self.largest ~= number {
            self = .integer(number)
        } else if let isTrue = value.bool {
            self = .bool(isTrue)
        } else if value.isNull {
            self = .null
        } else {
            return nil
        }
    }

    /// The largest integer of canonical JSON: 2^53 - 1.
    private static let largest: Int64 = (1 << 53) - 1
}

/// Changing members of an object.
extension JSONText {
    /// Returns the value of the first member with a name; nil if there is none, or this is not an object.
    package subscript(_ name: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns the object without the members of some names; any other value unchanged.
    package func without(_ names: [String]) -> JSONText {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { member in !names.contains { $0.utf8.elementsEqual(member.name.utf8) } })
    }

    /// Returns the object with a member set; any other value unchanged.
    package func with(_ name: String, _ value: JSONText) -> JSONText {
        guard case .object(let members) = without([name]) else { return self }
        return .object(members + [Member(name: name, value: value)])
    }
}
