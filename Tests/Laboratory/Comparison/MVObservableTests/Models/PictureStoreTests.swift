import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVObservable

@Suite struct PictureStoreTests {
    private let phone: TestPhone<Bench>
    private let ada = ContactID("ada-lovelace")

    private final class Bench {
        let store: PictureStore
        let contacts: Log<[ContactID]>

        init(_ context: AppContext) {
            let store = PictureStore(session: context.session, queue: context.queue)
            self.store = store
            contacts = Log(on: context.queue) { store.pictures.keys.sorted() }
        }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context) }
    }

    private func contacts(after duration: Duration = .seconds(1)) throws -> [[ContactID]] {
        phone.run(for: duration)
        return try phone.perform { bench, _ in bench.contacts.values }
    }

    @Test func `a picture is requested once and available when it is loaded`() throws {
        for _ in 1...2 {
            try phone.perform { [ada] bench, _ in bench.store.load(ada) }
            #expect(try contacts() == [[], [ada]])
        }
    }

    @Test func `pictures are requested one at a time`() throws {
        let ben = ContactID("ben")
        phone.network.conditions.roundTrip = .seconds(1) ... .seconds(1)
        try phone.perform { [ada] bench, _ in for contact in [ada, ben] { bench.store.load(contact) } }
        #expect(try contacts(after: .milliseconds(1500)) == [[], [ada]])
        #expect(try contacts() == [[], [ada], [ada, ben]])
    }

    @Test func `a picture that failed to load is requested again`() throws {
        phone.network.conditions.requestLossRate = 1
        try phone.perform { [ada] bench, _ in bench.store.load(ada) }
        #expect(try contacts() == [[]])
        phone.network.conditions.requestLossRate = 0
        try phone.perform { [ada] bench, _ in bench.store.load(ada) }
        #expect(try contacts() == [[], [ada]])
    }
}
