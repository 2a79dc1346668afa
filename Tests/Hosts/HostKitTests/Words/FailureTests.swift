import ChatStore
import ChatTypes
import Foundation
import SQLiteKit
import SimulatedServer
import Testing

@testable import HostKit

@Suite struct FailureTests {
    private struct Odd: Error {}

    /// Foundation's error for a file that is not JSON.
    private static var broken: any Error {
        do {
            _ = try JSONDecoder().decode([Int].self, from: Data("{".utf8))
            return Odd()
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (SystemError(call: "pipe", code: EMFILE), "Too many open files", ExitCode.ioError),
            (UsageError("No"), "No.", .usage),
            (CocoaError(.fileNoSuchFile), "something unexpected went wrong (4)", .software),
            (Odd(), "something unexpected went wrong (Odd)", .software),
            (broken, "the data is not in the form that was expected", .software),
            (ServiceError.unreachable, "The server cannot be reached", .unavailable),
            (SQLiteError(code: 13, message: "full", statement: "INSERT"), "the disk is full", .ioError),
            (
                JournalError.unwritable(URL(filePath: "/j"), reason: "No space left on device"),
                "The journal /j cannot be written: No space left on device", .ioError
            ),
            (
                JournalError.damaged(URL(filePath: "/j"), line: 3, reason: "it is no entry"),
                "The journal /j is damaged in line 3: it is no entry; repair the line or move the file away", .dataError
            ),
            (
                SessionError.notJoined("Eve invites you to a chat"),
                "Eve invites you to a chat: join before you write; run viperchat, open the chat and type /join",
                .dataError
            ),
            (SessionError.unknownChat, "There is no such chat", .dataError),
            (InterruptionError(), "interrupted before it was finished", .ioError),
        ] as [(any Error, String, ExitCode)]
    )
    func `each failure has a sentence and an exit code`(error: any Error, text: String, code: ExitCode) {
        #expect(FailureText.text(of: error) == text)
        #expect(FailureText.exitCode(for: error) == code)
    }

    @Test func `the text of a failure is safe and bounded`() {
        let error = StorageError.noDirectory(
            path: "/\u{1B}[2J\n" + String(repeating: "x", count: 100_000),
            reason: "no"
        )
        #expect(FailureText.text(of: error).count < 400)
        #expect(!FailureText.text(of: error).unicodeScalars.contains("\u{1B}"))
    }
}
