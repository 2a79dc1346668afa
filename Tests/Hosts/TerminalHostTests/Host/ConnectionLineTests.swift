import Testing

@testable import TerminalHost

@Suite(.timeLimit(.minutes(20))) struct ConnectionLineTests {
    @Test func `a connection that fails is told, and so is its coming back, each once`() throws {
        let (code, lines) = try ChildProcess(
            arguments: ["--virtual-time", "--network", "storm", "--seed", "1"],
            input: "/wait 20m\n/quit\n"
        ).finish()
        #expect(code == 0)
        let told = lines.filter { $0.hasPrefix("! ") }
        #expect(told.first == "! No live connection: news may come a minute late")
        #expect(told.dropFirst().first == "! Connected again")
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "nothing is said twice in a row")
    }
}
