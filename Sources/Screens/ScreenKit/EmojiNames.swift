import ChatTypes

/// The emoji of a single character, by their Unicode names, such as `thumbs_up_sign`, in the order of Unicode.
private let unicodeNames: [(name: String, emoji: String)] = {
    let blocks = [0x203C...0x3299, 0x1F004...0x1FAFF] as [ClosedRange<UInt32>]
    return blocks.joined().compactMap { value in
        guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji, !scalar.properties.isEmojiModifier,
            !(0x1F1E6...0x1F1FF).contains(value), let name = scalar.properties.name
        else { return nil }
        return (name.lowercased().replacing(" ", with: "_"), ReactionText.uniform(String(scalar)))
    }
}()

/// Returns the emoji whose names begin with a text, at most `limit`: first those of `reactionNames`, then those with that Unicode name, and
/// at last those with a later word that begins so. Cost: linear in the number of emoji.
public func emoji(namedLike beginning: String, limit: Int) -> [String] {
    let wanted = beginning.lowercased()
    guard !wanted.isEmpty else { return [] }
    let named = (reactionNames + unicodeNames).filter { $0.name.hasPrefix(wanted) }
    let later = unicodeNames.filter { $0.name.contains("_" + wanted) }
    var seen: Set<String> = []
    return (named + later).map(\.emoji).filter { seen.insert($0).inserted }.prefix(limit).map(\.self)
}

/// Returns the emoji with a name, which is one of `reactionNames` or of Unicode; nil if there is none.
func emoji(named name: some StringProtocol) -> String? {
    (reactionNames + unicodeNames).first { $0.name == name }?.emoji
}
