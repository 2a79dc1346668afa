import ChatTypes
import Testing

@testable import ChatSimulation

@Suite struct LostFilesTests {
    @Test func `a lost file is refused each time until it is uploaded again`() {
        let (files, file) = (LostFiles(), FileID("file"))
        #expect(files.refuse(file, isNoted: true) == nil)
        files.lose(file)
        #expect(files.refuse(file, isNoted: false) == 0, "the app cannot know of it")
        #expect(files.refuse(file, isNoted: true) == 1 && files.refuse(file, isNoted: true) == 2)
        files.noteUploaded(file)
        #expect(files.refuse(file, isNoted: true) == nil)
    }
}
