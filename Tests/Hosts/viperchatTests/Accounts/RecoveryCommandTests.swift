import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

@Suite(.ownThread) struct RecoveryCommandTests {
    @Test(arguments: [("/dev/null", true), ("/dev/full", false)])
    func `a program has the recovery key only if it could be written`(path: String, hasKey: Bool) throws {
        let (data, pipe) = (DataFolder(), PipeFake())
        let descriptor = open(path, O_WRONLY)
        defer { for end in [descriptor, pipe.readEnd, pipe.writeEnd] { close(end) } }
        let output = LineOutput(descriptor: descriptor)
        let command = RecoveryCommand(
            server: try data.profile.unreachableHomeserver(),
            input: SecretInput(signals: try SignalPipe(), prompts: output, descriptor: pipe.readEnd),
            output: output,
            profile: data.profile
        )
        #expect(try command.hasKey("EsTc") == hasKey)
    }

    @Test(arguments: [("yes\n", "EsTc", true), ("no\n", "EsTc", false), ("yes\n", nil, true)])
    func `a person is asked whether the recovery key is in a safe place`(typed: String, key: String?, hasKey: Bool)
        throws
    {
        let (data, pipe, terminal) = (DataFolder(), PipeFake(), try PseudoTerminal(columns: 80))
        let output = LineOutput(descriptor: pipe.writeEnd)
        let command = RecoveryCommand(
            server: try data.profile.unreachableHomeserver(),
            input: SecretInput(signals: try SignalPipe(), prompts: output, descriptor: terminal.far),
            output: output,
            profile: data.profile
        )
        terminal.type(typed)
        #expect(try command.hasKey(key) == hasKey)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("EsTc") == (key != nil))
        #expect(lines.last?.hasPrefix("Do you have it in a safe place?") == true)
    }
}
