import Foundation
import HostTesting
import MatrixCrypto
import OlmKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// The words and questions of `devices verify` in each stage.
@Suite(.ownThread) struct DeviceCommandTests {
    /// Shows a stage to a user who types a line. Returns whether the verification goes on, its exit code, and the lines that are printed.
    private func show(_ stage: VerificationStage, typing line: String = "") throws -> (Bool, ExitCode, [String]) {
        let (data, input, pipe) = (DataFolder(), PipeFake(), PipeFake())
        defer { for end in [input.readEnd, pipe.readEnd] { close(end) } }
        input.write(line)
        input.closeWriteEnd()
        let output = LineOutput(descriptor: pipe.writeEnd)
        let command = DeviceCommand(
            server: try data.profile.unreachableHomeserver(),
            input: SecretInput(signals: try SignalPipe(), prompts: output, descriptor: input.readEnd),
            output: output
        )
        let goesOn = try command.show(stage)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
        return (goesOn, command.exitCode(stage), lines)
    }

    @Test(arguments: [("yes\n", true), ("no\n", false)])
    func `emoji and numbers are shown before the user says whether they are the same`(line: String, isSame: Bool) throws
    {
        let stage = VerificationStage.comparing(emoji: Array(VerificationEmoji.all.prefix(2)), numbers: [1, 22, 333])
        let (goesOn, code, lines) = try show(stage, typing: line)
        #expect(lines == ["Both devices must show these:", "🐶 Dog", "🐱 Cat", "or these numbers: 1 22 333"])
        #expect(goesOn == isSame && code == .dataError)
    }

    @Test(arguments: [("yes\n", true), ("no\n", false)])
    func `the user is asked whether to verify a device that wants it`(line: String, isWanted: Bool) throws {
        #expect(try show(.asked, typing: line).0 == isWanted)
        #expect(throws: StorageError.noInput) { try show(.asked) }
    }

    @Test(
        arguments: [
            (.waiting, .dataError, nil), (.ready, .dataError, nil),
            (.confirmed, .dataError, "Waiting for the other device"), (.done, .ok, "Verified"),
            (.cancelled(.timeout, byThem: true), .dataError, "Not verified: nobody answered within ten minutes"),
            (
                .cancelled(.mismatch, byThem: false), .dataError,
                "Not verified: the emoji differ. Somebody may read along: do not trust the other device"
            ),
        ] as [(VerificationStage, ExitCode, String?)]
    )
    func `a result is told, with a warning where somebody may stand between`(
        stage: VerificationStage,
        code: ExitCode,
        line: String?
    ) throws {
        let (goesOn, ended, lines) = try show(stage)
        #expect(goesOn && ended == code && lines == (line.map { [$0] } ?? []))
    }
}
