import CommandWords

/// Scripts with which shells complete the command line, made from the tables that parse it.
enum Completions {
    private static let shells: [(name: String, script: String)] = [("bash", bash), ("zsh", zsh), ("fish", fish)]

    static func script(for shell: String) throws(UsageError) -> String {
        if let found = shells.first(where: { $0.name == shell }) { return found.script }
        let names = shells.map(\.name)
        throw UsageError(
            "completions takes \(wordList(names, joinedBy: "or")), not \(quoted(shell))",
            didYouMean: nearestWord(to: shell, in: names)
        )
    }

    private static var commands: [CommandRow] { CommandRow.all.filter { !$0.name.isEmpty } }

    private static func options(of command: String) -> [OptionRow] {
        OptionRow.all.filter { $0.commands.contains(command) }
    }

    private static var bash: String {
        let cases = CommandRow.all.map { row in
            let pattern = row.name.isEmpty ? "*" : row.name
            return "        \(pattern)) options='\(options(of: row.name).map(\.name).joined(separator: " "))' ;;"
        }
        return """
            # viperchat in bash: viperchat completions bash > ~/.local/share/bash-completion/completions/viperchat
            _viperchat() {
                local options word command=''
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in \(commands.map(\.name).joined(separator: "|"))) command="$word"; break ;; esac
                done
                case "$command" in
            \((cases.dropFirst() + cases.prefix(1)).joined(separator: "\n"))
                esac
                case "${COMP_WORDS[COMP_CWORD-1]}" in
                    --network) COMPREPLY=($(compgen -W '\(networks)' -- "${COMP_WORDS[COMP_CWORD]}")); return ;;
                    completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- "${COMP_WORDS[COMP_CWORD]}")); return ;;
                    --data-dir) COMPREPLY=($(compgen -d -- "${COMP_WORDS[COMP_CWORD]}")); return ;;
                    import) COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")); return ;;
                esac
                [ -n "$command" ] || options="$options \(commands.map(\.name).joined(separator: " "))"
                COMPREPLY=($(compgen -W "$options" -- "${COMP_WORDS[COMP_CWORD]}"))
            }
            complete -F _viperchat viperchat
            """
    }

    private static var zsh: String {
        let rows = commands.map { "    '\($0.name):\(plain($0.summary))'" }
        let names = OptionRow.all.map { row in
            "    '\(row.name)[\(plain(row.summary))]\(row.value.map { ":\($0):" } ?? "")'"
        }
        return """
            #compdef viperchat
            # viperchat in zsh: viperchat completions zsh > _viperchat, in a directory of $fpath
            local -a commands options
            commands=(
            \(rows.joined(separator: "\n"))
            )
            options=(
            \(names.joined(separator: "\n"))
            )
            _arguments -S $options '1: :{_describe command commands}' '*:: :_files'
            """
    }

    private static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        let none = "__fish_use_subcommand"
        let rows = commands.map { "complete -c viperchat -f -n \(none) -a \($0.name) -d '\(plain($0.summary))'" }
        let options = OptionRow.all.map { row in
            let here = commands.map(\.name).filter(row.commands.contains)
            let seen = "__fish_seen_subcommand_from \(here.joined(separator: " "))"
            let condition = row.commands.contains("") ? (here.isEmpty ? none : "\(none); or \(seen)") : seen
            let value = row.value == nil ? "" : " -x"
            return
                "complete -c viperchat -n '\(condition)' -l \(row.name.dropFirst(2))\(value) -d '\(plain(row.summary))'"
        }
        return """
            # viperchat in fish: viperchat completions fish > ~/.config/fish/completions/viperchat.fish
            # Commands: \(names)
            \((rows + options).joined(separator: "\n"))
            """
    }

    private static var networks: String { NetworkName.allCases.map(\.rawValue).joined(separator: " ") }

    /// Of our own words, none of which may end a quotation or a part of a specification.
    private static func plain(_ text: String) -> String {
        text.replacing("'", with: "’").filter { !"[]:\\".contains($0) }
    }
}
