import CMicroHTTPD

extension WebServer {
    /// The functions that the library calls on its thread, with this server as their context.
    var callbacks: cmhd_callbacks {
        cmhd_callbacks(
            accept: accept,
            handle: handle,
            complete: complete,
            notify: notify,
            context: Unmanaged.passUnretained(self).toOpaque()
        )
    }
}

private func server(_ context: UnsafeMutableRawPointer) -> WebServer {
    Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
}

private let accept: MHD_AcceptPolicyCallback = { context, address, _ in
    guard let context, let address else { return .NO }
    return server(context).isAllowed(address) ? .YES : .NO
}

private let notify: MHD_NotifyConnectionCallback = { context, connection, _, code in
    guard let context, let connection else { return }
    server(context).note(connection, isOpen: code == .CONNECTION_NOTIFY_STARTED)
}

/// The first call for a request brings its head; later ones pieces of the body, and at last none. Only then is an answer sent on a
/// connection that stays open.
private let handle: MHD_AccessHandlerCallback = { context, connection, path, method, _, data, size, memory in
    guard let context, let connection, let path, let method, let size, let memory else { return .NO }
    if let pointer = memory.pointee {
        let request = Unmanaged<WebRequest>.fromOpaque(pointer).takeUnretainedValue()
        guard size.pointee > 0 else { return server(context).finish(request, on: connection) }
        defer { size.pointee = 0 }
        return request.receive(UnsafeRawBufferPointer(start: data, count: size.pointee)) ? .YES : .NO
    }
    var headers: [(name: String, value: String)] = []
    withUnsafeMutablePointer(to: &headers) { headers in
        _ = MHD_get_connection_values(connection, .HEADER_KIND, collect, headers)
    }
    let head = RequestHead(method: String(cString: method), path: String(cString: path), headers: headers)
    let (request, result) = server(context).begin(head, on: connection)
    if let request { memory.pointee = Unmanaged.passRetained(request).toOpaque() }
    return result
}

private let collect: MHD_KeyValueIterator = { context, _, name, value in
    guard let context, let name else { return .NO }
    let headers = context.assumingMemoryBound(to: [(name: String, value: String)].self)
    headers.pointee.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
    return .YES
}

private let complete: MHD_RequestCompletedCallback = { context, connection, memory, _ in
    guard let context, let connection, let memory, let pointer = memory.pointee else { return }
    Unmanaged<WebRequest>.fromOpaque(pointer).release()
    memory.pointee = nil
    server(context).note(connection, isOpen: true)
}
