import Foundation
import Testing
import ThreadTesting

@testable import FullScreenHost

/// A picture on a real terminal emulator, decoded by the real program.
@Suite(
    .ownThread,
    .enabled(if: TmuxTerminal.isInstalled, "tmux is not installed here"),
    .enabled(if: Chafa.path(in: ["PATH": "/usr/bin:/bin"]) != nil, "chafa is not installed here")
)
struct TmuxPictureTests {
    @Test func `a picture is drawn, hidden and shown again, and is gone after the end`() throws {
        let terminal = try TmuxTerminal(rows: 40, columns: 100)
        let file = terminal.folder.appending(path: "dot.gif")
        try #require(Data(base64Encoded: "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=")).write(to: file)
        func expect(_ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), but there is \(found.rows)")
        }
        try terminal.shell("clear; v --virtual-time --profile p")
        expect { $0.showsUnreadJohn }
        try terminal.press("M-1")
        try terminal.enter("/attach '\(file.path)'")
        try terminal.enter("/wait 1m")
        expect { $0.contains("[dot.gif, ") && !$0.contains("%") && !$0.contains("Waiting") }
        try terminal.press("C-d")
        expect { !$0.contains("John") }

        // In virtual time nothing waits for another program.
        try terminal.shell("clear; v --profile p")
        expect { $0.contains("John") }
        try terminal.press("M-1")
        expect { $0.contains("[dot.gif, ") && $0.contains("▄") }
        try terminal.enter("/thumbnails")
        expect { $0.contains("[dot.gif, ") && !$0.contains("▄") }
        try terminal.enter("/thumbnails")
        expect { $0.contains("▄") }
        try terminal.resize(rows: 24, columns: 60)
        expect { $0.contains("[dot.gif, ") && $0.contains("▄") }
        try terminal.press("C-d")
        expect { !$0.contains("John") && !$0.contains("▄") }
    }
}
