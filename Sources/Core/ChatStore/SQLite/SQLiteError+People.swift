import Transport

extension SQLiteError: CustomStringConvertible {
    /// What went wrong, for people: what they can do something about in plain words, the rest as SQLite has it.
    public var description: String {
        switch problem {
        case .diskFull: "the disk is full"
        case .notWritable: "the data directory cannot be written to"
        case .damaged: "the history is damaged; it will be set aside at the next start"
        case .inUse: "another program is holding the history"
        case .failing(let detail): "the disk reports an error (\(detail))"
        case .other(let detail): detail
        }
    }
}
