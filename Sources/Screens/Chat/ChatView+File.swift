public import ChatTypes

extension ChatViewState {
    /// A picture or file that a message carries, ready to show.
    public struct File: Sendable, Equatable {
        /// Without a path.
        public var name: String
        /// As MIME has it.
        public var type: String
        /// As its author says.
        public var byteCount: Int64
        /// What it is, for people: "application/pdf, 1.2 MB".
        public var detail: String
        /// How far it has come, out or in; nil when it was never asked for.
        public var transfer: FileTransfer?
        /// The same for people: "45%", or why it moves no further; nil when there is nothing to say.
        public var progress: String?

        public init(
            name: String,
            type: String = "",
            byteCount: Int64 = 0,
            detail: String = "",
            transfer: FileTransfer? = nil,
            progress: String? = nil
        ) {
            self.name = name
            self.type = type
            self.byteCount = byteCount
            self.detail = detail
            self.transfer = transfer
            self.progress = progress
        }

        /// Whether all of it is here.
        public var isHere: Bool { transfer?.isHere ?? false }

        /// Where it lies, for others to open; nil when it is not here, or in memory alone.
        public var path: String? { if case .here(let path) = transfer { path } else { nil } }
    }
}
