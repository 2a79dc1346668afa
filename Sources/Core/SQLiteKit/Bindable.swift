import CSQLite

/// A value that can be bound to a parameter of a statement.
package protocol Bindable {
    /// Binds the value and returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Bool: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }
}

extension String: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bindText($0, to: statement, at: index) }
    }
}

/// A text given by its bytes, which need not be valid UTF-8.
package struct TextBytes: Bindable {
    let bytes: [UInt8]

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        bytes.withUnsafeBufferPointer { bindText($0, to: statement, at: index) }
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .some(let value): value.bind(to: statement, at: index)
        case .none: sqlite3_bind_null(statement, index)
        }
    }
}

/// Binds a text with its length, so that it may contain NUL bytes.
private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at index: Int32) -> Int32 {
    bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would bind NULL instead of an empty text.
        guard let start = characters.baseAddress else {
            return sqlite3_bind_text64(statement, index, "", 0, transient, UInt8(SQLITE_UTF8))
        }
        let length = sqlite3_uint64(characters.count)
        return sqlite3_bind_text64(statement, index, start, length, transient, UInt8(SQLITE_UTF8))
    }
}

/// SQLite's `SQLITE_TRANSIENT`, a macro that Swift cannot import: tells SQLite to copy the bytes before it returns.
private var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
