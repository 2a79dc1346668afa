import Chat
import ChatApp
import ChatTypes
import HostKit
import Testing

@testable import FullScreenHost

/// Pictures in the rows of a chat.
@Suite struct PicturesInChatTests {
    private var stage = ModelStage(rows: 24, columns: 70)
    /// The size of all pictures here, of 160 by 64 pixels.
    private let size = PictureSize(columns: 20, rows: 4)

    init() { stage.model.shelf = PictureShelf(obstacle: nil, colorCount: 256) }

    private var file: [String: RasterPicture] {
        guard let picture = RasterPicture(head: pngHead(160, 64)) else { return [:] }
        return Dictionary(uniqueKeysWithValues: (1...9).map { ("/files/\($0)", picture) })
    }

    private mutating func show(_ rows: [ChatViewState.Row], isFirst: Bool = true) {
        if isFirst { stage.handle(.begins(.chat(ada)), .stack([.chatList, .chat(ada)])) }
        stage.handle(.chat(ChatViewState(title: "Ada", rows: rows), files: file))
    }

    private func request(_ number: Int, _ size: PictureSize? = nil) -> PictureRequest {
        PictureRequest(path: "/files/\(number)", size: size ?? self.size, form: .blocks(colorCount: 256))
    }

    private mutating func answer(_ number: Int) throws {
        stage.handle(.picture(.success(try #require(DrawnPicture.blocks(size))), for: request(number)))
    }

    /// Draws, and returns what is to be decoded, if that has changed.
    private mutating func asked() -> [[PictureRequest]] {
        _ = stage.rows()
        return stage.takeEffects().compactMap { if case .decode(let requests) = $0 { requests } else { nil } }
    }

    @Test mutating func `a picture in sight is asked for once, the newest first, and drawn below its name`() throws {
        show([theirs("0", "above"), photo("1"), photo("2"), theirs("9", "below")])
        #expect(asked() == [[request(2), request(1)]])
        #expect(asked() == [])
        try answer(2)
        let rows = stage.rows()
        let first = try #require(rows.firstIndex { $0.contains("photo 2") })
        for row in rows[(first + 1)...(first + 4)] { #expect(row.hasSuffix("  " + String(repeating: "▄", count: 20))) }
        #expect(rows[first + 5].contains("below"))
    }

    @Test mutating func `no text moves when a picture arrives, or is not shown`() throws {
        show([theirs("0", "above"), photo("1"), photo("2"), theirs("9", "below")])
        func texts(_ rows: [String]) -> [Int?] {
            ["above", "photo 1", "photo 2", "below"].map { text in rows.firstIndex { $0.contains(text) } }
        }
        let before = texts(stage.rows())
        #expect(!before.contains(nil))
        try answer(1)
        #expect(texts(stage.rows()) == before)
        stage.handle(.picture(.failure(.slow), for: request(2)))
        let after = stage.rows()
        #expect(texts(after) == before)
        #expect(after.contains { $0.hasSuffix("Picture not shown: chafa took longer than 10 s") })
    }

    @Test mutating func `a download makes the place, and no text moves when it ends`() throws {
        show([theirs("0", "above"), photo("1", nil), theirs("9", "below")])
        let without = stage.rows()
        show([theirs("0", "above"), photo("1", .waiting), theirs("9", "below")], isFirst: false)
        let before = stage.rows()
        #expect(
            before.firstIndex { $0.contains("above") } == without.firstIndex { $0.contains("above") }.map { $0 - 12 }
        )
        show([theirs("0", "above"), photo("1"), theirs("9", "below")], isFirst: false)
        #expect(asked() == [[request(1)]])
        try answer(1)
        let after = stage.rows()
        for text in ["above", "photo 1", "below"] {
            #expect(after.firstIndex { $0.contains(text) } == before.firstIndex { $0.contains(text) })
        }
        #expect(after.count { $0.contains("▄▄") } == 4)
    }

    @Test mutating func `a picture out of sight is not asked for, and one that was left is given up`() {
        show([photo("1")] + (10...60).map { theirs("\($0)", "number \($0)") })
        #expect(asked() == [])
        stage.press(Key(.home))
        #expect(asked() == [[request(1)]])
        stage.press(Key(.end))
        #expect(asked() == [[]])
    }

    @Test mutating func `help and other screens above the chat give pictures up`() {
        show([photo("1")])
        #expect(asked() == [[request(1)]])
        stage.press(Key(.function(1)))
        #expect(asked() == [[]])
        stage.press(Key(.escape))
        #expect(asked() == [[request(1)]])
        stage.handle(.stack([.chatList]))
        #expect(asked() == [[]])
    }

    @Test mutating func `a narrower terminal asks for a smaller picture`() {
        show([photo("1")])
        #expect(asked() == [[request(1)]])
        stage.model.size = (24, 26)
        let smaller = asked().first?.first?.size
        #expect((smaller?.columns ?? 20) < 20)
        #expect(stage.rows().allSatisfy { $0.count <= 26 })
        for size in [(1, 1), (2, 5), (3, 80), (500, 1000)] {
            stage.model.size = size
            _ = stage.rows()
        }
    }

    @Test mutating func `thumbnails hides the pictures of the chat and shows them again`() throws {
        show([theirs("0", "above"), photo("1")])
        _ = asked()
        try answer(1)
        #expect(stage.rows().contains { $0.contains("▄") })
        stage.type("/thumbnails")
        stage.press(Key(.enter))
        #expect(stage.model.notice?.text.hasPrefix("Pictures are hidden in this chat") == true)
        #expect(!stage.rows().contains { $0.contains("▄") })
        stage.type("/thumbnails")
        stage.press(Key(.enter))
        #expect(stage.model.notice?.text == "Pictures are shown in this chat")
        #expect(stage.rows().contains { $0.contains("▄") })
    }

    @Test mutating func `without a decoder no place is made, and thumbnails says why`() {
        stage.model.shelf = PictureShelf(.auto, colorCount: 256, hasDecoder: false, isTimeVirtual: false)
        show([theirs("0", "above"), photo("1"), theirs("9", "below")])
        #expect(asked() == [])
        let rows = stage.rows()
        #expect(rows.firstIndex { $0.contains("below") } == rows.firstIndex { $0.contains("above") }.map { $0 + 2 })
        stage.type("/thumbnails")
        stage.press(Key(.enter))
        #expect(stage.model.notice?.text == PictureShelf.noDecoder)
    }

    @Test mutating func `a selected picture keeps its colours, and o opens its file`() throws {
        show([photo("1")])
        _ = asked()
        try answer(1)
        stage.press(Key(.up))
        let (frame, _) = stage.model.frame()
        let styles = (0..<frame.grid.rowCount).flatMap { frame.grid[$0] }.filter { text([$0]) == "▄" }.map(\.style)
        #expect(Set(styles) == [CellStyle(foreground: .indexed(20), background: .indexed(40))])
        stage.press(.text("o"))
        #expect(
            stage.takeEffects().contains { if case .openFile(let file) = $0 { file.path == "/files/1" } else { false } }
        )
    }

    @Test mutating func `a file whose bytes are no picture says so in one line`() {
        show([photo("x"), theirs("9", "below")])
        #expect(asked() == [])
        let rows = stage.rows()
        let place = rows.firstIndex { $0.contains("Picture not shown: no PNG") }
        #expect(place == rows.firstIndex { $0.contains("below") }.map { $0 - 1 })
    }

    @Test mutating func `a decoder that cannot be started is a notice`() {
        show([photo("1"), photo("2")])
        _ = asked()
        stage.handle(.picture(.failure(.notStarted(reason: "gone")), for: request(2)))
        #expect(stage.model.notice?.text == "Pictures are not shown: chafa cannot be started: gone")
        #expect(asked() == [[]])
        #expect(stage.rows().count { $0.contains("Picture not shown: chafa cannot be started: gone") } == 2)
    }
}
