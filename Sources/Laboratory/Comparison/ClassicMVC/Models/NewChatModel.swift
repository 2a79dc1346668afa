import Foundation
import Transport

/// A name typed for a new chat, and whether it is one.
struct NewChatModel: Equatable {
    static let lengthLimit = 100

    let typed: String

    /// Without the white space around it.
    var name: String {
        typed.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var isValid: Bool { message == nil }

    /// Why the name cannot be used; nil when it can.
    var message: String? {
        let name = name
        if name.isEmpty { return "Please provide a contact name" }
        if name.count > Self.lengthLimit || name.utf8.count > Self.lengthLimit * 10 {
            return "A contact name has at most \(Self.lengthLimit) characters"
        }
        if name.unicodeScalars.contains(where: isUnprintable) {
            return "A contact name holds printable characters only"
        }
        return nil
    }

    private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: scalar.properties.isBidiControl
        }
    }
}
