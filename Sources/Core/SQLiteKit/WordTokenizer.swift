import CSQLite
import RuntimeKit

/// The tokenizer `words` of FTS5, which folds letters as `SearchFolding` does.
///
/// Each letter of a script that writes words without spaces is a token of its own, so a search finds a word anywhere in a text: FTS5
/// makes a phrase of the tokens of one search word. So is each sign: `C++` is not the same as `C`.
///
/// With the argument `parts` the tokens of a text are the ends of its words, of three letters or more, so that a search for the
/// beginnings of tokens finds the middle of words. A search word is one token there.
package enum WordTokenizer {
    private typealias Receiver =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    /// The letters of the shortest part of a word that is found within it.
    package static let partLength = 3
    /// The places in a word at which a part of it can begin.
    private static let partLimit = 64

    /// Makes the tokenizer known to a connection; returns a code of SQLite.
    package static func register(on connection: OpaquePointer) -> Int32 {
        var found: UnsafeMutablePointer<fts5_api>?
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil)
        guard code == SQLITE_OK else { return code }
        // SQLite reads the type while the statement runs, so that it must outlive the call that binds it.
        let type: StaticString = "fts5_api_ptr"
        withUnsafeMutablePointer(to: &found) { place in
            type.utf8Start.withMemoryRebound(to: CChar.self, capacity: type.utf8CodeUnitCount + 1) {
                _ = sqlite3_bind_pointer(statement, 1, place, $0, nil)
            }
            _ = sqlite3_step(statement)
        }
        guard let api = found else { return SQLITE_ERROR }
        var functions = fts5_tokenizer(xCreate: create, xDelete: { _ in }, xTokenize: tokenize)
        return api.pointee.xCreateTokenizer(api, "words", nil, &functions, nil)
    }

    /// An instance is a number alone: 1, or 2 for parts.
    private static let create:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { _, _, count, result in
            result?.pointee = OpaquePointer(bitPattern: count > 0 ? 2 : 1)
            return SQLITE_OK
        }

    private static let tokenize:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Receiver?
        ) -> Int32 = { tokenizer, context, flags, text, count, receive in
            guard let receive else { return SQLITE_ERROR }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            let isInParts = tokenizer == OpaquePointer(bitPattern: 2)
            let isQuery = flags & FTS5_TOKENIZE_QUERY != 0
            var word = Word { token in
                token.withMemoryRebound(to: CChar.self) { receive(context, 0, $0.baseAddress, Int32($0.count), 0, 0) }
            }
            return word.read(bytes, inParts: isInParts, isQuery: isQuery)
        }

    /// The word that is being read.
    private struct Word {
        let receive: (UnsafeBufferPointer<UInt8>) -> Int32
        private var bytes: [UInt8] = []
        /// The offsets of its letters.
        private var letters: [Int] = []
        private var (isInParts, isQuery) = (false, false)
        private var code = SQLITE_OK

        init(receive: @escaping (UnsafeBufferPointer<UInt8>) -> Int32) { self.receive = receive }

        mutating func read(_ text: UnsafeRawBufferPointer, inParts: Bool, isQuery: Bool) -> Int32 {
            (isInParts, self.isQuery) = (inParts, isQuery)
            if text.allSatisfy({ $0 < 0x80 }) {
                for byte in text where code == SQLITE_OK { read(byte) }
            } else {
                for scalar in SearchFolding.unified(String(decoding: text, as: UTF8.self)).unicodeScalars
                where code == SQLITE_OK { read(scalar) }
            }
            end()
            return code
        }

        private mutating func read(_ byte: UInt8) {
            if byte.isASCIILetterOrDigit {
                letters.append(bytes.count)
                bytes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
            } else {
                read(Unicode.Scalar(byte))
            }
        }

        private mutating func read(_ scalar: Unicode.Scalar) {
            guard scalar.isPartOfWord else { return end() }
            let isWord = scalar.isSearchWord
            if isWord { end() }
            for letter in SearchFolding.folded(scalar).unicodeScalars {
                letters.append(bytes.count)
                bytes += UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter
            }
            if isWord { end(isRun: false) }
        }

        private mutating func end(isRun: Bool = true) {
            defer {
                bytes.removeAll(keepingCapacity: true)
                letters.removeAll(keepingCapacity: true)
            }
            guard code == SQLITE_OK, !bytes.isEmpty else { return }
            guard isInParts else { return give(from: 0) }
            guard isRun, letters.count >= WordTokenizer.partLength else { return }
            if isQuery { return give(from: 0) }
            for start in letters.dropLast(WordTokenizer.partLength - 1).prefix(WordTokenizer.partLimit)
            where code == SQLITE_OK { give(from: start) }
        }

        private mutating func give(from start: Int) {
            code = bytes.withUnsafeBufferPointer { receive(UnsafeBufferPointer(rebasing: $0[start...])) }
        }
    }
}
