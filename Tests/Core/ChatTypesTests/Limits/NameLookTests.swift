import Testing

@testable import ChatTypes

@Suite struct NameLookTests {
    @Test(arguments: [
        ("Bob", "bob"), ("Bob", "Воb"), ("Bob", " Bob\u{3000}"), ("Ann Lee", "Ann\u{A0}\u{2003}Lee"),
        ("Bob", "B\u{200D}ob"), ("Bob", "ＢＯＢ"),
        ("Nick", "Νіck"), ("Bill", "BiIl"), ("Mona", "rnona"), ("Willy", "VViIIy"), ("Zo\u{EB}", "Zoe\u{308}"),
        ("Groß", "GROSS"), ("Bob", "B0b"), ("Bill", "B1|l"),
    ])
    func `names that a person can mistake have one look`(_ name: String, _ other: String) {
        #expect(NameLook.key(of: name) == NameLook.key(of: other))
    }

    @Test(arguments: [
        ("José", "Jose"), ("Ann Lee", "Annlee"), ("Bob", "Bobby"), ("Борис", "Борил"), ("山田", "山口"), ("Sam", "Sám"),
    ])
    func `names that differ have different looks`(_ name: String, _ other: String) {
        #expect(NameLook.key(of: name) != NameLook.key(of: other))
    }
}
