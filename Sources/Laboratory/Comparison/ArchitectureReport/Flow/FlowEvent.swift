/// One thing that a seam saw while a message came in.
package struct FlowEvent: Hashable, Codable, Sendable {
    /// Where it was seen.
    package enum Place: String, CaseIterable, Codable, Sendable {
        case source
        case disk
        case screen
        case server
    }

    package var place: Place
    /// How many pieces of work the app had done since the message was pushed.
    package var job: Int
    package var words: String
}
