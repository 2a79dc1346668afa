import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@Suite struct FileTextTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (900, "900 bytes"), (1_000, "1 kB"), (1_200_000, "1.2 MB"),
        (2_147_483_648, "2.15 GB"), (-1, "-1 bytes"), (.min, "-9223372036854775808 bytes"),
    ])
    func `a size is written as people write it, and one that no file has in bytes`(count: Int64, text: String) {
        #expect(ChatEnvironment.test().sizeText(for: count) == text)
    }

    @Test(
        arguments: [
            (.waiting, "Waiting"), (.moving(bytes: 0, of: 0), "0%"), (.moving(bytes: 1, of: 3), "33%"),
            (.moving(bytes: 999, of: 1_000), "99%"), (.moving(bytes: .max, of: .max), "100%"), (.here(path: "x"), nil),
            (.failed(reason: "no"), "no"),
        ] as [(FileTransfer, String?)]
    )
    func `how far a file has come is said, and nothing of one that is here`(transfer: FileTransfer, text: String?) {
        #expect(progressText(transfer) == text)
    }
}
