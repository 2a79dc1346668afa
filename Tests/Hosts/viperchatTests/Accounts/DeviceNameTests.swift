import HostKit
import Testing

@testable import viperchat

@Suite struct DeviceNameTests {
    @Test(arguments: [
        ("moon", "viperchat on moon"), ("moon.example.org", "viperchat on moon"), ("", "viperchat"),
        ("localhost", "viperchat"), (".org", "viperchat"), ("m\u{1B}[31mn", "viperchat"), ("münchen", "viperchat"),
    ])
    func `a device has the first part of the machine's name`(machine: String, name: String) {
        #expect(DeviceName.with(machine: machine) == name)
    }

    @Test func `a long name of a machine is cut, and this machine has a name that login accepts`() throws {
        #expect(DeviceName.with(machine: String(repeating: "m", count: 500)).utf8.count <= DeviceName.limit)
        let name = DeviceName.ofMachine()
        #expect(try OptionValue.deviceName(name, of: "--device-name") == name)
    }

    @Test func `login takes a name for the device, and refuses one that cannot be shown`() throws {
        guard case .run(let options) = try Invocation(arguments: ["login", "@a:b", "--device-name", "my laptop"]) else {
            throw UsageError("no command")
        }
        #expect(options.deviceName == "my laptop")
        let longest = String(repeating: "x", count: DeviceName.limit)
        #expect(try OptionValue.deviceName(longest, of: "--device-name") == longest)
        for name in ["", "  ", "a\nb", String(repeating: "x", count: DeviceName.limit + 1)] {
            #expect(throws: UsageError.self) {
                try Invocation(arguments: ["login", "@a:b", "--device-name", name])
            }
        }
    }
}
