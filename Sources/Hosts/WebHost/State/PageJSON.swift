import ChatTypes
import Foundation
import JSONKit
import ScreenKit

/// The members of an object for the page. A member that is nil, false, zero or empty is left out.
struct PageObject {
    private var members: [JSONText.Member] = []

    var text: JSONText { .object(members) }
    var isEmpty: Bool { members.isEmpty }

    static func text(_ fill: (inout Self) -> Void) -> JSONText {
        var object = Self()
        fill(&object)
        return object.text
    }

    mutating func add(_ name: String, _ value: JSONText?) {
        if let value { members.append(JSONText.Member(name: name, value: value)) }
    }

    mutating func add(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { add(name, JSONText.string(text)) }
    }

    mutating func add(_ name: String, _ isTrue: Bool) {
        if isTrue { add(name, JSONText.bool(true)) }
    }

    mutating func add(_ name: String, _ number: Int) {
        if number != 0 { add(name, JSONText.integer(Int64(number))) }
    }

    mutating func add(_ name: String, _ elements: [JSONText]) {
        if !elements.isEmpty { add(name, JSONText.array(elements)) }
    }

    /// Adds a date in seconds since 1970; the page makes the lines between days of them, in the user's time zone.
    mutating func add(_ name: String, _ date: Date) {
        let seconds = date.timeIntervalSince1970
        if seconds.magnitude < 1e12 { add(name, Int(seconds)) }
    }

    /// Adds a problem with its number, so that a repeated one shows again.
    mutating func add(_ problem: ScreenProblem?) {
        guard let problem else { return }
        add("problem", .array([.integer(Int64(problem.number)), .string(problem.text)]))
    }
}

extension Author {
    /// The author as the page tells people apart; nil for the user.
    var pageName: String? {
        switch self {
        case .me: nil
        case .contact: "contact"
        case .member(let id): id.rawValue
        }
    }
}
