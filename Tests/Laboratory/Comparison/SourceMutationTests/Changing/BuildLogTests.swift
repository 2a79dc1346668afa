import Testing

@testable import SourceMutation

@Suite struct BuildLogTests {
    @Test func `errors are parsed by file and line without repetition`() {
        let log = BuildLog(
            """
            [3/9] Compiling A B.swift
            /tmp/a b/B.swift:12:7: error: cannot convert value of type '()' to 'Int'
            /tmp/a b/B.swift:12:7: note: here
            /tmp/a b/B.swift:12:9: error: missing return
            /tmp/C.swift:3:1: warning: never used
            error: fatalError
            """
        )
        #expect(log.errors == [.init(path: "/tmp/a b/B.swift", line: 12)])
    }

    @Test func `suspects are points on the error's line, else the smallest around, else the last before`() {
        let source = """
            func work() -> Int {
                run(
                    a,
                    b
                )
                show()
                stop(
                )

            }
            """
        let points = points(in: source)
        #expect(points.map(\.text) == ["run( a, b )", "show()", "stop( )"])
        #expect(BuildLog.suspects(points, at: 6) == [1])
        #expect(BuildLog.suspects(points, at: 5) == [0])
        #expect(BuildLog.suspects(points, at: 3) == [0])
        #expect(BuildLog.suspects(points, at: 10) == [2])
        #expect(BuildLog.suspects(points, at: 1) == [])
    }

    @Test func `the value of a closure is suspect for errors anywhere in its statement`() {
        let source = """
            func work() {
                note()
                request = queue.request { [session] in
                    try await session.load()
                } receive: { [weak self] found in
                    guard let self else { return }
                    names = found.names
                } orElse: { [weak self] in
                    self?.stop()
                }
            }
            """
        let points = points(in: source)
        #expect(points.filter(\.mayBeValue).map(\.text) == ["try await session.load()"])
        for line in [3, 4, 7, 9] {
            #expect(BuildLog.suspects(points, at: line).map { points[$0].text } == ["try await session.load()"])
        }
        #expect(BuildLog.suspects(points, at: 2) == [0])
    }
}
