import ChatSession
import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import ClassicMVC

/// Tests of the model without any view.
@Suite struct PictureStoreTests {
    private let phone: TestPhone<PictureStoreOwner>
    private let ada = ContactID("ada-lovelace")

    init() throws {
        phone = try TestPhone { PictureStoreOwner(PictureStore(session: $0.session, queue: $0.queue)) }
    }

    private func told() throws -> [ContactID] {
        try phone.perform { owner, _ in owner.told }
    }

    @Test func `a picture is available once it is loaded and the owner is notified`() throws {
        try phone.perform { [ada] owner, _ in
            owner.store.load(ada)
            #expect(owner.store.picture(of: ada) == nil)
        }
        phone.run()
        try phone.perform { [ada] owner, _ in #expect(owner.store.picture(of: ada) != nil) }
        #expect(try told() == [ada])
    }

    @Test func `a picture is requested once`() throws {
        try phone.perform { [ada] owner, _ in owner.store.load(ada) }
        phone.run()
        try phone.perform { [ada] owner, _ in owner.store.load(ada) }
        phone.run()
        #expect(try told() == [ada])
    }

    @Test func `pictures are requested one at a time`() throws {
        let contacts = [ada, ContactID("ben")]
        phone.network.conditions.roundTrip = .seconds(1) ... .seconds(1)
        try phone.perform { owner, _ in for contact in contacts { owner.store.load(contact) } }
        phone.run(for: .milliseconds(1500))
        #expect(try told() == [ada])
        phone.run(for: .seconds(1))
        #expect(try told() == contacts)
    }

    @Test func `a picture that failed to load is requested again`() throws {
        phone.network.conditions.requestLossRate = 1
        try phone.perform { [ada] owner, _ in owner.store.load(ada) }
        phone.run()
        phone.network.conditions.requestLossRate = 0
        try phone.perform { [ada] owner, _ in owner.store.load(ada) }
        phone.run()
        #expect(try told() == [ada])
    }
}

private final class PictureStoreOwner: PictureStoreDelegate {
    let store: PictureStore
    private(set) var told: [ContactID] = []

    init(_ store: PictureStore) {
        self.store = store
        store.delegate = self
    }

    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID) { told.append(contact) }
}
