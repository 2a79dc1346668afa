import ChatTypes
import RuntimeKit
import Synchronization

/// Loads the pictures of contacts that are in sight, a few at a time, beside everything else.
///
/// Holds the pictures that were wanted last, up to a bound. One that cannot be loaded now is asked for again when its row is
/// next seen.
actor PictureLoader {
    static let parallelLimit = 4
    /// In bytes, over all pictures held.
    static let memoryLimit = 16 << 20
    static let contactLimit = 1000

    private let load: @Sendable (ContactID) async throws -> Picture?
    private let wanted = CoalescingQueue<ContactID>()
    private var requested: Set<ContactID> = []
    /// Nil for a contact without a picture. Behind a lock, so that a list shows its window with its pictures in one step.
    private nonisolated let held = Mutex<[ContactID: Picture?]>([:])
    /// The one wanted longest ago first.
    private var order: [ContactID] = []
    private var byteCount = 0

    init(load: @escaping @Sendable (ContactID) async throws -> Picture?) {
        self.load = load
    }

    func want(_ contacts: [ContactID]) {
        for contact in contacts {
            if isKnown(contact) {
                order.removeAll { $0 == contact }
                order.append(contact)
            } else if requested.insert(contact).inserted {
                wanted.post(contact)
            }
        }
    }

    /// The pictures that are held of these.
    nonisolated func loaded(of contacts: [ContactID]) -> [ContactID: Picture] {
        held.withLock { held in
            contacts.reduce(into: [:]) { pictures, contact in
                if case .some(.some(let picture)) = held[contact] { pictures[contact] = picture }
            }
        }
    }

    private func isKnown(_ contact: ContactID) -> Bool { held.withLock { $0[contact] != nil } }

    /// Calls `changed` after each picture, until the caller's task is cancelled.
    func run(_ changed: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            while true {
                let contacts = await wanted.takeAll()
                if contacts.isEmpty { break }
                for contact in contacts {
                    if running >= Self.parallelLimit { await group.next() } else { running += 1 }
                    _ = group.addTaskUnlessCancelled { if await self.fetch(contact) { await changed() } }
                }
            }
        }
    }

    /// Whether there is a new picture to show.
    private func fetch(_ contact: ContactID) async -> Bool {
        defer { requested.remove(contact) }
        do {
            let picture = try await load(contact)
            keep(picture, of: contact)
            return picture != nil
        } catch {
            return false
        }
    }

    private func keep(_ picture: Picture?, of contact: ContactID) {
        held.withLock { $0[contact] = .some(picture) }
        order.append(contact)
        byteCount += picture?.bytes.count ?? 0
        while byteCount > Self.memoryLimit && order.count > 1 || order.count > Self.contactLimit {
            let oldest = order.removeFirst()
            let picture = held.withLock { $0.removeValue(forKey: oldest) }
            byteCount -= (picture ?? nil)?.bytes.count ?? 0
        }
    }
}
