import CSystem
import ChatTypes
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread, .timeLimit(.minutes(20))) struct StandardInputTextTests {
    @Test(arguments: [
        ("", ""), ("hi", "hi"), ("hi\n", "hi"), ("hi\r\n", "hi"), ("two\nlines\n\n", "two\nlines\n"), ("日本\n", "日本"),
    ])
    func `the last line break is not part of the text`(input: String, text: String) throws {
        #expect(try StandardInputText.text(Array(input.utf8)) == text)
    }

    @Test(arguments: [
        ([0xFF], 0), (Array("grü".utf8) + [0xFF, 0x41], 4), ([0x41, 0xE6, 0x97], 1), ([0x41, 0xC0, 0x80], 1),
    ])
    func `text that is not UTF-8 is refused with the offset`(bytes: [UInt8], offset: Int) {
        #expect(throws: StandardInputError.notUTF8(offset: offset)) { try StandardInputText.text(bytes) }
    }

    @Test func `an unreadable input is refused with the reason`() throws {
        let error = #expect(throws: StandardInputError.self) {
            let folder = open("/", O_RDONLY | O_CLOEXEC)
            defer { close(folder) }
            _ = try StandardInputText.read(folder, signals: SignalPipe())
        }
        #expect(error?.description == "standard input cannot be read: Is a directory; nothing was sent")
        #expect(error.map(FailureText.exitCode) == .ioError)
    }

    @Test func `a text of the limit is read with its line break, and a byte more than that is refused`() throws {
        let (folder, limit) = (DataFolder(), OutgoingMessage.textLimit)
        func read(_ text: String) throws -> String {
            let file = folder.url.appending(path: "text")
            try Data(text.utf8).write(to: file)
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            return try StandardInputText.read(descriptor, signals: SignalPipe())
        }
        let longest = String(repeating: "x", count: limit)
        #expect(try read(longest + "\r\n") == longest)
        #expect(throws: StandardInputError.tooLong) { try read(longest + "xxx") }
    }

    @Test func `send reads a text from its input and refuses an invalid one`() throws {
        let arguments = ["send", "Ada", "-", "--virtual-time", "--json"]
        let sent = try ChildProcess(arguments: arguments, input: "first\nsecond\n").finish()
        #expect(sent.code == 0)
        #expect(sent.lines.last?.contains(#""state":"sent","text":"first\nsecond""#) == true)
        let long = String(repeating: "x", count: OutgoingMessage.textLimit + 3)
        let script = "head -c \(long.count) /dev/zero | tr '\\0' x | \"$0\" \"$@\""
        #expect(try ChildProcess(shell: script, arguments: arguments).finish().code == ExitCode.dataError.rawValue)
        #expect(try ChildProcess(shell: "printf '\\377' | \"$0\" \"$@\"", arguments: arguments).finish().code == 65)
    }
}
