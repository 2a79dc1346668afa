import Foundation
import HostTesting
import Testing

@testable import HostKit

@Suite struct CompletingTests {
    private let data = DataFolder()

    @Test func `each command of a sentence becomes the whole one for the profile`() throws {
        let folder = data.url.path
        let profile = try Profile(dataDirectory: folder, name: "alice", environment: [:])
        #expect(
            profile.completing("viperchat recovery new makes one; viperchat is a chat")
                == "viperchat --data-dir \(shellQuoted(folder)) --profile alice recovery new makes one; viperchat is a chat"
        )
    }
}
