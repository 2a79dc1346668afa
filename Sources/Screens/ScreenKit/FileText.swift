public import ChatTypes
import Foundation
public import RuntimeKit

extension ChatEnvironment {
    /// How large a file is, for people: "1.2 MB". What no file can be is said in bytes.
    public func sizeText(for byteCount: Int64) -> String {
        guard byteCount >= 0 else { return "\(byteCount) bytes" }
        return byteCount.formatted(.byteCount(style: .file, spellsOutZero: false).locale(locale))
            .replacingOccurrences(of: "\u{A0}", with: " ")
    }

    /// What a file is, for people: "application/pdf, 1.2 MB".
    public func detailText(for file: AttachedFile) -> String {
        "\(file.type), \(sizeText(for: file.byteCount))"
    }
}

/// How far a file has come: "Waiting", "45%", or why it moves no further; nil for one that is here.
public func progressText(_ transfer: FileTransfer) -> String? {
    switch transfer {
    case .waiting: "Waiting"
    case .moving(_, of: 0): "0%"
    case .moving(let bytes, let count): "\(Int(Double(bytes) / Double(count) * 100))%"
    case .here: nil
    case .failed(let reason): reason
    }
}
