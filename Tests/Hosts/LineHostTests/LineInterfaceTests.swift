import ChatApp
import ChatTypes
import HostTesting
import Testing

@testable import HostKit
@testable import LineHost

/// The lines printed beside the screens.
@Suite struct LineInterfaceTests {
    private let pipe = PipeFake()

    private func interface(isJSON: Bool = false) -> LineInterface {
        let output = LineOutput(descriptor: pipe.writeEnd)
        return LineInterface(printer: Printer(output: output, isJSON: isJSON, style: .plain))
    }

    private func printed() -> [Substring] {
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
    }

    @Test func `the badge is printed below the first screen, and again when it changes`() async {
        let interface = interface()
        await interface.show(badge: 2)
        await interface.show([.chatList])
        await interface.show(badge: 2)
        await interface.show(badge: 3)
        #expect(printed() == ["Chats", "(2 unread)", "(3 unread)"])
    }

    @Test func `a notification has the ID of its message, and a notice stands for none`() async {
        let interface = interface(isJSON: true)
        for isNotice in [false, true] {
            await interface.notify(
                AppNotification(
                    id: MessageID("m"),
                    chat: ChatID("a"),
                    title: "Ada",
                    text: "Hi",
                    isNotice: isNotice,
                    senderWarning: isNotice ? nil : .unencrypted
                )
            )
        }
        let start = #"{"chat":"a","contact":"Ada","event":"notification""#
        #expect(
            printed().map(String.init) == [
                start + #","id":"m","text":"Hi","warning":"unencrypted"}"#, start + #","text":"Hi"}"#,
            ]
        )
    }
}
