import CSystem
package import ChatTypes

extension RasterPicture {
    /// Reads the first bytes of a regular file. Returns nil for any other file, and for what `init(head:)` refuses.
    package init?(file path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let head = try? Descriptors.read(descriptor, upTo: Self.headBytes)
        else { return nil }
        self.init(head: head)
    }
}
