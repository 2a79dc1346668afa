import ChatTypes
import Foundation

extension ContactName {
    /// The name as the server accepts it; throws a refusal that says what is wrong with it.
    init(accepting typed: String) throws(ServiceError) {
        self.init(typed)
        guard let fault else { return }
        let text =
            switch fault {
            case .empty: "A name is needed"
            case .tooLong(let limit): "A name can have at most \(limit) characters"
            case .unprintable: "A name cannot contain control characters or direction marks"
            }
        throw .refused(.invalidName, text: text)
    }

    /// The name as a readable part of an id: its words in lower case, without accents, joined by hyphens.
    static func slug(for name: String) -> String {
        let words = Contact.words(of: name)
        // A letter may carry any number of marks.
        return words.isEmpty ? "contact" : String(words.joined(separator: "-").prefix(40)).cut(toBytes: 400)
    }
}
