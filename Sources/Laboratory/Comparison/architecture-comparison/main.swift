import ArchitectureReport
import Foundation

exit(ArchitectureCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))
