/// What stands around the screens, and which of them is on top.
struct WindowViewModel {
    /// The number on the app's icon; zero when there is none.
    let badge: Int
    let top: ScreenModel?
    /// How many screens there are on the stack.
    let depth: Int
}
