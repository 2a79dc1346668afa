/// The app in one architecture, ready to be put on a phone.
public struct Version: Sendable {
    /// What the architecture cannot do without leaving its own pattern.
    public struct Limit: Hashable, Sendable {
        /// The name of the scenario that shows it.
        public let scenario: String
        /// Why it cannot, in words, for the report.
        public let reason: String

        public init(scenario: String, reason: String) {
            self.scenario = scenario
            self.reason = reason
        }
    }

    /// Where the version's own sources are, for those who count them; the driver and what all versions share are not
    /// among them.
    public struct Sources: Hashable, Sendable {
        /// Folders below the package's root; each named differently in its last part.
        public let folders: [String]
        /// Folders below those whose code other versions use as well, so that it is counted in none.
        public let shared: [String]
        /// A folder with a small library that this version alone stands on, as others would take one from elsewhere: counted
        /// in a column of its own.
        public let kit: String?
        /// Which layer each file belongs to, as a file for `measure --layers` says it, its paths beginning with the last
        /// part of the folder's; empty for layers by the files' names.
        public let layers: String
        /// The types that a test of one screen would make.
        public let screens: [String]

        public init(
            folders: [String],
            shared: [String] = [],
            kit: String? = nil,
            layers: String = "",
            screens: [String]
        ) {
            self.folders = folders
            self.shared = shared
            self.kit = kit
            self.layers = layers
            self.screens = screens
        }
    }

    /// What reports and commands call it; each version has a name of its own.
    public let name: String
    /// What it cannot do, to be told beside the scenarios that fail; empty where there is nothing.
    public let limits: [Limit]
    /// None for a double.
    public let sources: Sources?
    /// Starts the app's process; called again for each restart. Throws what the disk says.
    public let start: @Sendable (Phone) throws -> any AppDriver

    public init(
        name: String,
        limits: [Limit] = [],
        sources: Sources? = nil,
        start: @escaping @Sendable (Phone) throws -> any AppDriver
    ) {
        self.name = name
        self.limits = limits
        self.sources = sources
        self.start = start
    }
}
