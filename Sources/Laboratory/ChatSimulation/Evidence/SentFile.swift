import ChatTypes
import SimulationKit

/// A file that the user sends. Its content is derived from the session's seed and its index, so that every file
/// differs.
struct SentFile: Sendable {
    let name: String
    let byteCount: Int
    private let seed: UInt64

    init(number: Int, index: Int, seed: UInt64) {
        self.seed = seed &* 31 &+ UInt64(index)
        name = "file \(index)" + [".png", ".bin", ".txt", "", ".日本"][number % 5]
        byteCount =
            switch number % 8 {
            case 0: 0
            case 1: Limits.filePartBytes + 16 * number
            case 2 where number.isMultiple(of: 3): 2 * Limits.filePartBytes
            default: 16 + number
            }
    }

    var imageCount: Int { name.hasSuffix(".png") ? 1 : 0 }

    var bytes: [UInt8] {
        var generator = SplitMix64(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            withUnsafeBytes(of: generator.next()) { bytes += $0.prefix(byteCount - bytes.count) }
        }
        return bytes
    }
}

/// The location of a file: the message to which it is attached.
struct FilePlace: Hashable, Sendable {
    let chat: ChatID
    let message: MessageID
}

/// The state of a download request.
enum Wish: Sendable {
    /// The file may or may not have been requested or cancelled.
    case tried
    case asked
    case cancelled
}
