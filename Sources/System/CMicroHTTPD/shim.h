// libmicrohttpd takes its options and returns its facts through functions with any number of arguments, which Swift cannot call.
#ifndef VIPER_CHAT_CMICROHTTPD_H
#define VIPER_CHAT_CMICROHTTPD_H

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#endif

#if MHD_VERSION < 0x00097500
#error "viper-chat needs libmicrohttpd 0.9.75 or later"
#endif

#pragma clang assume_nonnull begin

/// The bounds of a server.
struct cmhd_bounds {
    unsigned int connections, connections_of_address, idle_seconds;
    size_t connection_memory;
};

/// The functions that a server calls on its own thread, all with the same context.
struct cmhd_callbacks {
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback complete;
    MHD_NotifyConnectionCallback notify;
    void *context;
};

/// Prints nothing: a message may contain what a stranger sent.
static inline void cmhd_ignore(void *_Nullable context, const char *format, va_list arguments) {
    (void)context;
    (void)format;
    (void)arguments;
}

/// Leaves paths as they came: a decoded one may contain a zero.
static inline size_t cmhd_keep(void *_Nullable context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

/// Starts a server with one thread on a loopback address. Port 0 stands for any free port. NULL if the port is in use.
static inline struct MHD_Daemon *_Nullable cmhd_start(
    int is_v6, uint16_t port, struct cmhd_bounds bounds, struct cmhd_callbacks callbacks
) {
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)&cmhd_ignore, NULL},
        {MHD_OPTION_SOCK_ADDR, 0, is_v6 ? (void *)&v6 : (void *)&v4},
        {MHD_OPTION_CONNECTION_LIMIT, bounds.connections, NULL},
        {MHD_OPTION_PER_IP_CONNECTION_LIMIT, bounds.connections_of_address, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, bounds.idle_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)bounds.connection_memory, NULL},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)&cmhd_keep, NULL},
        {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)callbacks.complete, callbacks.context},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)callbacks.notify, callbacks.context},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned int flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG
        | (is_v6 ? MHD_USE_IPv6 : 0);
    return MHD_start_daemon(
        flags, port, callbacks.accept, callbacks.context, callbacks.handle, callbacks.context, MHD_OPTION_ARRAY, options,
        MHD_OPTION_END
    );
}

/// The port of a server; 0 if it is not known.
static inline uint16_t cmhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// The socket of a connection; -1 if it is not known.
static inline int cmhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// A response with a copy of some bytes.
static inline struct MHD_Response *_Nullable cmhd_copy(const void *_Nullable bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response without end that `read` fills; `release` is called once, with its last reference.
static inline struct MHD_Response *_Nullable cmhd_stream(
    ssize_t (*read)(void *_Nullable, uint64_t, char *_Nullable, size_t), void *context, void (*release)(void *_Nullable)
) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16 << 10, read, context, release);
}

/// The user of the socket at `peer` whose other end is `port` of the same loopback address; -1 if there is no such socket, or if the kernel does
/// not tell.
///
/// Asks Linux about this one socket: its table of all of them takes milliseconds to read when there are thousands.
static inline int64_t cmhd_user(const struct sockaddr *peer, uint16_t port) {
#ifdef __linux__
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request = {
        .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = (uint8_t)peer->sa_family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u},
    };
    struct inet_diag_sockid *id = &request.body.id;
    id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    id->idiag_dport = htons(port);
    if (peer->sa_family == AF_INET6) {
        struct sockaddr_in6 address;
        memcpy(&address, peer, sizeof address);
        id->idiag_sport = address.sin6_port;
        memcpy(id->idiag_src, &address.sin6_addr, sizeof address.sin6_addr);
        memcpy(id->idiag_dst, &in6addr_loopback, sizeof in6addr_loopback);
    } else {
        struct sockaddr_in address;
        memcpy(&address, peer, sizeof address);
        id->idiag_sport = address.sin_port;
        id->idiag_src[0] = address.sin_addr.s_addr;
        id->idiag_dst[0] = htonl(INADDR_LOOPBACK);
    }
    int descriptor = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (descriptor < 0) return -1;
    union {
        struct nlmsghdr head;
        char bytes[2048];
    } answer;
    // The kernel answers within the call.
    ssize_t count = send(descriptor, &request, sizeof request, 0) < 0 ? -1 : recv(descriptor, &answer, sizeof answer, MSG_DONTWAIT);
    close(descriptor);
    if (count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) || answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return -1;
    const struct inet_diag_msg *found = (const struct inet_diag_msg *)NLMSG_DATA(&answer.head);
    // Without such a connection the kernel finds a socket that listens at the peer's port.
    return found->id.idiag_dport == id->idiag_dport ? (int64_t)found->idiag_uid : -1;
#else
    (void)peer;
    (void)port;
    return -1;
#endif
}

/// Whether `cmhd_user` finds sockets: asks for one of its own that listens.
static inline int cmhd_tells_users(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return 0;
    int is_told = bind(descriptor, (struct sockaddr *)&address, size) == 0 && listen(descriptor, 1) == 0
        && getsockname(descriptor, (struct sockaddr *)&address, &size) == 0 && cmhd_user((struct sockaddr *)&address, 0) >= 0;
    close(descriptor);
    return is_told;
}

#pragma clang assume_nonnull end
#endif
