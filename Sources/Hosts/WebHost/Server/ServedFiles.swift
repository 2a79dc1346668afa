import ChatTypes
import HostKit
import Synchronization

/// The files that the page may ask for, by numbers that only this run gives.
///
/// Numbers are given again for what is gone: a page that asks for an old one gets nothing, and asks by the next state.
final class ServedFiles: Sendable {
    /// A file of a message, or a picture of a person.
    enum File: Sendable, Equatable {
        /// A file on disk with its name; shown in the page if it is a picture of a known kind, else saved.
        case disk(path: String, name: String, picture: RasterPicture?)
        /// A picture in memory.
        case memory([UInt8], RasterPicture)
    }

    /// The owner of a file.
    enum Key: Hashable {
        case message(MessageID)
        case person(ChatID, Picture)
    }

    /// The number of files that are remembered.
    static let limit = 2000

    private struct State {
        var files: [Int: File] = [:]
        var numbers: [Key: Int] = [:]
        var order: [Key] = []
        var last = 0
    }

    private let state = Mutex(State())

    /// Returns the number of the file for a key, which `make` describes at the first call; nil if there is none to serve.
    func number(for key: Key, _ make: () -> File?) -> Int? {
        if let known = state.withLock({ $0.numbers[key] }) { return known }
        guard let file = make() else { return nil }
        return state.withLock { state in
            state.last += 1
            (state.files[state.last], state.numbers[key]) = (file, state.last)
            state.order.append(key)
            if state.order.count > Self.limit {
                let oldest = state.order.removeFirst()
                if let number = state.numbers.removeValue(forKey: oldest) { state.files[number] = nil }
            }
            return state.last
        }
    }

    subscript(number: Int) -> File? { state.withLock { $0.files[number] } }
}
