import ChatList
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import Synchronization

/// The chats of several accounts as one list in one order, or the results of one search in all.
///
/// An account whose history cannot be read has no rows, and hinders no other. A row names its account where another account has a chat of the
/// same look in the window.
struct JoinedChatList: ChatListModel {
    /// At least two.
    let accounts: [AppAccount]
    let use: AccountUse

    func chats(_ request: ChatListRequest) async -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        var parts: [LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>] = []
        for account in accounts { parts.append(await account.models.chatList.chats(request)) }
        let places = JoinedPlaces(accountCount: accounts.count)
        return LiveQuery(request, joining: parts) { request, parts in
            use.note(shown: request.account)
            if let index = accounts.firstIndex(where: { $0.name == request.account }) {
                let name = accounts[index].name
                return await parts[index](request).map { window in
                    ChatSummaryWindow(
                        summaries: window.summaries.map { $0.of(name, isSigned: false) },
                        hasMore: window.hasMore
                    )
                }
            }
            let (counts, passed) = places.nearest(to: request.rows.offset, of: request)
            // Rows that were never paged through are read and skipped.
            let unknown = max(0, request.rows.offset - passed)
            let limit = unknown + request.rows.limit
            var answers: [QueryResult<ChatSummaryWindow>] = []
            for (part, count) in zip(parts, counts) {
                let rows = RowRange(offset: count, limit: limit)
                var asked = request
                asked.rows = rows
                answers.append(await part(asked))
            }
            let (summaries, owners) = merged(answers.map(\.summaries), in: request.rowOrder, limit: limit)
            places.note(owners, after: passed, from: counts, of: request)
            let hasMore =
                owners.count < answers.reduce(0) { $0 + $1.summaries.count } || answers.contains(where: \.hasMore)
            let window = ChatSummaryWindow(summaries: Array(summaries.dropFirst(unknown)), hasMore: hasMore)
            return QueryResult(content(window, answers), status: status(answers))
        }
    }

    func chat(withContactNamed name: String) async throws -> ChatID? {
        let shown = use.shown
        var (found, failure): ([ChatID], (any Error)?) = ([], nil)
        for account in accounts where shown == nil || account.name == shown {
            do {
                if let chat = try await account.models.chatList.chat(withContactNamed: name) {
                    found.append(chat.of(account.name))
                }
            } catch let error as SessionError { throw error } catch { failure = failure ?? error }
        }
        if found.count > 1 { throw SessionError.ambiguousAccount(name, of: found.compactMap(\.account)) }
        if let failure, found.isEmpty { throw failure }
        return found.first
    }

    func space(named name: String) async throws -> ChatSpace? {
        let shown = use.shown
        var (found, failure): ([ChatID: ChatSpace], (any Error)?) = ([:], nil)
        for account in accounts where shown == nil || account.name == shown {
            do {
                // Two accounts may be in the same space.
                if let space = try await account.models.chatList.space(named: name) { found[space.id] = space }
            } catch let error as SessionError { throw error } catch { failure = failure ?? error }
        }
        if found.count > 1 { throw SessionError.ambiguousName(name, ids: found.keys.sorted().map(\.rawValue)) }
        if let failure, found.isEmpty { throw failure }
        return found.values.first
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        var failure: (any Error)?
        for account in accounts {
            do { if let picture = try await account.models.chatList.picture(of: contact) { return picture } } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Merges rows that are in order for each account, and names the account where two look the same.
    ///
    /// - Returns: at most `limit` summaries, and the account of each.
    private func merged(
        _ parts: [[ChatSummary]],
        in order: ChatOrder,
        limit: Int
    ) -> (summaries: [ChatSummary], owners: [Int]) {
        var next = [Int](repeating: 0, count: parts.count)
        var merged: [(summary: ChatSummary, account: Int)] = []
        while merged.count < limit {
            let heads = parts.indices.filter { next[$0] < parts[$0].count }
            let first = heads.min { parts[$0][next[$0]].precedes(parts[$1][next[$1]], in: order) }
            guard let first else { break }
            merged.append((parts[first][next[first]], first))
            next[first] += 1
        }
        var owners: [String: Set<Int>] = [:]
        for row in merged { owners[row.summary.look, default: []].insert(row.account) }
        let summaries = merged.map { row in
            row.summary.of(accounts[row.account].name, isSigned: owners[row.summary.look, default: []].count > 1)
        }
        return (summaries, merged.map(\.account))
    }

    /// A history that cannot be read leaves the other accounts their rows.
    private func content(
        _ window: ChatSummaryWindow,
        _ answers: [QueryResult<ChatSummaryWindow>]
    ) -> Result<ChatSummaryWindow, StorageProblem> {
        for answer in answers {
            guard case .failure = answer.content else { return .success(window) }
        }
        return answers[0].content
    }

    /// Returns the status of the account that fails first. Its name is part of the sentence, unless all are alike.
    private func status(_ answers: [QueryResult<ChatSummaryWindow>]) -> ModelStatus {
        let connections = answers.map(\.status.connection)
        let index =
            connections.firstIndex { if case .failing = $0.requests { true } else { false } }
            ?? connections.firstIndex { $0.requests == .working && $0.liveLink == .failing }
            ?? connections.firstIndex { $0.requests == .working } ?? 0
        var connection = connections[index]
        if connection.requests != .untried, connections.contains(where: { $0 != connection }) {
            connection.account = accounts[index].name
        }
        let problem = answers.lazy.compactMap { $0.status.storageProblem ?? $0.problem }.first
        return ModelStatus(connection: connection, storageProblem: problem)
    }
}

/// How many rows of each account are before each row of the joined list, so that each page costs the same however far down it is.
///
/// As with `SearchPlaces`, a page that is shown again continues after the same rows as before, even if others came above them.
private final class JoinedPlaces: Sendable {
    private struct State {
        var list = ChatListRequest()
        /// The counts before the second row and before each later one, in order.
        var counts: [[Int]] = []
    }

    private let none: [Int]
    private let state = Mutex(State())

    init(accountCount: Int) { none = [Int](repeating: 0, count: accountCount) }

    /// Returns the counts before the nearest known row to row `offset`, and the number of rows before that.
    func nearest(to offset: Int, of request: ChatListRequest) -> (counts: [Int], passed: Int) {
        state.withLock { state in
            if state.list != request.wholeList { state = State(list: request.wholeList) }
            let passed = max(0, min(offset, state.counts.count))
            return (passed == 0 ? none : state.counts[passed - 1], passed)
        }
    }

    /// Stores the counts for a page whose rows are of these accounts, and drops those after that page.
    func note(_ owners: [Int], after passed: Int, from counts: [Int], of request: ChatListRequest) {
        state.withLock { state in
            guard state.list == request.wholeList, passed <= state.counts.count else { return }
            state.counts.removeSubrange(passed...)
            var counts = counts
            for account in owners {
                counts[account] += 1
                state.counts.append(counts)
            }
        }
    }
}

extension ChatListRequest {
    /// The order of the rows; search results are sorted by time.
    fileprivate var rowOrder: ChatOrder { searchText.isEmpty ? order : .recent }

    /// The request without its rows: two pages of one list have the same.
    fileprivate var wholeList: ChatListRequest {
        var request = self
        request.rows = RowRange()
        return request
    }
}

extension QueryResult<ChatSummaryWindow> {
    fileprivate var summaries: [ChatSummary] { (try? content.get())?.summaries ?? [] }
    fileprivate var hasMore: Bool { (try? content.get())?.hasMore ?? false }
    fileprivate var problem: StorageProblem? { if case .failure(let problem) = content { problem } else { nil } }
}

extension ChatSummary {
    /// One key for all names that the user can mistake for each other.
    fileprivate var look: String { NameLook.key(of: contact.name) }

    /// Whether the row comes before one of another account: chats before messages found, then by the order, and the newest first.
    fileprivate func precedes(_ other: ChatSummary, in order: ChatOrder) -> Bool {
        if (id.message == nil) != (other.id.message == nil) { return id.message == nil }
        if order == .unread, hasNews != other.hasNews { return hasNews }
        if order == .recent { return time > other.time }
        let (isFavourite, isOtherFavourite) = (marks.contains(.favourite), other.marks.contains(.favourite))
        if isFavourite != isOtherFavourite { return isFavourite }
        return time > other.time
    }
}
