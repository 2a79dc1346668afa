import Chat
import ChatTypes
import HostKit

/// The place of a message's picture below its text.
///
/// Once it is there, it keeps its height while the chat is open, so that no text moves when the picture arrives: a download that has
/// begun gets the room of the size that its author states, or as much as any picture takes.
struct PicturePlace: Equatable, Sendable {
    private enum Height: Equatable {
        /// A line that says why there is no picture.
        case line
        case of(width: Int, height: Int)
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
        case .waiting, .moving: height = file.pixels.map { .of(width: $0.width, height: $0.height) } ?? .box
        // A file in memory cannot be given to another program.
        case .complete(path: nil), .failed: return nil
        case .complete: height = picture.map { .of(width: $0.width, height: $0.height) } ?? .line
        }
    }

    /// Whether files of a stated type get a place. The bytes decide then what is shown.
    static func isMade(for type: String) -> Bool { types.contains(type.lowercased()) }

    private static let types: Set = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"]

    func rows(in box: PictureSize) -> Int {
        switch height {
        case .line: 1
        case .of(let width, let height): PictureSize(ofWidth: width, height: height, within: box).rows
        case .box: box.rows
        }
    }

    /// The request for the picture; nil until the file is complete, and for a file that is not shown.
    func request(in box: PictureSize, form: PictureForm) -> PictureRequest? {
        guard let path, let picture else { return nil }
        // The place was made for another picture if the author stated another size, or the file was replaced: then it fits into the place.
        let room = PictureSize(columns: box.columns, rows: rows(in: box))
        let size = PictureSize(ofWidth: picture.width, height: picture.height, within: room)
        return PictureRequest(path: path, size: size, form: form)
    }
}
