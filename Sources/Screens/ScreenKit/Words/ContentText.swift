public import ChatTypes
import Foundation
public import RuntimeKit

/// The user's name beside other members.
public let ownName = "You"

/// Returns the text below a group's title.
public func groupText(_ group: GroupState) -> String {
    if group.hasLeft { return "You have left" }
    // Further members are not stored.
    let count = group.memberCount < Limits.members ? "\(group.memberCount)" : "\(Limits.members)+"
    return group.memberCount == 1 ? "1 person" : "\(count) people"
}

/// Returns the text about people who are typing, which names two at most; `nil` if no one is.
public func typingText(of names: [String]) -> String? {
    switch names.count {
    case 0: return nil
    case 1: return "\(names[0]) is typing…"
    case 2: return "\(names[0]) and \(names[1]) are typing…"
    default: return "\(names[0]) and \(names.count - 1) others are typing…"
    }
}

extension ChatEnvironment {
    /// Returns the text for a file's size, such as "1.2 MB"; see `AttachedFile.knownByteCount`.
    public func sizeText(for byteCount: Int64) -> String {
        guard AttachedFile.sizes.contains(byteCount) else { return "size unknown" }
        return byteCount.formatted(.byteCount(style: .file, spellsOutZero: false).locale(locale))
            .replacingOccurrences(of: "\u{A0}", with: " ")
            .withoutDirectionMarks
    }

    /// Returns the text for a file's type and size, such as "application/pdf, 1.2 MB".
    public func detailText(for file: AttachedFile) -> String {
        "\(file.type), \(sizeText(for: file.byteCount))"
    }
}

/// Returns the text for a transfer: "Waiting", "45%", or why it failed; `nil` for a complete file.
public func progressText(_ transfer: FileTransfer) -> String? {
    switch transfer {
    case .waiting: "Waiting"
    case .moving(_, of: 0): "0%"
    case .moving(_, of: let count) where !AttachedFile.sizes.contains(count): "Downloading…"
    case .moving(let bytes, let count): "\(Int(Double(bytes) / Double(count) * 100))%"
    case .complete: nil
    case .failed(let reason): reason
    }
}
