/// The moves with which a homeserver or another user tries to let a name stand for what it does not name.
///
/// A homeserver makes them in encrypted rooms while the network is bad. After each, what the contact sent must be shown as it was
/// sent, nothing else as the contact's, and no key may go to anybody new.
public enum AdversaryMove: String, CaseIterable, Sendable {
    /// A stranger publishes a device with the key of a contact's device.
    case claimsContactKey
    /// A contact publishes a device with the key of the user's own device.
    case claimsOwnKey
    /// A sync has two events under one id: a stranger's, which edits nothing, and one that is said to be the contact's.
    case answersTwice
    /// A contact passes on the key of another room's contact as theirs, and repeats a message from there before it was read.
    case sharesAnothersKey
    /// A stranger says why the key to somebody else's message does not come.
    case withholdsAnothersKey
    /// A message between devices is delivered once more, later.
    case repeatsDelivery
    /// The list of a room's members names somebody whom no event names.
    case addsReader

    /// The moves that sessions draw from.
    ///
    /// `addsReader` is played by name alone: it makes a group of a chat between two, for which the other promises are not written.
    public static let drawn = Set(allCases).subtracting([.addsReader])
}
