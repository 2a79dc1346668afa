import Foundation
import Testing

extension TmuxFeatureTests {
    @Test func `features F29 to F31 work by keys`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 120)
        let (file, copy) = (terminal.folder.appending(path: "bread.txt"), terminal.folder.appending(path: "copy.txt"))
        let picture = terminal.folder.appending(path: "loaf.png")
        for file in [file, picture] { try Data("flour".utf8).write(to: file) }
        func expect(_ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), but there is \(found.rows)")
        }
        try terminal.shell("clear; v --virtual-time --seed 7")
        expect { $0.showsUnreadJohn }

        // A group is created with two names; messages and the list show the sender.
        try terminal.press("M-n")
        try terminal.type("Ada")
        expect { $0.contains("Ada Lovelace") }
        try terminal.press("M-Enter")
        expect { $0.contains("In the group: Ada") }
        try terminal.enter("Eve")
        expect { $0.contains("Ada, Eve  3 people") }
        try terminal.enter("Who brings what?")
        expect { $0.showsOwn("Who brings what?") && $0.contains("\n  You: Who brings what?") }

        // An edited message is marked.
        try terminal.enter("/edit Who brings the bread?")
        expect { $0.showsOwn("Who brings the bread? (edited)") && !$0.showsOwn("Who brings what?") }

        // A file is sent and a copy saved; a file that is here cannot be downloaded.
        try terminal.enter("/attach '\(file.path)'")
        expect { $0.showsOwn("[bread.txt, 5 bytes]") && !$0.contains("%") && !$0.contains("Waiting") }
        try terminal.enter("/fetch")
        expect { $0.contains("Already downloaded: /view opens it, /save saves a copy") }
        try terminal.enter("/save '\(copy.path)'")
        expect { $0.contains("is saved as") }
        #expect(try Data(contentsOf: copy) == Data("flour".utf8))

        // What happens to the people and the topic is a line, and the topic in the title.
        try terminal.enter("/topic On Sunday")
        expect { $0.contains("3 people  On Sunday") && $0.contains("You changed the topic to “On Sunday”") }
        try terminal.enter("/invite Ben")
        expect { $0.contains("4 people") && $0.contains("You invited Ben") }
        try terminal.enter("/remove Ben, too fast")
        expect { $0.contains("Remove Ben?") }
        try terminal.press("y")
        expect { $0.contains("3 people") && $0.contains("You removed Ben (too fast)") }

        // Details show members and files; after leaving, nothing can be sent.
        try terminal.enter("/details")
        expect { text in
            [
                "│  You  administrator", "You may invite people", "│  Ada", "│  Eve", "│  bread.txt",
                "Esc goes back; /mute",
            ].allSatisfy { text.contains($0) }
        }
        try terminal.press("Escape")
        expect { $0.contains("Enter sends") }
        try terminal.enter("/attach '\(picture.path)'")
        expect { $0.showsOwn("[loaf.png, 5 bytes]") }
        try terminal.press("M-p")
        expect { $0.contains("Ada, Eve, pictures") && $0.contains("> 1  loaf.png  image/png, 5 bytes") }
        try terminal.press("Enter")
        expect { $0.contains("Enter sends") && $0.showsOwn("[loaf.png, 5 bytes]") }
        try terminal.enter("/leave")
        expect { $0.contains("Only a new invitation may bring you back") }
        try terminal.press("y")
        expect { $0.contains("Ada, Eve  You have left") }
        try terminal.enter("still there?")
        expect { $0.contains("You have left this group: nothing can be sent") }
    }
}
