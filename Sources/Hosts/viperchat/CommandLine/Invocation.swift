import HostKit

/// The meaning of a command line.
enum Invocation: Equatable, Sendable {
    case run(CommandLineOptions)
    /// Prints a text and ends.
    case print(String)
}
