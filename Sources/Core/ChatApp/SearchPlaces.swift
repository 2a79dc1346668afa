import ChatStore
import Synchronization

/// Where the pages of one query's search ended, so that each page costs the same however far down it stands.
///
/// Holds a place for each row that was paged through, so a page that is gone back to goes on behind the same row as before,
/// though more is found above it by then. The first page begins at the top each time.
final class SearchPlaces: Sendable {
    private struct State {
        var text = ""
        /// Of the first rows, in order.
        var places: [SearchPlace] = []
    }

    private let state = Mutex(State())

    /// The place nearest before row `offset`, and how many rows that passes over.
    func nearest(to offset: Int, searching text: String) -> (place: SearchPlace?, passed: Int) {
        state.withLock { state in
            if state.text != text { state = State(text: text) }
            let passed = max(0, min(offset, state.places.count))
            return (passed == 0 ? nil : state.places[passed - 1], passed)
        }
    }

    /// Takes the places of a page behind so many rows; what was known of those further down is forgotten.
    func note(_ page: SearchPage, behind passed: Int, searching text: String) {
        state.withLock { state in
            guard state.text == text, passed <= state.places.count else { return }
            state.places.removeSubrange(passed...)
            state.places += page.places
        }
    }
}
