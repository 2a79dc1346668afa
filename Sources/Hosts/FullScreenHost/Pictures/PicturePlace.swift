import Chat
import ChatTypes
import HostKit

/// The place of a message's picture below its text.
///
/// Once it is there, it keeps its height while the chat is open, so that no text moves when the picture arrives: a download that has
/// begun gets as much room as any picture takes.
struct PicturePlace: Equatable, Sendable {
    private enum Height: Equatable {
        /// A line that says why there is no picture.
        case line
        case of(RasterPicture)
        /// As high as the box of all pictures.
        case box
    }

    private let height: Height
    /// The path of the file; nil until it is complete.
    let path: String?
    /// The picture in the file; nil for a file that is not shown.
    let picture: RasterPicture?

    /// Returns nil for a file that no place is made for: one of another type, or that the user has not asked for.
    ///
    /// - Parameters:
    ///   - before: the place that the message has.
    ///   - pictures: the pictures in complete files, by their paths.
    init?(of file: ChatViewState.File?, before: PicturePlace?, pictures: [String: RasterPicture]) {
        guard let file, Self.isMade(for: file.type), let transfer = file.transfer else { return nil }
        (path, picture) = (file.path, file.path.flatMap { pictures[$0] })
        if let before {
            height = before.height
            return
        }
        switch transfer {
        case .waiting, .moving: height = .box
        // A file in memory cannot be given to another program.
        case .complete(path: nil), .failed: return nil
        case .complete: height = picture.map(Height.of) ?? .line
        }
    }

    /// Whether files of a stated type get a place. The bytes decide then what is shown.
    static func isMade(for type: String) -> Bool { types.contains(type.lowercased()) }

    private static let types: Set = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"]

    func rows(in box: PictureSize) -> Int {
        switch height {
        case .line: 1
        case .of(let picture): PictureSize(of: picture, within: box).rows
        case .box: box.rows
        }
    }

    /// The request for the picture; nil until the file is complete, and for a file that is not shown.
    func request(in box: PictureSize, colorCount: Int) -> PictureRequest? {
        guard let path, let picture else { return nil }
        // The place was made for another picture if a file of a message is replaced: then it is cut to the place.
        let size = PictureSize(of: picture, within: PictureSize(columns: box.columns, rows: rows(in: box)))
        return PictureRequest(path: path, size: size, colorCount: colorCount)
    }
}
