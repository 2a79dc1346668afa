import Testing

@testable import FullScreenHost

@Suite struct DesktopNoticesTests {
    @Test func `no contact's name makes a notice another command of the terminal`() {
        // To some terminals `9;4` is progress, and `9;7` begins a program.
        #expect(DesktopNotices.osc9.sequence("7;calc;", "a;b") == "\u{1B}]9;7,calc,: a;b\u{07}")
        #expect(DesktopNotices.osc777.sequence("a;b", "c;d") == "\u{1B}]777;notify;a,b;c;d\u{07}")
        #expect(DesktopNotices.off.sequence("a", "b").isEmpty)
    }
}
