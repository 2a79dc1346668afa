public import ChatTypes

/// What a model answers a screen: what was asked for, and how the model stands, of one moment.
public struct QueryResult<Content: Sendable>: Sendable {
    /// A problem when the history cannot be read.
    public let content: Result<Content, StorageProblem>
    /// How the model stood with the server and the disk at that moment.
    public let status: ModelStatus

    public init(_ content: Result<Content, StorageProblem>, status: ModelStatus) {
        self.content = content
        self.status = status
    }

    /// The same of something else that follows from the content.
    public func map<Other>(_ transform: (Content) -> Other) -> QueryResult<Other> {
        QueryResult<Other>(content.map(transform), status: status)
    }
}

extension QueryResult: Equatable where Content: Equatable {}
