import Foundation

extension String {
    /// Whether both are the same bytes of UTF-8: texts that only look the same are not.
    package func hasBytes(of other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        // Through their storage: a comparison of two views goes byte by byte.
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }
    }
}
