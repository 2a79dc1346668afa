import ChatTypes
import JSONKit
import Transport

/// The account's keywords: push rules of the kind `content`, which all of its clients follow.
extension MatrixTransport {
    /// The bytes of a keyword, as of the pattern of a rule that is read.
    public static let keywordBytes = GlobPattern.byteLimit

    /// Returns the account's keywords, in the order of its rules, without those of rules that are switched off. Throws a `ServiceError`.
    public func keywords() async throws -> [String] {
        try await keywordRules().filter { $0["enabled"]?.bool ?? true }.compactMap { $0["pattern"]?.string }
    }

    /// Lets messages with a keyword notify and count as mentions; `*` and `?` stand for any letters and for one.
    ///
    /// Throws a `ServiceError`: a refusal for a keyword that no rule can have.
    public func addKeyword(_ word: String) async throws {
        // Homeservers refuse rules with a slash in their ID, or a dot at its beginning.
        let isUsable = !word.isEmpty && word.utf8.count <= Self.keywordBytes && !word.contains { "/\\".contains($0) }
        guard isUsable, !word.hasPrefix(".") else {
            let text = "a keyword has 1 to \(Self.keywordBytes) bytes, no slashes, and no dot at its beginning"
            throw ServiceError.refused(.notAllowed, text: text)
        }
        let highlight: JSONText = ["set_tweak": "highlight"]
        let sound: JSONText = ["set_tweak": "sound", "value": "default"]
        let rule: JSONText = ["pattern": .string(word), "actions": ["notify", highlight, sound]]
        try await set(["v3", "pushrules", "global", "content", word], rule)
    }

    /// Deletes the rules of a keyword, whoever made them. Returns false if there is none. Throws a `ServiceError`.
    public func removeKeyword(_ word: String) async throws -> Bool {
        let rules = try await keywordRules().filter { $0["pattern"]?.string?.lowercased() == word.lowercased() }
        for id in rules.compactMap({ $0["rule_id"]?.string }) {
            try await remove(["v3", "pushrules", "global", "content", id])
        }
        return !rules.isEmpty
    }

    /// Returns the rules that the user made.
    private func keywordRules() async throws -> [JSONValue] {
        guard let global = try await api.get(["v3", "pushrules", ""])["global"], global.isObject else {
            throw ServiceError.responseLost
        }
        return (global["content"]?.elements ?? []).filter {
            $0["default"]?.bool != true && $0["rule_id"]?.string?.hasPrefix(".") == false
        }
    }
}
