import ChatTypes
import JSONKit
import OlmKit
public import RuntimeKit

/// Identifies a device among those of its user.
public struct DeviceID: Identifier {
    /// The ID as the device's homeserver writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a Megolm session. Anybody may name one so: only `SessionOfSender` identifies it.
package struct SessionID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension String {
    /// Whether this and another text are the same identifier, byte for byte. Two texts are equal if they look the same.
    func isID(_ other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}

extension JSONValue {
    /// Returns the string as an identifier; nil for another value.
    func identifier<ID: Identifier>() -> ID? { unmasked.map { ID($0) } }

    /// Returns the members with their names as identifiers.
    func membersByID<ID: Identifier>() -> [(id: ID, value: JSONValue)] {
        unmaskedMembers.map { (ID($0.name), $0.value) }
    }
}

extension JSONText {
    /// Returns the string as an identifier; nil for another value. Two texts are equal if they look the same, identifiers are not.
    func identifier<ID: Identifier>() -> ID? { if case .string(let text) = self { ID(text) } else { nil } }

    /// Returns an identifier as a JSON string.
    static func id(_ id: some Identifier) -> JSONText { .string(id.rawValue) }

    /// Returns an object with one member for each identifier, in the order of their bytes.
    static func members<ID: Identifier>(_ members: [ID: JSONText]) -> JSONText {
        .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key.rawValue, value: $0.value) })
    }
}
