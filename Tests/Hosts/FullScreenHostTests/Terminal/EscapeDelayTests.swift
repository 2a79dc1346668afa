import Testing

@testable import FullScreenHost

/// The time after which `ESC` is a key of its own.
@Suite struct EscapeDelayTests {
    @Test(
        arguments: [
            (nil, [:], 50), (nil, ["SSH_CONNECTION": "a"], 250),
            (nil, ["ESCDELAY": "400", "SSH_CONNECTION": "a"], 400),
            (100, ["ESCDELAY": "400"], 100), (nil, ["ESCDELAY": "-1"], 50), (nil, ["ESCDELAY": "0"], 50),
            (nil, ["ESCDELAY": "x"], 50),
            (nil, ["ESCDELAY": "999999"], 5000),
        ] as [(Int32?, [String: String], Int32)]
    )
    func `the setting precedes ESCDELAY, which precedes the connection`(
        setting: Int32?,
        environment: [String: String],
        delay: Int32
    ) {
        #expect(KeyReader.pause(setting, environment: environment) == delay)
    }

    @Test func `the settings file takes a delay`() {
        #expect(SettingsFile(text: "escape-delay = 500").settings.escapeDelay == 500)
        #expect(SettingsFile(text: "escape-delay = 7").problems.count == 1)
    }
}
