import HostKit
import MatrixTransport

/// The command `keywords`, which shows and changes the words that count as mentions of the user.
struct KeywordCommand: Sendable {
    let server: MatrixTransport
    let output: LineOutput
    let profile: Profile

    /// Runs the command. Throws a `ServiceError`.
    func run(_ action: KeywordAction) async throws -> ExitCode {
        switch action {
        case .list:
            let words = try await server.keywords()
            if words.isEmpty { output.write(sentence: "No keywords: \(profile.command("keywords add WORD"))") }
            // Other clients wrote some of them.
            for word in words { output.write(TerminalText.oneLine(word)) }
        case .add(let word):
            try await server.addKeyword(word)
            output.write(sentence: "Messages with \(short(word)) notify you now, on all your devices")
        case .remove(let word):
            guard try await server.removeKeyword(word) else {
                output.write(sentence: "There is no keyword \(short(word))")
                return .dataError
            }
            output.write(sentence: "\(short(word)) is not a keyword any more")
        }
        return .ok
    }
}
