import ChatTypes
import Testing

@testable import ChatSimulation

@Suite struct LostFilesTests {
    @Test func `a lost file is refused each time until it is uploaded again`() {
        let (files, file) = (LostFiles(), FileID("file"))
        #expect(files.refuse(file) == nil)
        files.lose(file)
        #expect(files.refuse(file) == 1 && files.refuse(file) == 2)
        files.noteUploaded(file)
        #expect(files.refuse(file) == nil)
    }
}
