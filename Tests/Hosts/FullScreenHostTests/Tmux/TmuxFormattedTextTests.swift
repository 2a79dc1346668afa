import Foundation
import Testing

extension TmuxFeatureTests {
    @Test func `feature F37 works by keys`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        func expect(_ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), but there is \(found.rows)")
        }
        try terminal.shell("clear; v --virtual-time")
        expect { $0.showsUnreadJohn }
        try terminal.press("M-1")
        expect { $0.contains("Hi, you're here too?") && $0.contains("Enter sends") }

        // Emphasis is an attribute; a spoiler is hidden until it is selected, also in the list.
        try terminal.enter("**so** it was ||the butler||")
        expect {
            $0.showsOwn("so it was ▒▒▒ ▒▒▒▒▒▒", "✓") && $0.contains("You: so it was ▒▒▒ ") && !$0.contains("butler")
        }
        #expect(terminal.styled.contains(/1m(?:\x1B\[[0-9;]*m)*so/))
        try terminal.press("C-Up")
        expect { $0.showsOwn("so it was the butler") }
        try terminal.press("Escape")
        expect { !$0.contains("butler") }

        // What the user does. An edit begins with what was typed.
        try terminal.enter("/me *waves*")
        expect { $0.showsOwn("* waves") }
        try terminal.enter("/edit")
        expect { $0.contains("/me *waves*") }
        try terminal.press("C-u")
        try terminal.enter("/me **nods**")
        expect { $0.showsOwn("* nods (edited)") && !$0.contains("waves") }

        // Lists and quotes, and where a link leads.
        try terminal.type("1. one")
        try terminal.press("C-j")
        try terminal.type("> two")
        try terminal.press("Enter")
        expect { $0.showsOwn("1. one") && $0.contains(/\n.*│ +│ two *\n/) }
        try terminal.enter("[docs](https://x.org/a) \\*not\\*")
        expect { $0.showsOwn("docs (https://x.org/a) *not*") }

        try terminal.press("C-d")
        expect { $0.contains("$") }

        // Without Markdown, a text stays as it is.
        try terminal.shell("clear; v --virtual-time --no-markdown")
        expect { $0.showsUnreadJohn }
        try terminal.press("M-1")
        expect { $0.contains("Enter sends") }
        try terminal.enter("**so** it is")
        expect { $0.showsOwn("**so** it is") }
    }
}
