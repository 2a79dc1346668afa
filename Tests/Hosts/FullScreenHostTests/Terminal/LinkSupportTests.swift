import Testing

@testable import FullScreenHost

/// The terminals that are known to open links.
@Suite struct LinkSupportTests {
    @Test(
        arguments: [
            ([:], false), (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true),
            (["TERM": "alacritty-direct"], true), (["TERM_PROGRAM": "WezTerm"], true),
            (["TERM_PROGRAM": "Apple_Terminal"], false), (["VTE_VERSION": "5000"], true),
            (["VTE_VERSION": "4999"], false), (["VTE_VERSION": "x"], false), (["KONSOLE_VERSION": "230804"], true),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"], false),
            (["TERM": "screen.xterm-256color", "WT_SESSION": "1"], false),
            (["TERM": "tmux-256color", "VTE_VERSION": "7000"], false),
        ] as [([String: String], Bool)]
    )
    func `links are opened by known terminals, and through no multiplexer`(
        environment: [String: String],
        areKnown: Bool
    ) {
        #expect(TerminalCapabilities.areLinksKnown(in: environment) == areKnown)
    }
}
