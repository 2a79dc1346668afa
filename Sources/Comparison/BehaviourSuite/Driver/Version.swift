/// The app in one architecture, ready to be put on a phone.
public struct Version: Sendable {
    /// What the architecture cannot do without leaving its own pattern.
    public struct Limit: Hashable, Sendable {
        /// The name of the scenario that shows it.
        public let scenario: String
        public let reason: String

        public init(scenario: String, reason: String) {
            self.scenario = scenario
            self.reason = reason
        }
    }

    public let name: String
    public let limits: [Limit]
    /// Starts the app's process; called again for each restart. Throws what the disk says.
    public let start: @Sendable (Phone) throws -> any AppDriver

    public init(
        name: String,
        limits: [Limit] = [],
        start: @escaping @Sendable (Phone) throws -> any AppDriver
    ) {
        self.name = name
        self.limits = limits
        self.start = start
    }
}
