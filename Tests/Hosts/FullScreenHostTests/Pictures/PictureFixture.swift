import Chat
import ChatTypes
import HostKit

@testable import FullScreenHost

/// The first bytes of a PNG picture of a size.
func pngHead(_ width: Int, _ height: Int) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height)
}

/// A message with a picture in a file.
func photo(_ id: String, _ transfer: FileTransfer?, type: String = "image/png") -> ChatViewState.Row {
    theirs(id, "", file: .init(name: "photo \(id)", type: type, transfer: transfer))
}

/// A message with a picture whose file is complete.
func photo(_ id: String) -> ChatViewState.Row { photo(id, .complete(path: "/files/\(id)")) }

extension DrawnPicture {
    /// A picture of half blocks.
    static func blocks(_ size: PictureSize) -> DrawnPicture? {
        let line = "\u{1B}[38;5;20;48;5;40m" + String(repeating: "▄", count: size.columns) + "\u{1B}[0m\n"
        return try? DrawnPicture(
            Array(String(repeating: line, count: size.rows).utf8),
            size: size,
            colorCount: 256
        )
    }
}
