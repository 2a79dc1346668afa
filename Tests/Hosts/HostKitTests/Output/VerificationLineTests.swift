import ChatTypes
import Testing
import Verification

@testable import HostKit

/// The stages of a verification as they are printed.
@Suite struct VerificationLineTests {
    private func line(_ stage: DeviceVerification.Stage?) -> HostEvent.VerificationLine? {
        HostEvent.VerificationLine(
            VerificationViewState(person: "Ada", owner: ContactID("@a:h"), stage: stage, text: "Same")
        )
    }

    @Test(
        arguments: [
            (.waiting, "waiting"), (.asked, "asked"), (.ready, "ready"), (.confirmed, "confirmed"), (.done, "done"),
            (.cancelled(reason: "No", isSuspicious: false), "cancelled"),
        ] as [(DeviceVerification.Stage, String)]
    )
    func `each stage has its word for programs`(stage: DeviceVerification.Stage, word: String) throws {
        let json = try JSONLine.text(of: HostEvent.verification(try #require(line(stage))))
        #expect(
            json
                == #"{"contact":"Ada","event":"verification","owner":"@a:h","person":"Ada","stage":"\#(word)","text":"Same"}"#
        )
    }

    @Test func `the emoji and the numbers are there to be compared`() throws {
        let comparing = DeviceVerification.Stage.comparing(emoji: [.init(symbol: "🐶", name: "Dog")], numbers: [1, 22])
        #expect(
            try JSONLine.text(of: HostEvent.verification(try #require(line(comparing))))
                == #"{"contact":"Ada","emoji":[{"name":"Dog","symbol":"🐶"}],"event":"verification","numbers":[1,22],"#
                + #""owner":"@a:h","person":"Ada","stage":"comparing","text":"Same: 🐶 Dog; or the numbers 1 22"}"#
        )
    }

    @Test func `without a verification there is no line`() { #expect(line(nil) == nil) }
}
