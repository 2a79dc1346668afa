import ChatTypes
import Testing

@testable import MatrixTransport

let bob: ContactID = ContactID("@bob:test")
let cyd: ContactID = ContactID("@cyd:test")

/// A membership event in a timeline.
func change(
    _ id: String,
    of person: ContactID,
    _ word: String = "join",
    name: String? = nil,
    by sender: ContactID? = nil,
    at time: Int64 = 5000,
    was former: String? = nil
) -> String {
    let name = name.map { #","displayname":"\#($0)""# } ?? ""
    let unsigned = former.map { #","unsigned":{"prev_content":\#($0)}"# } ?? ""
    return """
        {"type":"m.room.member","event_id":"\(id)","sender":"\(sender ?? person)","origin_server_ts":\(time),\
        "state_key":"\(person)","content":{"membership":"\(word)"\(name)}\(unsigned)}
        """
}

/// The state of a group with a name and two members.
let gardenState = """
    \(state("m.room.create", "{}")),\(state("m.room.name", #"{"name":"Garden"}"#)),\(member(ada, "Ada")),\(member(bob, "Bob"))
    """

/// A sync response with one room and its number of members.
func groupAnswer(
    _ next: String,
    _ timeline: String = "",
    limited before: String? = nil,
    state: String = "",
    joined: Int = 3,
    invited: Int = 0,
    heroes: [ContactID] = [ada, bob],
    extra: String = "",
    as section: String = "join",
    in room: ChatID = room
) -> String {
    let token = before.map { #","limited":true,"prev_batch":"\#($0)""# } ?? ""
    let names = heroes.map { #""\#($0)""# }.joined(separator: ",")
    return """
        {"next_batch":"\(next)","rooms":{"\(section)":{"\(room)":{"timeline":{"events":[\(timeline)]\(token)},\
        "state":{"events":[\(state)]},"summary":{"m.heroes":[\(names)],"m.joined_member_count":\(joined),\
        "m.invited_member_count":\(invited)}\(extra)}}}}
        """
}

func receipts(_ readers: [(event: String, reader: ContactID)]) -> String {
    let read = readers.map { #""\#($0.event)":{"m.read":{"\#($0.reader)":{"ts":1}}}"# }.joined(separator: ",")
    return #","ephemeral":{"events":[{"type":"m.receipt","content":{\#(read)}}]}"#
}

/// A ledger with shortcuts to apply responses.
struct LedgerFixture {
    let folder: Folder
    let ledger: MatrixLedger

    init(_ folder: Folder? = nil, at seconds: Double = 1_600_000_000) throws {
        self.folder = try folder ?? Folder()
        ledger = try self.folder.open(at: seconds)
    }

    @discardableResult
    func apply(_ answer: String, since: String? = "s") async throws -> ChatUpdate? {
        try await ledger.apply(syncAnswer(answer), since: since).first
    }

    /// Applies a response and returns the membership of one author.
    func membership(of author: Author, in answer: String, since: String? = "s") async throws -> Membership? {
        try await apply(answer, since: since)?.memberships.first { $0.member == author }
    }
}

extension ChatUpdate {
    func membership(of author: Author) -> Membership? { memberships.first { $0.member == author } }
    /// The names of the present members.
    var presentNames: [String] { memberships.filter(\.isMember).map(\.name).sorted() }
}
