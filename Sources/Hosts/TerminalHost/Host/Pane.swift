/// What is shown of one screen.
protocol Pane: Sendable {
    /// Whether the screen has rendered.
    var isShown: Bool { get }

    /// What is printed when the screen comes on top.
    mutating func appear() -> [HostEvent]

    /// Asks the screen to be left.
    func leave() async
}
