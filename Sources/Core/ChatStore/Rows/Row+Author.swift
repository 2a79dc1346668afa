import ChatTypes
import SQLiteKit

extension Row {
    /// Who wrote or read something: by a column that says whether it was us, and the sender's, which names a member or none.
    func author(mine: Int32, sender: Int32) -> Author {
        if flag(mine) { return .me }
        let member: ContactID = identifier(sender)
        return member.rawValue.isEmpty ? .contact : .member(member)
    }
}

extension Author {
    /// A message's column `sender`.
    var sender: StoredText? { member?.stored }

    /// The same where it is part of a key, and as the id of a member's row: ourselves and a contact are the empty one.
    var senderKey: StoredText { (member ?? ContactID("")).stored }
}
