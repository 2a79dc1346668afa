import Testing

@testable import ChatTypes

@Suite struct GroupTitleTests {
    @Test func `a group is called as its people are, in the order in which they were added`() {
        #expect(groupTitle(of: ["Ben", "Ada", "Cy"]) == "Ben, Ada, Cy")
        #expect(groupTitle(of: ["Ben"]) == "Ben")
    }

    @Test func `a title as long as one may be is not cut`() {
        let names = [String(repeating: "a", count: 49), String(repeating: "b", count: 49)]
        #expect(groupTitle(of: names).count == ContactName.characterLimit)
        #expect(groupTitle(of: names) == names.joined(separator: ", "))
    }

    @Test func `a title keeps whole names and ends with an ellipsis if more do not fit`() {
        let names = (10...40).map { "Person \($0)" }
        let title = groupTitle(of: names)
        #expect(title == names.prefix(9).joined(separator: ", ") + ", …")
        #expect(ContactName(title).error == nil)
    }

    @Test func `a long name is the whole title`() {
        let long = String(repeating: "a", count: ContactName.characterLimit)
        #expect(groupTitle(of: [long, "Ben"]) == long)
        let wide = String(repeating: "a\u{308}\u{308}\u{308}\u{308}\u{308}", count: 90)
        #expect(groupTitle(of: [wide, "Ben"]) == wide + ", Ben")
    }

    @Test func `bytes are counted as well as characters`() {
        let heavy = "a" + String(repeating: "\u{308}", count: 1000)
        let title = groupTitle(of: [heavy, heavy, heavy])
        #expect(title == heavy + ", …")
        #expect(title.utf8.count <= ContactName.byteLimit)
    }

    @Test(arguments: [1, 2, 50, 5000])
    func `the title is valid for any number of names`(count: Int) {
        for length in [1, 7, 97, 98, 99, 100] {
            let title = groupTitle(of: (0..<count).map { _ in String(repeating: "x", count: length) })
            #expect(ContactName(title).error == nil, "\(title)")
        }
    }
}
