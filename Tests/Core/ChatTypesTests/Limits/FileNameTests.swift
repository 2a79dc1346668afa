import ChatTypes
import Testing

@Suite struct FileNameTests {
    @Test(arguments: [
        ("photo.png", "photo.png"), ("Übung 7 (neu).pdf", "Übung 7 (neu).pdf"), ("a.tar.gz", "a.tar.gz"),
        ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("C:\\Windows\\win.ini", "win.ini"),
        ("a/", "file"), ("", "file"), (".", "file"), ("..", "file"), ("...", "file"), (" \n", "file"),
        (".bashrc", "bashrc"), (".. x", "x"), ("a\0b", "ab"), ("a\nb\u{2028}c", "abc"), ("\u{1B}[2Ja", "[2Ja"),
        ("a b", "a b"), ("a.png ", "a.png"),
        ("gpj.\u{202E}exe", "gpj.exe"), ("\u{2066}a\u{2069}", "a"), ("  a b  ", "a b"), ("~", "~"), ("-rf", "-rf"),
        (".\u{200B}a", "a"), (". .\u{200B}.\u{3000}a", "a"), ("\u{200B}", "file"), (".\u{200B}.", "file"),
    ])
    func `a name leads nowhere but to its folder, and shows as what it is`(name: String, harmless: String) {
        #expect(FileName.harmless(name) == harmless)
        #expect(FileName.isHarmless(harmless) && (name == harmless || !FileName.isHarmless(name)))
    }

    @Test(arguments: ["x", "é", "😀", "e\u{301}", " ", "."]) func `a long name keeps the end that says its kind`(
        unit: String
    ) {
        let long = "a" + String(repeating: unit, count: 3000)
        for (name, end) in [
            (long + ".jpeg", ".jpeg"), (long, ""), (long + "." + String(repeating: "y", count: 99), ""),
        ] {
            let cut = FileName.harmless(name)
            #expect(cut.utf8.count <= 255 && cut.hasSuffix(end) && cut.hasPrefix("a"))
            #expect(FileName.harmless(cut) == cut, "applied again, it changes nothing")
        }
        #expect(FileName.harmless(long, limit: 20).utf8.count <= 20)
    }

    @Test(arguments: [
        ".\u{200B}.a" + String(repeating: "x", count: 300), "😀" + String(repeating: "x", count: 300) + ".jpeg",
        String(repeating: "x", count: 5) + " .jpeg",
    ])
    func `a name that was cut is not hidden either`(name: String) {
        for limit in 4...20 {
            let cut = FileName.harmless(name, limit: limit)
            #expect(cut.utf8.count <= limit)
            #expect(!cut.hasPrefix(".") && !cut.hasPrefix("\u{200B}"))
            #expect(FileName.harmless(cut, limit: limit) == cut, "applied again, it changes nothing")
        }
        #expect(FileName.isHarmless(FileName.harmless(name)))
    }

    @Test func `a name without an end is judged as soon as one with`() {
        let endless = String(repeating: "../", count: 1_000_000)
        #expect(FileName.harmless(endless) == "file")
        #expect(FileName.harmless(endless + "a.txt") == "a.txt")
    }

    @Test(arguments: [(15, true), (16, false)])
    func `an end of up to sixteen bytes says the kind of a long name`(count: Int, isKept: Bool) {
        let end = "." + String(repeating: "y", count: count)
        #expect(FileName.harmless(String(repeating: "a", count: 300) + end).hasSuffix(end) == isKept)
    }
}
