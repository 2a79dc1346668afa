import ChatTypes
import DriverKit

/// A check that an architecture's screen shows changes soon, without the help of a timer, a later sync or a touch.
struct PhoneFreshnessCheck: Sendable {
    let check: PhoneCheck

    private var person: PhonePerson { check.person }
    private var world: SimulatedWorld { person.world }

    /// - Parameter breakConnections: Breaks all connections between the app and the server.
    func run(breaking breakConnections: @Sendable () -> Void) async {
        // Connections made before the calm may end at any moment.
        breakConnections()
        await person.wait(.seconds(5))
        await checkReceipt()
        await world.allContactsWrite()
        await person.wait(.milliseconds(700))
        await check.checkScreen()
        breakConnections()
        await world.allContactsWrite()
        await person.wait(.milliseconds(2500))
        await check.checkScreen()
    }

    /// Checks that a message is sent at once and shown as read as soon as the contact has read it.
    private func checkReceipt() async {
        let (screen, chat) = await person.userView.current()
        guard let state = screen.chat, let chat else { return }
        let text = "typed \(world.evidence.with { $0.typed.count })"
        _ = world.evidence.noteSending(text, in: chat, draft: state.field)
        await person.perform(.type(text))
        await person.perform(.send)
        await person.wait(.milliseconds(500))
        guard await world.contactsRead(in: chat) else { return }
        await person.wait(.milliseconds(300))
        let row = await person.userView.current().screen.chat?.rows.last { $0.text == text }
        let delivery = row.map { "\($0.delivery)" } ?? "not there"
        world.evidence.check(.receipts, row?.delivery == .read, "\(text) was read in \(chat), and is \(delivery)")
    }
}
