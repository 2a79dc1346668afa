/// An event that was observed while a message arrived.
package struct FlowEvent: Hashable, Codable, Sendable {
    /// The place of an event.
    package enum Place: String, CaseIterable, Codable, Sendable {
        case source
        case disk
        case screen
        case server
    }

    package var place: Place
    /// The number of jobs that the app had run since the push.
    package var job: Int
    package var words: String
}
