import Testing

@testable import FullScreenHost

@Suite struct PictureShelfTests {
    private var shelf = PictureShelf(obstacle: nil, colorCount: 256)

    private func request(_ number: Int) -> PictureRequest {
        PictureRequest(path: "/\(number)", size: PictureSize(columns: 1, rows: 1), form: .blocks(colorCount: 256))
    }

    private func requests(_ range: ClosedRange<Int>) -> [PictureRequest] { range.map(request) }

    private func drawn() throws -> Result<DrawnPicture, PictureFailure> {
        .success(try #require(DrawnPicture.blocks(PictureSize(columns: 1, rows: 1))))
    }

    @Test mutating func `a missing picture in sight is asked for once, and given up when it is out of sight`() throws {
        #expect(shelf.see([]) == nil)
        #expect(shelf.see(requests(1...3)) == requests(1...3))
        #expect(shelf.see(requests(1...3)) == nil)
        #expect(shelf.receive(try drawn(), for: request(1)) == nil)
        #expect(shelf.see(requests(1...3)) == nil, "the others are on their way")
        #expect(shelf.see(requests(1...2)) == [request(2)])
        #expect(shelf.see([]) == [])
        #expect(shelf.see(requests(1...3)) == requests(2...3), "the first is kept")
    }

    @Test mutating func `a failure is kept, and not tried again`() {
        _ = shelf.see([request(1)])
        #expect(shelf.receive(.failure(.slow), for: request(1)) == nil)
        #expect(shelf[request(1)] == .failure(.slow))
        #expect(shelf.see([request(1)]) == nil)
    }

    @Test mutating func `a decoder that cannot be started is told once and asked no more`() {
        _ = shelf.see(requests(1...2))
        let failure = PictureFailure.notStarted(reason: "gone")
        #expect(
            shelf.receive(.failure(failure), for: request(1)) == "Pictures are not shown: chafa cannot be started: gone"
        )
        #expect(shelf.see(requests(1...2)) == [])
        #expect(shelf.receive(.failure(failure), for: request(2)) == nil)
        #expect(shelf.see(requests(1...9)) == nil)
        #expect(shelf[request(9)] == .failure(failure), "nothing is on its way")
    }

    @Test mutating func `the pictures seen longest ago are dropped beyond the limit`() throws {
        for number in 1...PictureShelf.limit + 1 {
            _ = shelf.see([request(number)])
            _ = shelf.receive(try drawn(), for: request(number))
            // It is looked at again and again.
            _ = shelf.see([request(1)])
        }
        #expect(shelf[request(1)] != nil)
        #expect(shelf[request(2)] == nil)
        #expect(shelf[request(3)] != nil)
    }

    @Test mutating func `pictures in sight are kept, however many there are`() throws {
        let all = requests(1...PictureShelf.limit * 2)
        _ = shelf.see(all)
        for request in all { _ = shelf.receive(try drawn(), for: request) }
        #expect(all.allSatisfy { shelf[$0] != nil })
        #expect(shelf.see(all) == nil)
    }

    @Test mutating func `a terminal that draws pictures itself gets pixels, each picture under a number of its own`()
        throws
    {
        shelf.hasGraphics = true
        #expect(shelf.form == .pixels)
        let image = try #require(PictureImage(width: 1, height: 1, pixels: [1, 2, 3, 255]))
        let size = PictureSize(columns: 2, rows: 1)
        let requests = (1...3).map { PictureRequest(path: "/\($0)", size: size, form: .pixels) }
        _ = shelf.see(requests)
        for request in requests { _ = shelf.receive(.success(DrawnPicture(image)), for: request) }
        #expect(shelf.imagesInSight.map(\.number) == [16, 17, 18])
        #expect(Set(shelf.imagesInSight.map(\.serial)).count == 3)
        let lines = try #require(shelf[requests[1]]).get().lines
        #expect(lines == PicturePlaceholder.lines(of: 17, size: size))
        _ = shelf.see([requests[2]])
        #expect(shelf.imagesInSight.map(\.number) == [18])
        var other = PictureShelf(obstacle: nil, colorCount: 8)
        other.hasGraphics = true
        #expect(other.form == .blocks(colorCount: 8), "a number is one of 256 colours")
    }

    @Test mutating func `the pictures of one chat are hidden, and shown again`() {
        _ = shelf.toggle(ada)
        #expect(!shelf.isShown(in: ada) && shelf.isShown(in: bob))
        _ = shelf.toggle(ada)
        #expect(shelf.isShown(in: ada))
    }

    @Test func `pictures need the setting, colours and the decoder`() {
        func obstacle(_ setting: Settings.Pictures, _ colors: Int, _ hasDecoder: Bool, _ isVirtual: Bool = false)
            -> String?
        {
            PictureShelf(setting, colorCount: colors, hasDecoder: hasDecoder, isTimeVirtual: isVirtual).obstacle
        }
        #expect(obstacle(.auto, 256, true) == nil)
        #expect(obstacle(.on, 8, true) == nil)
        #expect(obstacle(.off, 256, true) == "Pictures are off in the settings")
        #expect(obstacle(.on, 0, true) == "Pictures need a terminal with colours")
        #expect(obstacle(.auto, 256, false) == PictureShelf.noDecoder)
        #expect(obstacle(.on, 256, true, true) == "Pictures are not shown in virtual time")
    }
}
