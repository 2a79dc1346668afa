import CSQLite
import ChatTypes

/// The tokenizer `words` of FTS5: `unicode61`, for languages that write words without spaces, too.
///
/// Each letter of such a script is a token of its own, so a search finds a word anywhere in a text: FTS5 makes a phrase of the
/// tokens of one search word. So is each sign, if the arguments, which are those of `unicode61`, count signs as parts of words:
/// then `C++` is no longer the same as `C`. A Latin word beside them is a token, too, and `ß` is `ss`.
package enum WordTokenizer {
    /// The tokenizer that it is made of, and an instance of that.
    private struct Base {
        let functions: fts5_tokenizer
        let instance: OpaquePointer
    }

    private typealias Receiver =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    /// FTS5's own receiver of tokens.
    private struct Target {
        let context: UnsafeMutableRawPointer?
        let receive: Receiver

        func receive(_ token: [UInt8], _ flags: Int32, _ start: Int32, _ end: Int32) -> Int32 {
            token.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    receive(context, flags, $0.baseAddress, Int32($0.count), start, end)
                }
            }
        }
    }

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
        var functions = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
        return api.pointee.xCreateTokenizer(api, "words", api, &functions, nil)
    }

    private static let create:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { context, arguments, count, result in
            guard let api = context?.assumingMemoryBound(to: fts5_api.self) else { return SQLITE_ERROR }
            var functions = fts5_tokenizer()
            var data: UnsafeMutableRawPointer?
            var code = api.pointee.xFindTokenizer(api, "unicode61", &data, &functions)
            guard code == SQLITE_OK else { return code }
            var instance: OpaquePointer?
            code = functions.xCreate(data, arguments, count, &instance)
            guard code == SQLITE_OK, let instance else { return code }
            let base = UnsafeMutablePointer<Base>.allocate(capacity: 1)
            base.initialize(to: Base(functions: functions, instance: instance))
            result?.pointee = OpaquePointer(base)
            return SQLITE_OK
        }

    private static let delete: @convention(c) (OpaquePointer?) -> Void = { tokenizer in
        guard let tokenizer else { return }
        let base = UnsafeMutablePointer<Base>(tokenizer)
        base.pointee.functions.xDelete(base.pointee.instance)
        base.deinitialize(count: 1).deallocate()
    }

    private static let tokenize:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Receiver?
        ) -> Int32 = { tokenizer, context, flags, text, count, receive in
            guard let tokenizer, let receive else { return SQLITE_ERROR }
            let base = UnsafeMutablePointer<Base>(tokenizer).pointee
            var target = Target(context: context, receive: receive)
            return withUnsafeMutablePointer(to: &target) {
                base.functions.xTokenize(base.instance, $0, flags, text, count, split)
            }
        }

    /// Passes a token of `unicode61` on, in parts if it has letters of scripts without spaces or signs.
    private static let split: Receiver = { context, flags, token, count, start, end in
        guard let target = context?.assumingMemoryBound(to: Target.self).pointee else { return SQLITE_ERROR }
        let bytes = UnsafeRawBufferPointer(start: token, count: Int(count))
        guard bytes.indices.contains(where: { mayBeSplit(bytes, at: $0) }) else {
            return target.receive(target.context, flags, token, count, start, end)
        }
        for part in parts(of: String(decoding: bytes, as: UTF8.self)) {
            let code = target.receive(Array(part.utf8), flags, start, end)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    /// Whether a scalar that is split off or spelled out may begin there: a sign of ASCII, of Latin-1 (0xC2; `×` and `÷` after
    /// 0xC3), or a scalar of three bytes or more, as the letters of all scripts without spaces are; or `ß` (0xC3 0x9F).
    private static func mayBeSplit(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        switch bytes[index] {
        case 0xE0..., 0xC2: return true
        case 0xC3: return bytes[index...].dropFirst().first.map { [0x97, 0x9F, 0xB7].contains($0) } ?? false
        case 0x80...: return false
        case let byte: return Unicode.Scalar(byte).isSearchWord
        }
    }

    /// The parts of a token: each letter of a script without spaces, each sign, and each run of others.
    static func parts(of token: String) -> [String] {
        var (parts, run): ([String], String) = ([], "")
        for scalar in token.unicodeScalars {
            if scalar.isSearchWord {
                if !run.isEmpty { parts.append(run) }
                parts.append(String(scalar))
                run = ""
            } else if scalar == "ß" {
                run += "ss"
            } else {
                run.unicodeScalars.append(scalar)
            }
        }
        return run.isEmpty ? parts : parts + [run]
    }
}
