import CSystem
import ChatTypes
import Foundation
import HostKit

/// The program that decodes pictures into cells: chafa, which is optional.
///
/// Pictures come from strangers, so they are decoded in a process of its own, with limits of time, memory and output, and without network
/// where the system lets users make a network namespace. The process gets the file as its input, and nothing of the user's environment.
struct Chafa: Sendable {
    /// The path of the program.
    let program: String
    /// The clock that measures its time.
    let clock: any Clock<Duration>

    /// The most bytes of a file that is decoded.
    static let fileLimit = 32 << 20
    /// The time that a picture has.
    static let patience = Duration.seconds(10)
    /// The most bytes that are read of what is printed: a cell of blocks takes 40 at most.
    private static func outputLimit(_ form: PictureForm) -> Int { form == .pixels ? 2 << 20 : 64 << 10 }

    /// Returns the path of chafa; nil if it is not installed.
    static func path(in environment: [String: String]) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/chafa" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Decodes a picture.
    func draw(_ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture {
        let file = open(request.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable }
        defer { close(file) }
        try Self.check(file)
        let output: [UInt8]
        do {
            output = try await ChildProgram.output(
                of: words(for: request),
                reading: file,
                upTo: Self.outputLimit(request.form),
                within: Self.patience,
                on: clock
            )
        } catch {
            throw PictureFailure(error)
        }
        switch request.form {
        case .pixels:
            let size = request.size.pixels
            return DrawnPicture(try PictureImage(output).within(width: size.width, height: size.height))
        case .blocks(let colorCount): return try DrawnPicture(output, size: request.size, colorCount: colorCount)
        }
    }

    /// Refuses files that are too large, and those whose first bytes are of no picture that is shown: the decoder knows more kinds.
    private static func check(_ file: Int32) throws(PictureFailure) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= fileLimit else { throw .tooLarge }
        guard let head = try? Descriptors.read(file, upTo: RasterPicture.headBytes), RasterPicture(head: head) != nil,
            lseek(file, 0, SEEK_SET) == 0
        else { throw .unreadable }
    }

    /// The command line. The shell sets the limits and becomes the program.
    func words(for request: PictureRequest) -> [String] {
        ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "/bin/sh", "-c", Self.script, "sh"]
            + [program] + Self.options(for: request)
            + ["--animate", "off", "--polite", "on", "-O", "0", "--threads", "1", "-"]
    }

    private static func options(for request: PictureRequest) -> [String] {
        let size = request.size
        switch request.form {
        case .blocks(let colorCount):
            // Of 256 colours, the first 16 look different on each terminal.
            let colors = colorCount >= 256 ? "240" : colorCount >= 16 ? "16" : "8"
            return ["--format", "symbols", "--symbols", "vhalf", "--colors", colors]
                + ["--size", "\(size.columns)x\(size.rows)"]
        case .pixels:
            // Its cells are squares of eight pixels or more, as it has no terminal to ask.
            return ["--format", "kitty", "--stretch", "--size", "\(size.columns)x\(size.rows * 2)"]
        }
    }

    #if canImport(Darwin)
        // The system limits no address space.
        private static let memoryLimit = ""
    #else
        private static let memoryLimit = "ulimit -v 524288 && "
    #endif

    private static let script = """
        ulimit -c 0 && ulimit -f 0 && ulimit -t 5 && \(memoryLimit)cd / || exit 126
        if unshare -rn true 2>/dev/null; then exec unshare -rn "$@"; fi
        exec "$@"
        """
}

extension PictureFailure {
    fileprivate init(_ failure: ChildFailure) {
        self =
            switch failure {
            case .notStarted(let reason): .notStarted(reason: reason)
            case .failed(code: 126), .failed(code: 127): .notStarted(reason: "its program cannot be run")
            case .failed(let code): .failed(code: code)
            case .slow, .cancelled: .slow
            case .verbose: .strange
            }
    }
}
