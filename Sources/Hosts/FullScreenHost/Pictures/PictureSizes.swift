import Chat
import ChatTypes
import HostKit
import Synchronization

/// The sizes of the pictures in complete files. The first bytes of each file are read once.
final class PictureSizes: Sendable {
    /// The number of files that are remembered.
    private static let limit = 2000

    private let known = Mutex<[String: RasterPicture?]>([:])

    /// Returns the pictures in the files of a chat's rows, by their paths.
    func pictures(in state: ChatViewState) -> [String: RasterPicture] {
        let paths = state.rows.compactMap { row in
            row.file.flatMap { PicturePlace.isMade(for: $0.type) ? $0.path : nil }
        }
        guard !paths.isEmpty else { return [:] }
        return known.withLock { known in
            if known.count > Self.limit { known = [:] }
            var pictures: [String: RasterPicture] = [:]
            for path in paths {
                let picture = known[path] ?? RasterPicture(file: path)
                known.updateValue(picture, forKey: path)
                pictures[path] = picture
            }
            return pictures
        }
    }
}
