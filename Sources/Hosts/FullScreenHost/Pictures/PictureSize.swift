/// The cells that a picture takes in a chat.
struct PictureSize: Hashable, Sendable {
    /// The most cells of a picture.
    static let limit = PictureSize(columns: 40, rows: 12)
    /// The pixels of a cell, so that small pictures stay small.
    private static let cell = (width: 8.0, height: 16.0)
    /// The most pixels that are decoded for these cells.
    var pixels: (width: Int, height: Int) { (columns * Int(Self.cell.width), rows * Int(Self.cell.height)) }
    /// A part of a cell that is too small to be seen.
    private static let rounding = 0.001

    let columns: Int
    let rows: Int

    init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// The box of all pictures on a terminal: it depends on nothing that changes while the user reads.
    ///
    /// - Parameters:
    ///   - columns: the columns of a text.
    ///   - terminalRows: the rows of the whole terminal, of which a picture takes half at most.
    init(columns: Int, terminalRows: Int) {
        self.columns = max(1, min(Self.limit.columns, columns))
        rows = max(1, min(Self.limit.rows, terminalRows / 2))
    }

    /// Fits a picture of so many pixels into a box. Keeps its shape as far as cells can, and enlarges none.
    init(ofWidth pixelWidth: Int, height pixelHeight: Int, within box: PictureSize) {
        let (width, height) = (Double(pixelWidth) / Self.cell.width, Double(pixelHeight) / Self.cell.height)
        let scale = min(1, Double(box.columns) / width, Double(box.rows) / height)
        columns = max(1, min(box.columns, Int((width * scale - Self.rounding).rounded(.up))))
        rows = max(1, min(box.rows, Int((height * scale - Self.rounding).rounded(.up))))
    }
}

/// The result of decoding a picture.
enum PictureForm: Hashable, Sendable {
    /// Half blocks with so many colours.
    case blocks(colorCount: Int)
    /// Pixels, which the terminal draws itself.
    case pixels
}

/// A picture to draw: a file at a size, in a form.
struct PictureRequest: Hashable, Sendable {
    let path: String
    let size: PictureSize
    let form: PictureForm
}

/// Why a picture is not shown.
enum PictureFailure: Error, Hashable, Sendable {
    /// The file cannot be read, or is no picture that is shown.
    case unreadable
    /// The file has more bytes than `Chafa.fileLimit`.
    case tooLarge
    /// The decoder cannot be started; it will not be tried again.
    case notStarted(reason: String)
    /// The decoder failed with an exit code, or with 128 and a signal.
    case failed(code: Int32)
    /// The decoder did not end in time.
    case slow
    /// The decoder printed something else than the cells of a picture of this size.
    case strange

    /// The reason within a sentence.
    var text: String {
        switch self {
        case .unreadable: "no PNG, JPEG, GIF or WebP of up to 50 megapixels"
        case .tooLarge: "the file has more than \(Chafa.fileLimit >> 20) MiB"
        case .notStarted(let reason): "chafa cannot be started: \(reason)"
        case .failed(let code): "chafa failed (exit code \(code)); the file may be damaged"
        case .slow: "chafa took longer than \(Int(Chafa.patience / .seconds(1))) s"
        case .strange: "chafa printed something else than a picture"
        }
    }
}
