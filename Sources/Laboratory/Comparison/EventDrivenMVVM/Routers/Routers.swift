/// Where events go in.
struct Routers {
    let chat: ChatEventRouter
    let message: MessageEventRouter
}
