import ChatTypes
import RuntimeKit
import Synchronization

/// Loads the pictures of visible contacts, a few at a time.
///
/// Holds the most recently wanted pictures, up to a limit. A picture that fails to load is requested again when its
/// row is next visible.
actor PictureLoader {
    static let parallelLimit = 4
    /// The limit in bytes over all pictures held.
    static let memoryLimit = 16 << 20
    static let contactLimit = 1000

    private let load: @Sendable (ContactID) async throws -> Picture?
    private let wanted = CoalescingQueue<ContactID>()
    private var requested: Set<ContactID> = []
    /// The pictures; `nil` for a contact without one. A lock lets the list read them without suspending.
    private nonisolated let held = Mutex<[ContactID: Picture?]>([:])
    /// The held contacts, the least recently wanted first.
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

    /// Returns the held pictures of the contacts.
    nonisolated func loaded(of contacts: [ContactID]) -> [ContactID: Picture] {
        held.withLock { held in
            contacts.reduce(into: [:]) { pictures, contact in
                if case .some(.some(let picture)) = held[contact] { pictures[contact] = picture }
            }
        }
    }

    private func isKnown(_ contact: ContactID) -> Bool { held.withLock { $0[contact] != nil } }

    /// Loads wanted pictures and calls `changed` after each, until the caller's task is cancelled.
    func run(_ changed: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            while true {
                let contacts = await wanted.takeAll()
                if contacts.isEmpty { break }
                for contact in contacts {
                    if running >= Self.parallelLimit { await group.next() } else { running += 1 }
                    _ = group.addTaskUnlessCancelled { if await self.download(contact) { await changed() } }
                }
            }
        }
    }

    /// Loads a picture. Returns whether there is a new one to show.
    private func download(_ contact: ContactID) async -> Bool {
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
