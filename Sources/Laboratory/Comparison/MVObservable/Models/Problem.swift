import ScreenKit

/// The last error.
enum Problem {
    case reading(any Error)
    case saving(any Error)
    case doing(any Error)

    /// The error's text for the user.
    var text: String {
        switch self {
        case .reading(let error): "Cannot read the history: \(errorText(error))"
        case .saving(let error): "Cannot save: \(errorText(error))"
        case .doing(let error): errorText(error)
        }
    }
}
