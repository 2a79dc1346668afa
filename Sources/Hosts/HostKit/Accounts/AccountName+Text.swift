package import ChatTypes
import CommandLineKit

extension AccountName {
    /// Finds the account that a text names: the one of that name, or else the only one whose name has the text in it.
    ///
    /// Throws a `LineCommandError` with the accounts to choose from.
    package init(_ text: String, among accounts: [AccountName]) throws(LineCommandError) {
        let named = accounts.filter { $0 == AccountName(text) }
        let found = named.isEmpty ? accounts.filter { $0.rawValue.contains(text) } : named
        guard !text.isEmpty, found.count == 1 else {
            let names = wordList(accounts.map { short($0.rawValue) }, joinedBy: "and")
            throw LineCommandError(
                message: "\(quoted(text)) names \(found.isEmpty ? "none" : "several") of the accounts \(names)"
            )
        }
        self = found[0]
    }
}
