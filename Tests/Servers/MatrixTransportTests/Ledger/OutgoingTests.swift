import ChatStore
import ChatTypes
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct SentTests {
    @Test func `the newest thousand sent messages without an echo are known`()
        async throws
    {
        let ledger = try Folder().open()
        try await ledger.write { tables in
            for number in 1...1050 {
                try tables.outgoing.setEvent(MessageID("$\(number)"), ofSent: MessageID("m\(number)"))
            }
        }
        #expect(try await ledger.read { try $0.event(of: MessageID("m50"), in: room) } == nil)
        #expect(try await ledger.read { try $0.event(of: MessageID("m51"), in: room) } == MessageID("$51"))
    }

    @Test func `of attempts that nothing confirms the newest thousand are known`() async throws {
        let ledger = try Folder().open()
        try await ledger.write { tables in
            for number in 1...1050 { _ = try tables.outgoing.beginAttempt(at: MessageID("m\(number)")) }
        }
        #expect(try await !ledger.read { try $0.outgoing.wasTried(MessageID("m50")) })
        #expect(try await ledger.read { try $0.outgoing.wasTried(MessageID("m51")) })
    }

    @Test func `an attempt to send is forgotten only as long as the homeserver has not confirmed it`() async throws {
        let (ledger, message) = (try Folder().open(), MessageID("born"))
        func isFirst() async throws -> Bool { try await ledger.write { try $0.outgoing.beginAttempt(at: message) } }
        func forget() async throws { try await ledger.write { try $0.outgoing.forgetAttempt(at: message) } }
        #expect(try await isFirst())
        #expect(try await !isFirst())
        #expect(try await ledger.read { try $0.outgoing.event(ofSent: message) } == nil)
        try await forget()
        #expect(try await isFirst())
        try await ledger.write { try $0.outgoing.setEvent(MessageID("$1"), ofSent: message) }
        try await forget()
        #expect(try await ledger.read { try $0.outgoing.event(ofSent: message) } == MessageID("$1"))
    }

    @Test func `the event id of the echo replaces that of the response`() async throws {
        let ledger = try Folder().open()
        try await ledger.write { try $0.outgoing.setEvent(MessageID("$1"), ofSent: MessageID("born")) }
        _ = try await ledger.apply(syncAnswer(answer("1", text(2, by: me, own: "born"))), since: nil)
        #expect(try await ledger.read { try $0.event(of: MessageID("born"), in: room) } == MessageID("$2"))
    }

    @Test func `a ledger of the version before is migrated`() async throws {
        let folder = try Folder()
        _ = try folder.open()
        try folder.downgrade(to: 6)
        let ledger = try folder.open()
        try await ledger.write { try $0.outgoing.setEvent(MessageID("$1"), ofSent: MessageID("born")) }
        #expect(try await folder.open().read { try $0.event(of: MessageID("born"), in: room) } == MessageID("$1"))
    }
}

@Suite struct UploadTests {
    @Test func `the newest hundred uploaded files are known`() async throws {
        let ledger = try Folder().open()
        for number in 1...150 {
            try await ledger.write {
                try $0.outgoing.setFile(FileID("mxc://test/\(number)"), of: MessageID("m\(number)"))
            }
        }
        // After a second upload the newer address counts.
        try await ledger.write { try $0.outgoing.setFile(FileID("mxc://test/new"), of: MessageID("m60")) }
        #expect(try await ledger.read { try $0.outgoing.file(of: MessageID("m60")) } == FileID("mxc://test/new"))
        #expect(try await ledger.read { try $0.outgoing.file(of: MessageID("m50")) } == nil)
        #expect(try await ledger.read { try $0.outgoing.file(of: MessageID("m51")) } == FileID("mxc://test/51"))
    }

    @Test func `a ledger of version 4 is migrated`() async throws {
        let folder = try Folder()
        _ = try folder.open()
        try folder.downgrade(to: 4)
        let ledger = try folder.open()
        try await ledger.write { try $0.outgoing.setFile(FileID("mxc://test/a"), of: MessageID("m")) }
        #expect(try await folder.open().read { try $0.outgoing.file(of: MessageID("m")) } == FileID("mxc://test/a"))
    }
}
