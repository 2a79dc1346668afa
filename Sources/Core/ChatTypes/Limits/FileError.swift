/// Why a file cannot be sent, fetched or kept: the one place that says so.
public enum FileError: Error, Hashable, Sendable {
    /// No file has so many bytes, or more than are taken.
    case impossibleSize(limit: Int64)
    /// The server has not said where it is to be had.
    case nowhere
    /// It cannot be read, for the system's reason.
    case unreadable(reason: String)
    /// What is there is a folder, a pipe or a device.
    case noFile
    /// What was kept of it is not there any more, or not whole.
    case lost
    /// The server sent fewer bytes than it had said.
    case tooFewBytes(of: Int64)
    /// The server sent more bytes than it had said.
    case tooManyBytes(than: Int64)
    /// What came could not be written.
    case notKept(StorageProblem)
}

/// A sentence for people, of bounded length: made here since it is kept with the message that failed, as a server's refusal is.
extension FileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .impossibleSize(let limit): "Files of that size are not taken; the limit is \(limit) bytes"
        case .nowhere: "The server does not say where the file is"
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .noFile: "That is no file"
        case .lost: "The copy that was kept of the file is gone: send or fetch it again"
        case .tooFewBytes(let count): "Fewer bytes came than the \(count) that were said"
        case .tooManyBytes(let count): "More bytes came than the \(count) that were said"
        case .notKept(.diskFull): "The disk is full"
        case .notKept(.notWritable): "The place for files takes no changes"
        case .notKept(.failing(let detail)), .notKept(.other(let detail)):
            "The file cannot be kept: \(detail.cut(toBytes: Limits.reasonBytes / 2))"
        case .notKept: "The file cannot be kept"
        }
    }
}
