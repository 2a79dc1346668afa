import ChatStore
import ChatTypes
import Foundation
import MatrixCrypto
import MatrixTransport
import RuntimeKit
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

    @Test(
        arguments: [
            (StandardInputError.tooLong, .dataError),
            (StandardInputError.unreadable(SystemError(call: "read", code: EIO)), .ioError),
            (LoginError.badAddress("x"), .usage), (LoginError.badToken, .usage), (LoginError.denied, .unavailable),
            (ServiceError.refused(.ambiguousName, text: "x"), .dataError),
            (ServiceError.refused(.notAllowed, text: "x"), .unavailable),
            (SessionError.ambiguousName("Ada", ids: []), .dataError),
            (SessionError.ambiguousAccount("Ada", of: []), .dataError), (SessionError.stillLoading, .unavailable),
            (TextError.empty, .dataError), (FileError.notAFile, .dataError), (KeyFileError.noKeyFile, .dataError),
            (CryptoStoreError.lost, .dataError), (LedgerError.newerVersion, .dataError),
            (VerificationError.noDevice, .dataError), (RecoveryError.exists, .dataError),
            (AccountFileError.unusable(path: "/a"), .cannotCreate), (HandoverError(), .ioError),
            (DescriptorLimitError(found: 3), .ioError),
            (ChatDatabaseError.cannotSetAside(path: "/h", reason: "r"), .ioError),
            (ChatDatabaseError.newerVersion(found: 2, known: 1), .dataError),
            (JournalError.unusable(URL(filePath: "/j"), reason: "r"), .ioError),
            (StorageProblem.diskFull, .ioError), (ContactName.NameError.unprintable, .dataError),
        ] as [(any Error, ExitCode)]
    )
    func `an exit code tells wrong input from a server that is away, and from a failing disk`(
        error: any Error,
        code: ExitCode
    ) {
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
