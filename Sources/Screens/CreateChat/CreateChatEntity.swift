import Foundation
public import Transport

/// A name that somebody typed, judged.
public struct ContactName: Sendable, Equatable {
    /// Why a name cannot be used.
    public enum Fault: Sendable, Equatable {
        case empty
        case tooLong(limit: Int)
        /// It holds controls, line breaks, or marks that change the direction of text.
        case unprintable
    }

    /// In characters, each of ten bytes on average at most.
    public static let lengthLimit = 100

    /// Without the white space around it.
    public let text: String
    /// Nil when the name can be used.
    public let fault: Fault?

    public init(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        fault =
            if text.isEmpty {
                .empty
            } else if text.count > Self.lengthLimit || text.utf8.count > Self.lengthLimit * 10 {
                .tooLong(limit: Self.lengthLimit)
            } else if text.unicodeScalars.contains(where: Self.isUnprintable) {
                .unprintable
            } else {
                nil
            }
    }

    /// Controls, line breaks, and marks that change the direction of what follows: a name made of them could pose as
    /// another.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: scalar.properties.isBidiControl
        }
    }
}

extension ContactName.Fault {
    /// What to tell the person who typed the name.
    public var message: String {
        switch self {
        case .empty: "Please provide a contact name"
        case .tooLong(let limit): "A contact name has at most \(limit) characters"
        case .unprintable: "A contact name holds printable characters only"
        }
    }
}

/// The shared model, as far as this screen needs it.
public protocol CreateChatModel: Sendable {
    /// At most `limit` people whose names match, in any order. Throws a `ServiceError`.
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// Opens the chat with whoever bears that name, and makes it if there is none.
    ///
    /// Throws a `ServiceError`, or what the disk says.
    func createChat(with name: String) async throws -> ChatID
}
