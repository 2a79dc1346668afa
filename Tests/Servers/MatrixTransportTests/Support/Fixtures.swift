import ChatTypes
import Foundation
import JSONKit
import RuntimeKit
import SimulationKit

@testable import MatrixTransport

let me: ContactID = ContactID("@me:test")
let ada: ContactID = ContactID("@ada:test")
let room = ChatID("!room:test")

func json(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

/// A message by Ada, or another sender, as JSON of the homeserver.
func text(_ number: Int, by sender: ContactID = ada, own: String? = nil) -> String {
    let id = own.map { #","chat.viper.id":"\#($0)""# } ?? ""
    return """
        {"type":"m.room.message","event_id":"$\(number)","sender":"\(sender)","origin_server_ts":\(1000 * number),\
        "content":{"msgtype":"m.text","body":"text \(number)"\(id)}}
        """
}

/// An edit that gives an event another text.
func replacement(
    _ id: String = "$edit",
    of event: String,
    _ text: String,
    at time: Int64 = 9000,
    by sender: ContactID = ada
) -> String {
    """
    {"type":"m.room.message","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"msgtype":"m.text","body":"* \(text)","m.new_content":{"msgtype":"m.text","body":"\(text)"},\
    "m.relates_to":{"rel_type":"m.replace","event_id":"\(event)"}}}
    """
}

/// A message with its newest edit included.
func text(_ number: Int, by sender: ContactID = ada, own: String? = nil, editedBy edit: String) -> String {
    text(number, by: sender, own: own).dropLast() + #","unsigned":{"m.relations":{"m.replace":\#(edit)}}}"#
}

/// A message with a file and an optional caption.
func fileEvent(_ number: Int, by sender: ContactID = ada, own: String? = nil, caption: String? = nil) -> String {
    let id = own.map { #","chat.viper.id":"\#($0)""# } ?? ""
    return """
        {"type":"m.room.message","event_id":"$\(number)","sender":"\(sender)","origin_server_ts":\(1000 * number),\
        "content":{"msgtype":"m.image","body":"\(caption ?? "a.png")","filename":"a.png","url":"mxc://test/abc",\
        "info":{"mimetype":"image/png","size":7,"w":1,"xyz.odd":[null,1.5,true,{"a":"b"}]}\(id)}}
        """
}

/// An edit of a file's caption, as another client sends it.
func captionEdit(of event: String, _ caption: String, by sender: ContactID = ada) -> String {
    let content =
        #""msgtype":"m.image","filename":"a.png","url":"mxc://test/abc","info":{"mimetype":"image/png","size":7}"#
    return """
        {"type":"m.room.message","event_id":"$edit","sender":"\(sender)","origin_server_ts":9000,\
        "content":{\(content),"body":"* \(caption)","m.new_content":{\(content),"body":"\(caption)"},\
        "m.relates_to":{"rel_type":"m.replace","event_id":"\(event)"}}}
        """
}

func texts(_ numbers: some Sequence<Int>) -> String { numbers.map { text($0) }.joined(separator: ",") }

func state(_ type: String, key: String = "", _ content: String, by sender: ContactID = ada) -> String {
    """
    {"type":"\(type)","event_id":"$\(type)\(key)","sender":"\(sender)","origin_server_ts":500,"state_key":"\(key)",\
    "content":\(content)}
    """
}

func member(_ person: ContactID, _ name: String, _ membership: String = "join") -> String {
    state("m.room.member", key: person.rawValue, #"{"membership":"\#(membership)","displayname":"\#(name)"}"#)
}

/// The state of the direct room with Ada.
let adasRoomState = "\(state("m.room.create", "{}")),\(member(ada, "Ada"))"

/// A sync response with one joined room.
func answer(
    _ next: String,
    _ timeline: String = "",
    limited before: String? = nil,
    state: String = "",
    extra: String = "",
    in room: ChatID = room
) -> String {
    let token = before.map { #","limited":true,"prev_batch":"\#($0)""# } ?? #","limited":false,"prev_batch":"p""#
    return """
        {"next_batch":"\(next)","rooms":{"join":{"\(room)":{"timeline":{"events":[\(timeline)]\(token)},\
        "state":{"events":[\(state)]},"summary":{"m.heroes":["@ada:test"],"m.joined_member_count":2}\(extra)}}}}
        """
}

func syncAnswer(_ text: String) throws -> SyncResponse { try SyncResponse(json(text), user: me).unwrapped() }

struct Missing: Error {}

extension Optional {
    func unwrapped() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

/// A path for one ledger, in a folder that is deleted when this is released.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UUID().uuidString)")
    var ledger: String { url.appending(path: "matrix.sqlite").path }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func open(
        user: ContactID = me,
        at seconds: Double = 1_600_000_000,
        seed: UInt64 = 1,
        diskFault: (@Sendable () throws -> Void)? = nil
    ) throws -> MatrixLedger {
        try MatrixLedger(
            path: ledger,
            user: user,
            random: RandomSource(SplitMix64(seed: seed)),
            now: { Date(timeIntervalSince1970: seconds) },
            diskFault: diskFault
        )
    }
}
