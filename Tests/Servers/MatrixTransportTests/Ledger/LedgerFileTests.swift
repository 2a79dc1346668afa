import Foundation
import Testing

@testable import MatrixTransport

/// The file of a ledger, and files that are none of this program and account.
@Suite struct LedgerFileTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        _ = try folder.open()
    }

    @Test func `a ledger of a newer program is refused, and stays in its place`() throws {
        try folder.execute("PRAGMA user_version = \(LedgerSchema.version + 1)")
        #expect(throws: LedgerError.newerVersion) { try folder.open() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.contains("damaged") })
        try folder.execute("PRAGMA user_version = \(LedgerSchema.version)")
        _ = try folder.open()
    }

    @Test func `a ledger that others could read is made private when it is opened`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.ledger)
        _ = try folder.open()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.ledger)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a refused ledger says whose it is, or that the program is too old`() {
        #expect("\(LedgerError.otherUser("@ada:test"))" == "the data directory belongs to the account @ada:test")
        #expect(
            "\(LedgerError.newerVersion)" == "the data directory was written by a newer version of this program"
        )
    }
}
