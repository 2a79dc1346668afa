import ChatStore
import ChatTypes
import Foundation
import HostKit

/// The accounts that a command is for.
enum CommandAccounts {
    case one(Profile)
    /// One after the other, each for itself.
    case each([ProfileAccount])
    /// As one app.
    case together([ProfileAccount])
}

extension CommandRun {
    /// Returns the accounts that a command is for. Without a profile on the command line or in the settings, that is every account that is
    /// logged in, or the one that has the chat.
    ///
    /// Throws a `UsageError` for an account that is not there, `StorageError.severalChats` if several have the chat, or
    /// `StorageError.severalAccounts` for a command that cannot be undone if several accounts are logged in.
    ///
    /// - Parameter arguments: the arguments of `options`, for hints.
    func accounts(
        for options: CommandLineOptions,
        _ profile: Profile,
        _ arguments: [String]
    ) async throws -> CommandAccounts {
        if options.sender != nil, options.profile != nil {
            throw UsageError("choose one of --from and --profile: both name an account")
        }
        let isChosen = try options.profile != nil || ProfileSetting.name(environment: environment) != nil
        if !isChosen, let words = options.wordsToConfirm {
            let accounts = profile.accountsBeside()
            guard accounts.count < 2 else {
                throw StorageError.severalAccounts(
                    commands: accounts.map { "\($0.name.rawValue): \($0.profile.command(words))" }
                )
            }
        }
        guard options.sender != nil || !isChosen && !options.hasVirtualTime && options.command.isForAccounts else {
            return .one(profile)
        }
        let accounts = profile.accountsBeside()
        if let sender = options.sender {
            do { return .one(try ProfileAccount.named(sender, among: accounts).profile) } catch {
                throw UsageError(error.message)
            }
        }
        guard accounts.count > 1 else { return .one(profile) }
        let chat: String?
        switch options.command {
        case .chat: return .together(accounts)
        case .list, .search, .export: return .each(accounts)
        case .show(let excerpt): chat = excerpt.contact
        case .send(let request): chat = request.contact
        case .act(_, let name): chat = name
        case .watch(let request): chat = request.chat
        default: chat = nil
        }
        guard let chat else { return .one(profile) }
        let found = await self.accounts(with: chat, among: accounts)
        guard found.count > 1 else { return .one(found.first?.profile ?? profile) }
        throw StorageError.severalChats(name: chat, commands: found.map { $0.command(arguments) })
    }

    /// Returns the accounts that have stored a chat of that name or ID.
    private func accounts(with name: String, among accounts: [ProfileAccount]) async -> [ProfileAccount] {
        var found: [ProfileAccount] = []
        for account in accounts {
            // A history that cannot be read has no say: opening it tells why.
            guard account.profile.hasHistory, let history = try? account.profile.history.openForReading() else {
                continue
            }
            do {
                let chat = try await history.read { try $0.chat(withContactNamed: name, includingGroups: true) }
                if chat != nil { found.append(account) }
            } catch is SessionError { found.append(account) } catch { continue }
        }
        return found
    }
}

extension ProfileAccount {
    /// Returns the account with the whole command for it. A long argument, such as a text, is named only.
    fileprivate func command(_ arguments: [String]) -> String {
        let words = ["viperchat", "--profile", profile.directory.lastPathComponent] + arguments
        return "\(name.rawValue): "
            + words.map { $0.utf8.count > 200 ? "TEXT" : shellQuoted($0) }.joined(separator: " ")
    }
}

extension CommandLineOptions {
    /// The words of a command on one account that cannot be undone; nil for other commands.
    fileprivate var wordsToConfirm: String? {
        switch command {
        case .logout: forgetsProfile ? "logout --forget" : "logout"
        case .recovery(.new): "recovery new"
        case .recovery(.replace): "recovery replace"
        case .keys(.export(let file)): "keys export \(shellQuoted(file))"
        case .keys(.import(let file)): "keys import \(shellQuoted(file))"
        case .ownDevices(.logOut(let device)): "devices logout \(shellQuoted(device))"
        default: nil
        }
    }
}

extension Command {
    /// Whether the command concerns every account that is logged in, or the one that has a chat.
    fileprivate var isForAccounts: Bool {
        switch self {
        case .chat, .list, .show, .send, .act, .watch, .search, .export: true
        case .web, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices, .keywords, .names: false
        }
    }
}
