import CommandLineKit
import HostKit

/// Shell completion scripts, made from the tables that parse the command line.
enum Completions {
    private static let shells = ["bash", "zsh", "fish"]

    static func script(for shell: String) throws(UsageError) -> String {
        switch shell {
        case "bash": return bash
        case "zsh": return zsh
        case "fish": return fish
        default:
            throw UsageError(
                "completions takes \(wordList(shells, joinedBy: "or")), not \(quoted(shell))",
                didYouMean: nearestWord(to: shell, in: shells)
            )
        }
    }

    private static var commands: [CommandRow] { CommandRow.all.filter { !$0.name.isEmpty } }

    /// The commands whose first argument is a chat.
    private static var chatCommands: [String] {
        commands.filter { ["CONTACT", "CHAT"].contains($0.arguments.first) }.map(\.name)
    }

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
            # Names are the texts of others: they are read as lines, and quoted, so that the shell runs nothing in them.
            _viperchat_names() {
                local name value at place=()
                for ((at = 1; at < COMP_CWORD; at++)); do
                    case "${COMP_WORDS[at]}" in --profile|--data-dir)
                        value=$((at+1))
                        [ "${COMP_WORDS[value]}" != = ] || value=$((at+2))
                        ((value >= COMP_CWORD)) || place+=("${COMP_WORDS[at]}" "${COMP_WORDS[value]}") ;;
                    esac
                done
                COMPREPLY=()
                while IFS= read -r name; do
                    printf -v name %q "$name"
                    [[ "$name" != "$typed"* ]] || COMPREPLY+=("$name")
                done < <(viperchat names "$1" "${place[@]}" 2>/dev/null)
            }
            _viperchat() {
                local options word command='' before="${COMP_WORDS[COMP_CWORD-1]}" typed="${COMP_WORDS[COMP_CWORD]}"
                # An option's = is a word to bash.
                [ "$typed" != = ] || typed=''
                [ "$before" != = ] || before="${COMP_WORDS[COMP_CWORD-2]}"
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in \(commands.map(\.name).joined(separator: "|"))) command="$word"; break ;; esac
                done
                case "$command" in
            \((cases.dropFirst() + cases.prefix(1)).joined(separator: "\n"))
                esac
                case "$before" in
                    --network) COMPREPLY=($(compgen -W '\(networks)' -- "$typed")); return ;;
                    completions) COMPREPLY=($(compgen -W '\(shellNames)' -- "$typed")); return ;;
                    names) COMPREPLY=($(compgen -W '\(nameKinds)' -- "$typed")); return ;;
                    --data-dir) \(bashPaths("-d")); return ;;
                    --file|import) \(bashPaths("-f")); return ;;
                    --profile) _viperchat_names profiles; return ;;
                    \(chatCommands.joined(separator: "|")))
                        if [[ "$before" = "$command" && "$typed" != -* ]]; then _viperchat_names chats; return; fi ;;
                esac
                [ -n "$command" ] || options="$options \(commands.map(\.name).joined(separator: " "))"
                COMPREPLY=($(compgen -W "$options" -- "$typed"))
            }
            complete -F _viperchat viperchat
            """
    }

    /// Completes paths: folders get a slash, and names with spaces stay whole.
    private static func bashPaths(_ kind: String) -> String {
        "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen \(kind) -- \"$typed\"))"
    }

    private static var zsh: String {
        let rows = commands.map { "        '\($0.name):\(plain($0.summary))'" }
        let cases = CommandRow.all.map { row in
            let names = options(of: row.name).map { option in
                "            '\(option.name)\(option.value == nil ? "" : "=")[\(plain(option.summary))]\(zshValue(of: option))'"
            }
            return
                "        \(row.name.isEmpty ? "*" : row.name)) options=(\n\(names.joined(separator: "\n"))\n        ) ;;"
        }
        return """
            #compdef viperchat
            # viperchat in zsh: viperchat completions zsh > _viperchat, in a directory of $fpath
            _viperchat_names() {
                local -a names place
                local -i at
                for ((at = 2; at < CURRENT; at++)); do
                    case $words[at] in
                        --profile|--data-dir) (( at + 1 == CURRENT )) || place+=($words[at] ${(Q)words[at+1]}) ;;
                        --profile=*|--data-dir=*) place+=(${(Q)words[at]}) ;;
                    esac
                done
                names=(${(f)"$(viperchat names $1 $place 2>/dev/null)"})
                compadd -a names
            }
            _viperchat() {
                local -a commands options rest
                local word command=''
                commands=(
            \(rows.joined(separator: "\n"))
                )
                for word in ${words[2,CURRENT-1]}; do
                    case $word in \(commands.map(\.name).joined(separator: "|"))) command=$word; break ;; esac
                done
                case $command in
            \((cases.dropFirst() + cases.prefix(1)).joined(separator: "\n"))
                esac
                case $command in
                    import) rest=('2:file:_files') ;;
                    completions) rest=('2:shell:(\(shellNames))') ;;
                    names) rest=('2:kind:(\(nameKinds))') ;;
                    \(chatCommands.joined(separator: "|"))) rest=('2:chat:{_viperchat_names chats}' '*: :') ;;
                    *) rest=('*: :') ;;
                esac
                _arguments -S $options '1: :{_describe command commands}' $rest
            }
            _viperchat "$@"
            """
    }

    private static func zshValue(of option: OptionRow) -> String {
        guard let value = option.value else { return "" }
        return switch option.name {
        case "--network": ":\(value):(\(networks))"
        case "--data-dir": ":\(value):_files -/"
        case "--file": ":\(value):_files"
        case "--profile": ":\(value):{_viperchat_names profiles}"
        default: ":\(value):"
        }
    }

    private static var fish: String {
        let none = "__fish_use_subcommand"
        let rows = commands.map { "complete -c viperchat -n \(none) -a \($0.name) -d '\(quotable($0.summary))'" }
        let options = OptionRow.all.map { row in
            let here = commands.map(\.name).filter(row.commands.contains)
            let seen = "__fish_seen_subcommand_from \(here.joined(separator: " "))"
            let condition = row.commands.contains("") ? (here.isEmpty ? none : "\(none); or \(seen)") : seen
            let value = row.value == nil ? "" : " -x\(fishValues(of: row))"
            let name = row.name.dropFirst(2)
            return "complete -c viperchat -n '\(condition)' -l \(name)\(value) -d '\(quotable(row.summary))'"
        }
        return """
            # viperchat in fish: viperchat completions fish > ~/.config/fish/completions/viperchat.fish
            function __viperchat_names
                set -l words (commandline -opc)
                set -l place
                for at in (seq 2 (count $words))
                    switch $words[$at]
                        case --profile --data-dir
                            set -a place $words[$at] $words[(math $at + 1)]
                        case '--profile=*' '--data-dir=*'
                            set -a place $words[$at]
                    end
                end
                command viperchat names $argv[1] $place 2>/dev/null
            end
            complete -c viperchat -f
            \((rows + options).joined(separator: "\n"))
            complete -c viperchat -n '__fish_seen_subcommand_from import' -F
            complete -c viperchat -n '__fish_seen_subcommand_from completions' -a '\(shellNames)'
            complete -c viperchat -n '__fish_seen_subcommand_from names' -a '\(nameKinds)'
            complete -c viperchat -n '__fish_seen_subcommand_from \(chatCommands.joined(separator: " "))' -a '(__viperchat_names chats)'
            """
    }

    private static func fishValues(of option: OptionRow) -> String {
        switch option.name {
        case "--network": " -a '\(networks)'"
        case "--data-dir": " -a '(__fish_complete_directories)'"
        case "--file": " -a '(__fish_complete_path)'"
        case "--profile": " -a '(__viperchat_names profiles)'"
        default: ""
        }
    }

    private static var shellNames: String { shells.joined(separator: " ") }

    private static var nameKinds: String { NameKind.allCases.map(\.rawValue).joined(separator: " ") }

    private static var networks: String { NetworkName.allCases.map(\.rawValue).joined(separator: " ") }

    /// Replaces apostrophes, which would end a quoted string.
    private static func quotable(_ text: String) -> String { text.replacing("'", with: "’") }

    /// Also removes the characters that would end a part of a zsh specification.
    private static func plain(_ text: String) -> String {
        quotable(text).replacing(":", with: "\\:").filter { !"[]".contains($0) }
    }
}
