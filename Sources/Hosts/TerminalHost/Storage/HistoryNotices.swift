import ChatStore
import Foundation
import ScreenKit

extension HistoryFile.Opened {
    /// What to tell the person about how the history was found.
    var notices: [String] {
        [
            setAside.map { "The history was damaged and set aside, and a new one is begun: \($0.path)" },
            readOnlyReason.map { "Nothing can be saved: \(errorText($0))" },
        ].compactMap { $0 }
    }
}
