/// "perfect, mobile or storm".
package func wordList(_ words: [String], joinedBy last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
}
