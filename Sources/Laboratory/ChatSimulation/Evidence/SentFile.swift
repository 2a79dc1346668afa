import SimulationKit
import Transport

/// A file that the person sends: what it holds follows from the session's seed and its number, so that none is like another.
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

/// Where a file is in what people say: the message that carries it.
struct FilePlace: Hashable, Sendable {
    let chat: ChatID
    let message: MessageID
}

/// What became of asking for a file.
enum Wish: Sendable {
    /// It may have been asked for or cancelled, or not.
    case tried
    case asked
    case cancelled
}
