extension String {
    /// Whether both are the same bytes of UTF-8: texts that only look the same are not.
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Through their storage: a comparison of two views goes through an iterator of each, byte by byte.
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
    }
}
