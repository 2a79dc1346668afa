/// A portrait of an architecture: two sentences, its concepts, and the ways of news and touches through its parts.
struct Portrait {
    let name: String
    let sentences: String
    /// The words that a newcomer has to learn.
    let concepts: [String]
    /// The parts that news of the session pass, from the session to the view.
    let news: [String]
    /// The parts that a touch passes, from the view to the session.
    let touches: [String]

    static let all = [
        Portrait(
            name: "VIPER",
            sentences:
                "An interactor follows the session, and a presenter, which is a value, turns what it brings into a view "
                + "state. Touches become effects that the interactor carries out, and a router carries the user to other screens.",
            concepts: ["View", "View state", "Interactor", "Presenter", "Effect", "Entity", "Router", "Module"],
            news: ["Session", "Interactor", "Presenter", "View state", "View"],
            touches: ["View", "Presenter", "Effect", "Interactor", "Session"]
        ),
        Portrait(
            name: "Classic MVC",
            sentences:
                "A controller for each screen asks the session, holds the answer and fills the view by hand. Delegates "
                + "and closures bring touches and results back to it.",
            concepts: ["Model", "View", "Controller", "Delegate"],
            news: ["Session", "Controller", "View"],
            touches: ["View", "Controller", "Session"]
        ),
        Portrait(
            name: "MVP",
            sentences:
                "A presenter for each screen decides what is shown, and calls a passive view's protocol for each thing "
                + "that changes. View controllers are the views, and only forward touches.",
            concepts: ["Model", "Presenter", "View protocol", "View controller", "Scene"],
            news: ["Session", "Presenter", "View protocol", "View controller", "View"],
            touches: ["View", "View controller", "Presenter", "Session"]
        ),
        Portrait(
            name: "Presentation Model",
            sentences:
                "A presentation holds what a screen shows and makes its texts; the inbox's owns its store, follows it and filters "
                + "by its own search text. The controller is the hub, and redraws the view from the presentation.",
            concepts: ["Model", "Presentation", "View", "Controller", "Delegate"],
            news: ["Session", "Controller", "Presentation", "Controller", "View"],
            touches: ["View", "Controller", "Session"]
        ),
        Portrait(
            name: "MVVM with statics",
            sentences:
                "The article's own form: static routers change the models, call endpoints and tell static handlers, which "
                + "send view models to every listener. A view model's closures are what the user can do, and its builder "
                + "pushes controllers.",
            concepts: [
                "Event", "Router", "Handler", "Listener", "Endpoint", "Model controller", "View model", "Builder",
                "View controller",
            ],
            news: ["Session", "Endpoint", "Event router", "Handler", "View model", "View controller", "View"],
            touches: ["View", "View model", "Endpoint", "Session"]
        ),
        Portrait(
            name: "MVVM with bindings",
            sentences:
                "A view model maps streams of inputs to streams of outputs. A controller binds outputs to the view and "
                + "touches to inputs, and a coordinator puts screens on the stack.",
            concepts: ["View model", "Input", "Output", "Observable", "Binding", "Controller", "Coordinator"],
            news: ["Session", "View model", "Output", "Controller", "View"],
            touches: ["View", "Controller", "Input", "View model", "Session"]
        ),
        Portrait(
            name: "MVVM by property",
            sentences: "Each screen's protocol has a property for each part of the view; a controller binds each by "
                + "a closure of its own. A view model from the session conforms to the protocol, and so can any other.",
            concepts: ["View model protocol", "Property", "Binding", "Model", "Controller"],
            news: ["Session", "Model", "Property", "Controller", "View"],
            touches: ["View", "Controller", "Model", "Session"]
        ),
        Portrait(
            name: "MV with @Observable",
            sentences:
                "Models are observed objects that hold the state and act on the session. Views are functions of models, "
                + "and run again when anything changes that they read.",
            concepts: ["Model", "Observation", "Content", "Hosting controller", "Path"],
            news: ["Session", "Model", "Content", "View"],
            touches: ["View", "Content", "Model", "Session"]
        ),
        Portrait(
            name: "Unidirectional store",
            sentences:
                "One state holds what the whole app shows, and only a reducer changes it, by actions. Effects call the "
                + "client and send actions back; screens are functions of the state.",
            concepts: ["State", "Action", "Reducer", "Effect", "Store", "Client", "Screen"],
            news: ["Session", "Client", "Effect", "Reducer", "State", "Screen", "View"],
            touches: ["View", "Screen", "Action", "Reducer", "Effect", "Client", "Session"]
        ),
    ]

    /// The picture: news come down on the left, touches go up on the right.
    var ways: String {
        Markup.element("div", [("class", "ways")], Self.way("News", news, "down") + Self.way("Touches", touches, "up"))
    }

    private static func way(_ title: String, _ parts: [String], _ direction: String) -> String {
        let items = parts.map { Markup.text("li", $0) }.joined()
        return Markup.element(
            "figure",
            [],
            Markup.text("figcaption", title) + Markup.element("ol", [("class", direction)], items)
        )
    }
}
