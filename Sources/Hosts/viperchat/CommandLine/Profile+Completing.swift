import HostKit

extension Profile {
    /// Returns a sentence in which each command of `viperchat` is the whole one for this profile.
    func completing(_ sentence: String) -> String {
        guard !options.isEmpty else { return sentence }
        return CommandRow.all.dropFirst().reduce(sentence) { sentence, row in
            sentence.replacing("viperchat \(row.name)", with: command(row.name))
        }
    }
}
