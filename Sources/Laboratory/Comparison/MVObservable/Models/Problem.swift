import ScreenKit

/// What went wrong last.
enum Problem {
    case reading(any Error)
    case saving(any Error)
    case doing(any Error)

    /// What people are told.
    var text: String {
        switch self {
        case .reading(let error): "Cannot read the history: \(errorText(error))"
        case .saving(let error): "Cannot save: \(errorText(error))"
        case .doing(let error): errorText(error)
        }
    }
}
