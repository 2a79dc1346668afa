import ChatTypes
import JSONKit

/// A condition of a push rule.
enum PushCondition: Hashable, Sendable {
    /// A property that a pattern matches; of the text, whole words are enough.
    case matches(PropertyPath, GlobPattern)
    /// A property with that value.
    case equals(PropertyPath, JSONPrimitive)
    /// A property that is an array with that value in it.
    case contains(PropertyPath, JSONPrimitive)
    /// A text that contains the user's display name.
    case containsDisplayName
    /// A number of members that the test holds for.
    case memberCount(CountTest)
    /// A sender who may notify everyone in a way.
    case senderMay(notify: String)
    /// A condition that is unknown or unreadable: it is never met.
    case never

    init(_ json: JSONValue) {
        let path = json["key"]?.string.flatMap { PropertyPath($0) }
        let value = json["value"].flatMap { JSONPrimitive($0) }
        switch json["kind"]?.string {
        case "event_match":
            guard let path, let pattern = json["pattern"]?.string, pattern.utf8.count <= GlobPattern.byteLimit else {
                self = .never
                return
            }
            self = .matches(path, GlobPattern(pattern))
        case "event_property_is":
            guard let path, let value else {
                self = .never
                return
            }
            self = .equals(path, value)
        case "event_property_contains":
            guard let path, let value else {
                self = .never
                return
            }
            self = .contains(path, value)
        case "contains_display_name": self = .containsDisplayName
        case "room_member_count": self = json["is"]?.string.flatMap(CountTest.init).map(Self.memberCount) ?? .never
        case "sender_notification_permission":
            self = json["key"]?.string.map { .senderMay(notify: $0) } ?? .never
        default: self = .never
        }
    }
}

/// The names that lead to a property of an event.
struct PropertyPath: Hashable, Sendable {
    let names: [String]

    static let text = PropertyPath(names: ["content", "body"])
    static let room = PropertyPath(names: ["room_id"])

    init(names: [String]) { self.names = names }

    /// Reads names with dots between them; a backslash before a dot or a backslash makes it part of the name.
    ///
    /// Nil for more than eight names or more than 255 bytes.
    init?(_ key: String) {
        guard key.utf8.count <= 255 else { return nil }
        var (names, isEscaped) = ([""], false)
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "." where !isEscaped: names.append("")
            default:
                // Before any other character it stands for itself.
                if isEscaped, scalar != ".", scalar != "\\" { names[names.count - 1] += "\\" }
                names[names.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        guard names.count <= 8 else { return nil }
        self.names = names
    }

    func value(in event: JSONValue) -> JSONValue? {
        var value = event
        for name in names {
            guard let member = value.member(named: name) else { return nil }
            value = member
        }
        return value
    }
}

/// A JSON value without parts.
enum JSONPrimitive: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case bool(Bool)
    case null

    /// Nil for objects, arrays and numbers that are no integers of 64 bits.
    init?(_ json: JSONValue) {
        if let text = json.string {
            self = .string(text)
        } else if let number = json.integer {
            self = .integer(number)
        } else if let flag = json.bool {
            self = .bool(flag)
        } else if json.isNull {
            self = .null
        } else {
            return nil
        }
    }

    /// Compares strings by their bytes.
    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.integer(let one), .integer(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.null, .null): true
        default: false
        }
    }
}

/// A test of a number, as `>=3`; a number alone tests for equality.
struct CountTest: Hashable, Sendable {
    private let sign: String
    private let number: Int64

    init?(_ text: String) {
        guard text.utf8.count <= 20, let sign = ["==", "<=", ">=", "<", ">", ""].first(where: text.hasPrefix),
            let number = Int64(text.dropFirst(sign.count))
        else { return nil }
        (self.sign, self.number) = (sign, number)
    }

    func holds(for count: Int64) -> Bool {
        switch sign {
        case "<": count < number
        case ">": count > number
        case "<=": count <= number
        case ">=": count >= number
        default: count == number
        }
    }
}
