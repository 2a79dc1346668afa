import ChatStore
import ChatTypes
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct UploadTests {
    @Test func `of files that were brought the newest hundred are known`() async throws {
        let ledger = try Folder().open()
        for number in 1...150 {
            try await ledger.note(FileID("mxc://test/\(number)"), ofFileOf: MessageID("m\(number)"))
        }
        // Brought again, the newer place holds.
        try await ledger.note(FileID("mxc://test/new"), ofFileOf: MessageID("m60"))
        #expect(try await ledger.place(ofFileOf: MessageID("m60")) == FileID("mxc://test/new"))
        #expect(try await ledger.place(ofFileOf: MessageID("m50")) == nil)
        #expect(try await ledger.place(ofFileOf: MessageID("m51")) == FileID("mxc://test/51"))
    }

    @Test func `a ledger of the version before is taken over`() async throws {
        let folder = try Folder()
        try await folder.open().becomeVersionFour()
        let ledger = try folder.open()
        try await ledger.note(FileID("mxc://test/a"), ofFileOf: MessageID("m"))
        #expect(try await folder.open().place(ofFileOf: MessageID("m")) == FileID("mxc://test/a"))
    }
}

extension MatrixLedger {
    fileprivate func becomeVersionFour() throws {
        try becomeVersionSix()
        try connection.execute("DROP TABLE upload; DROP TABLE mute; PRAGMA user_version = 4")
    }
}
