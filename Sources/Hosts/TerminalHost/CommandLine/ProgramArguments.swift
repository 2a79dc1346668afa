/// The words that the program was started with.
enum ProgramArguments {
    /// All of them but the program's own name.
    ///
    /// `CommandLine.arguments` puts U+FFFD in the place of what is not UTF-8: a message would be sent with it, and no file
    /// found. Throws a `UsageError` that tells which word is at fault.
    static func read() throws(UsageError) -> [String] {
        var words: [String] = []
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[place] else { break }
            guard let word = String(validatingCString: bytes) else {
                throw UsageError("\(quoted(String(cString: bytes))), word \(place) of the command line, is not UTF-8")
            }
            words.append(word)
        }
        return words
    }
}
