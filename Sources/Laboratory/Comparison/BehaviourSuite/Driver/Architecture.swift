public import DriverKit
public import PhoneKit

/// The app in one architecture, ready to run on a phone.
public struct Architecture: Sendable, CustomStringConvertible {
    /// The locations of the architecture's own sources, for measurements; the driver and shared code are not
    /// included.
    public struct Sources: Hashable, Sendable {
        /// The folders below the package's root; their last components must differ.
        public let folders: [String]
        /// The folders where sources of `folders` stood in earlier commits.
        public let formerFolders: [String]
        /// The folders where sources stand or stood.
        public var allFolders: [String] { folders + formerFolders }
        /// The folders below `folders` whose code other architectures also use, so that it counts for none.
        public let shared: [String]
        /// The folder of a small library that only this architecture uses; it counts in a column of its own.
        ///
        /// Others would use such a library from elsewhere.
        public let kit: String?
        /// The layers of the files, a line for each: `View: Chat/Views, *View.swift`.
        ///
        /// Paths begin with the last component of the folder.
        public let layers: String

        public init(
            folders: [String],
            formerFolders: [String] = [],
            shared: [String] = [],
            kit: String? = nil,
            layers: String = ""
        ) {
            self.folders = folders
            self.formerFolders = formerFolders
            self.shared = shared
            self.kit = kit
            self.layers = layers
        }
    }

    /// The unique name of the architecture in reports and commands.
    public let name: String
    /// The sources; nil for a test double.
    public let sources: Sources?
    /// The app itself, for tests that use its views; nil for a test double.
    public let app: (any PhoneApp.Type)?
    /// Starts the app's process, also for each restart. Throws the errors of the disk.
    public let start: @Sendable (Phone) throws -> any AppDriver

    public var description: String { name }

    public init(
        name: String,
        sources: Sources? = nil,
        app: (any PhoneApp.Type)? = nil,
        start: @escaping @Sendable (Phone) throws -> any AppDriver
    ) {
        self.name = name
        self.sources = sources
        self.app = app
        self.start = start
    }
}
