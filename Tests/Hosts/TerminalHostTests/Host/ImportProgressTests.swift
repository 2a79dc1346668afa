import ChatStore
import Foundation
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

    @Test func `a line that is another value than an object is said to be one`() {
        let pipe = PipeFake()
        var progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: false)
        #expect(throws: DecodingError.self) {
            do {
                _ = try JSONDecoder().decode(HistoryRecord.self, from: Data("[1, 2]".utf8))
            } catch {
                progress.reject(because: error)
                throw error
            }
        }
        pipe.closeWriteEnd()
        let told = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(told == "viperchat: line 1 is rejected: it is not an object\n")
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
