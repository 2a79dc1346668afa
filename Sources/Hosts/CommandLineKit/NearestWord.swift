/// Returns the word that the user probably meant; nil if none is near.
///
/// Ignores case and leading dashes or slashes. The only word that begins with the typed text is near. Otherwise, the
/// word with the fewest letters to insert, remove, replace or swap is, up to a third of its length; the first of
/// equals.
package func nearestWord(to typed: String, in words: [String]) -> String? {
    let sought = Array(bare(typed).prefix(40))
    guard !sought.isEmpty else { return nil }
    let beginnings = words.filter { bare($0).starts(with: sought) }
    if beginnings.count == 1 { return beginnings[0] }
    return
        words
        .compactMap { word -> (word: String, distance: Int)? in
            let letters = Array(bare(word))
            let limit = max(1, letters.count / 3)
            // A word whose length differs by more cannot be near.
            guard abs(letters.count - sought.count) <= limit else { return nil }
            let distance = editDistance(sought, letters)
            return distance <= limit ? (word, distance) : nil
        }
        .min { $0.distance < $1.distance }?.word
}

/// Returns the end of a sentence about an unknown word, such as `; did you mean list?`; empty if no word is near.
package func suggestion(for typed: String, among words: [String]) -> String {
    nearestWord(to: typed, in: words).map { "; did you mean \($0)?" } ?? ""
}

private func bare(_ word: String) -> Substring {
    word.lowercased().drop { $0 == "-" || $0 == "/" }
}

/// Returns the number of letters to insert, remove, replace or swap (the optimal string alignment distance).
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
        var current = [row + 1]
        for (column, other) in second.enumerated() {
            var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
            if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                least = min(least, beforeLast[column - 1] + 1)
            }
            current.append(least)
        }
        (beforeLast, last) = (last, current)
    }
    return last[second.count]
}

/// Joins words as in "perfect, mobile or storm".
package func wordList(_ words: [String], joinedBy last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
}
