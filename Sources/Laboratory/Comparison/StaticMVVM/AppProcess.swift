import Foundation
import PhoneKit

/// The process whose statics are in use on this thread.
///
/// A phone has one process for each app. Here many simulated phones share one process, each on one thread while it
/// runs. Each therefore keeps its statics in one of these, and a restart begins with new ones.
final class AppProcess {
    private final class Reference {
        weak var process: AnyObject?
    }

    private static let key = "StaticMVVM.AppProcess"

    /// What the system gave the app.
    let context: AppContext
    fileprivate var values: [ObjectIdentifier: AnyObject] = [:]

    /// Makes this the process of the calling thread.
    init(_ context: AppContext) {
        self.context = context
        let reference = Reference()
        reference.process = self
        Thread.current.threadDictionary[Self.key] = reference
    }

    /// The process of the calling thread; `nil` after its app ended.
    static var current: AppProcess? {
        (Thread.current.threadDictionary[key] as? Reference)?.process as? AppProcess
    }
}

/// A static variable, of which each process has its own value.
final class Static<Value>: Sendable {
    private final class Box {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let initial: @Sendable () -> Value

    init(_ initial: @escaping @autoclosure @Sendable () -> Value) {
        self.initial = initial
    }

    /// The value; the initial one in a process that has not set it, and after the app ended.
    var value: Value {
        get { (AppProcess.current?.values[ObjectIdentifier(self)] as? Box)?.value ?? initial() }
        set { AppProcess.current?.values[ObjectIdentifier(self)] = Box(newValue) }
    }
}
