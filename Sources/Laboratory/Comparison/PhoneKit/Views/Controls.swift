/// A text field.
public final class TextField {
    /// The text, typed by the user or set by the app.
    public var text = ""
    /// Called for each change by the user, but not when the app sets the text.
    public var onChange: ((String) -> Void)?

    public init() {}

    /// Simulates the user's typing.
    public func type(_ text: String) {
        self.text = text
        onChange?(text)
    }
}

/// A switch.
public final class Switch {
    /// The state, set by the user or the app.
    public var isOn = false
    /// Called for each change by the user, but not when the app sets the state.
    public var onChange: ((Bool) -> Void)?

    public init() {}

    /// Simulates the user's touch.
    public func turn(on isOn: Bool) {
        self.isOn = isOn
        onChange?(isOn)
    }
}

/// A button.
public final class Button {
    /// Called for each tap; `nil` while the button does nothing.
    public var onTap: (() -> Void)?

    public init() {}

    /// Simulates the user's tap.
    public func tap() {
        onTap?()
    }
}
