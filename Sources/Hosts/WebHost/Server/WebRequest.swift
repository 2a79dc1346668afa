import CSystem
import Foundation

/// A request whose body is being received on the library's thread.
final class WebRequest {
    let verdict: RequestRules.Verdict
    let head: RequestHead
    private(set) var body: [UInt8] = []
    private(set) var upload: Upload?
    private let limit: Int

    /// Returns nil if the file of an upload cannot be created.
    init?(_ verdict: RequestRules.Verdict, _ head: RequestHead, spool: UploadFolder) {
        (self.verdict, self.head) = (verdict, head)
        switch verdict {
        case .enter: limit = RequestRules.tokenLimit
        case .actions: limit = RequestRules.bodyLimit
        case .upload:
            guard let upload = Upload(head, in: spool) else { return nil }
            (self.upload, limit) = (upload, .max)
        case .refuse, .page, .states, .file: limit = 0
        }
    }

    /// Adds a piece of the body. Returns whether more may come.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        if let upload { return upload.write(piece) }
        guard body.count + piece.count <= limit else { return false }
        body += piece
        return true
    }
}

/// A file that a page sends, on its way into the folder for such files.
final class Upload {
    let file: UploadedFile
    private let folder: UploadFolder
    private let descriptor: Int32
    private var received: Int64 = 0
    private let expected: Int64
    private var isKept = false

    /// The headers name the chat, the thread if there is one, and the file, percent-encoded. Nil if they are missing, or the file cannot be created.
    init?(_ head: RequestHead, in folder: UploadFolder) {
        guard let chat = head.value(of: "x-chat")?.removingPercentEncoding,
            let name = head.value(of: "x-name")?.removingPercentEncoding,
            let expected = head.value(of: "content-length").flatMap({ Int64($0) }),
            let path = folder.path(forFileNamed: name)
        else { return nil }
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        self.folder = folder
        let text = head.value(of: "x-text")?.removingPercentEncoding ?? ""
        let thread = head.value(of: "x-thread")?.removingPercentEncoding
        (file, self.expected) = (UploadedFile(chat: chat, thread: thread, path: path, text: text), expected)
    }

    /// Removes what came of a file that did not come whole.
    deinit {
        close(descriptor)
        if !isKept { folder.remove(file.path) }
    }

    /// Returns false if the disk is full, or more comes than was said.
    func write(_ piece: UnsafeRawBufferPointer) -> Bool {
        var rest = piece[...]
        received += Int64(piece.count)
        guard received <= expected else { return false }
        while !rest.isEmpty {
            let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Returns the file if it is whole; it then stays.
    func finish() -> UploadedFile? {
        guard received == expected else { return nil }
        isKept = true
        return file
    }
}

/// A whole file that a page has sent for a chat.
struct UploadedFile: Sendable, Equatable {
    let chat: String
    /// The root of the thread that it is for; nil outside threads.
    let thread: String?
    let path: String
    let text: String

    /// The name without a path.
    var name: String { URL(filePath: path).lastPathComponent }
}

// The system's function, whose name a method above hides.
private let systemWrite = write
