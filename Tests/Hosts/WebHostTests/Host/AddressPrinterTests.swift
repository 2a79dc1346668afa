import CSystem
import Foundation
import HostKit
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import ThreadTesting

@testable import WebHost

@Suite(.ownThread) struct AddressPrinterTests {
    private let server = WebServer(
        random: RandomSource(SplitMix64(seed: 5)),
        spool: UploadFolder(FileManager.default.temporaryDirectory.appending(path: "printer-\(UUID())"))
    ) { _ in }

    /// Returns the lines that are printed for what the user types.
    private func printed(for typed: String) throws -> [String] {
        let (input, output) = (PipeFake(), PipeFake())
        let (end, done) = try Descriptors.makePipe()
        defer { for descriptor in [end, done] { close(descriptor) } }
        input.write(typed)
        input.closeWriteEnd()
        AddressPrinter(server: server, output: LineOutput(descriptor: output.writeEnd)).run(input.readEnd, until: end)
        output.closeWriteEnd()
        return String(decoding: output.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `Enter prints an address for another page, and the one before lets nobody in`() throws {
        let old = Array(try #require(server.rules.secrets.token).utf8)
        let lines = try printed(for: "\n")
        let token = try #require(server.rules.secrets.token)
        #expect(
            lines.prefix(2).map { $0.split(separator: "//").last } == [
                "\(server.rules.hosts[0])/#\(token)", "127.0.0.1:0/#\(token)",
            ]
        )
        #expect(server.enter(old) == nil)
        #expect(server.enter(Array(token.utf8)) != nil)
    }

    @Test func `other keys leave the address as it is`() throws {
        let token = server.rules.secrets.token
        #expect(try printed(for: "x").isEmpty)
        #expect(server.rules.secrets.token == token)
    }
}
