/// A field that a person types into.
public final class TextField {
    /// What it holds, typed by a person or set by the app.
    public var text = ""
    /// Called with each change that a person makes; not when the app sets the text.
    public var onChange: ((String) -> Void)?

    public init() {}

    /// What a person does.
    public func type(_ text: String) {
        self.text = text
        onChange?(text)
    }
}

/// A switch that a person turns on and off.
public final class Switch {
    /// How it stands, turned by a person or set by the app.
    public var isOn = false
    /// Called with each change that a person makes; not when the app sets the switch.
    public var onChange: ((Bool) -> Void)?

    public init() {}

    /// What a person does.
    public func turn(on isOn: Bool) {
        self.isOn = isOn
        onChange?(isOn)
    }
}

/// A button that a person taps.
public final class Button {
    /// Called with each tap; nil while it does nothing.
    public var onTap: (() -> Void)?

    public init() {}

    /// What a person does.
    public func tap() {
        onTap?()
    }
}
