import Testing

@testable import TerminalHost

@Suite struct ImportProgressTests {
    @Test func `how far an import has come leaves nothing on the terminal`() {
        let pipe = PipeFake()
        var progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: true)
        for _ in 1...20 { progress.accept(isNew: true) }
        progress.show()
        progress.finish()
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self) == "\rline 20 …\r         \r")
    }

    @Test func `where nobody watches, nothing is said of it`() {
        let pipe = PipeFake()
        let progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: false)
        progress.show()
        progress.finish()
        pipe.closeWriteEnd()
        #expect(pipe.readAll().isEmpty)
    }
}
