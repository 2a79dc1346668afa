import Testing

@testable import HostKit

/// Compared with the codes of the Python package `qrcode`, which cameras read.
@Suite struct QRCodeTests {
    private func picture(_ code: QRCode) -> String {
        code.rows.map { row in String(row.map { $0 ? "#" : "." }) }.joined(separator: "\n")
    }

    @Test func `a short text has the modules of another encoder`() throws {
        let expected = """
            #######..#.##.#######
            #.....#..###..#.....#
            #.###.#.##.##.#.###.#
            #.###.#..#.#..#.###.#
            #.###.#...#.#.#.###.#
            #.....#.....#.#.....#
            #######.#.#.#.#######
            ........##.##........
            ###.########.##...#..
            #..##.....#..#.######
            #...#.##.##.#########
            #.#.##.#.#.....#...##
            ##..#.##..#.##...#.##
            ........####...###..#
            #######.##.#..###.###
            #.....#.######..#....
            #.###.#.#..#..#.#....
            #.###.#.......###..#.
            #.###.#.#...#..####.#
            #.....#.#.#...###..#.
            #######.##..#.#.##.##
            """
        #expect(picture(try #require(QRCode("viperchat"))) == expected)
    }

    @Test(arguments: [
        (1, 21, 0x7bfb_19f8_ee98_99f3),
        (17, 21, 0x643f_33a8_fe5c_3585),
        (18, 25, 0x19e6_d359_ef08_1145),
        (32, 25, 0x93a0_1f34_1e9d_823b),
        (33, 29, 0x19dc_ca3b_c40d_e4a5),
        (53, 29, 0x7005_8ff9_7ca3_e373),
        (54, 33, 0x3786_148e_bc2a_7ced),
        (78, 33, 0xe0c9_c021_5a84_8b27),
        (79, 37, 0xef3f_d724_f120_1441),
        (106, 37, 0x8e18_4ed6_b943_304b),
        (107, 41, 0xebaf_d064_7983_a613),
        (134, 41, 0x7004_c2d1_56f8_cd83),
    ])
    func `the shortest and longest text of each version has the modules of another encoder`(
        length: Int,
        size: Int,
        hash: UInt64
    ) throws {
        let pattern = "https://auth.example.org/link?code=AB-CD&"
        let text = String(String(repeating: pattern, count: 4).prefix(length))
        let code = try #require(QRCode(text))
        #expect(code.rows.count == size)
        let found = picture(code).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        #expect(found == hash)
    }

    @Test func `a text that would not fit on the screen has no code`() {
        #expect(QRCode(String(repeating: "x", count: 134)) != nil)
        #expect(QRCode(String(repeating: "x", count: 135)) == nil)
    }

    @Test func `a line of half blocks shows two rows, light on the margin`() throws {
        let lines = try #require(QRCode("viperchat")).lines()
        #expect(lines.count == 13 && lines.allSatisfy { $0.count == 25 })
        #expect(lines[0] == String(repeating: "█", count: 25))
        #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █") && lines[1].hasSuffix("█ ▄▄▄▄▄ ██"))
    }
}
