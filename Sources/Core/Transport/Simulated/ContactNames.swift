import Foundation

extension ContactDirectory {
    /// Names as people bear them: of one word and of five, with accents, hyphens, apostrophes, in many scripts.
    static let names = list.split(whereSeparator: \.isNewline).flatMap { line in
        line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static let list = """
        John, Ada Lovelace, Ben, Anna Karlsson, Zoë Washburne, José Álvarez, François Lefèvre, Jürgen Groß
        Mary-Jane Watson, Jean-Luc Moreau, Siobhán O’Brien, Seán Ó Súilleabháin, Łukasz Wójcik, Małgorzata Żak
        Søren Ærø, Åsa Öberg, Björn Þórsson, Guðrún Jónsdóttir, Dvořák Antonín, Jiří Novák, Šárka Kučerová
        Nguyễn Thị Hương, Trần Văn Đức, Phạm Minh Châu, İpek Yılmaz, Çağla Şahin, Özgür Demir, Ağnija Bērziņa
        Māra Ozoliņa, Žydrūnas Kazlauskas, Ilmārs Kļaviņš, Győző Szűcs, Ágnes Tóth, Răzvan Ștefănescu
        Ioana Țepeș, Đorđe Petrović, Željka Ćosić, Matjaž Krajnc, Ľudovít Štúr, Inês Gonçalves, João Conceição
        Maria da Conceição dos Santos, Juan Carlos de la Vega y Ruiz, Ludwig van den Berg, Pieter de Vries
        Charlotte von Stein, Leonardo di Caprese, Giulia D’Angelo, Niccolò Però, Ana Belén Muñoz, Iñaki Etxeberria
        Núria Puig i Cadafalch, Aoife Ní Bhriain, Rhys ap Gwilym, Llŷr Evans, Màiri NicDhòmhnaill, Jóannes Jákupsson
        山田太郎, 佐藤花子, 鈴木一郎, 王小明, 李静, 陳大文, 김민준, 이서연, 박지훈, Иван Петров, Ольга Сидорова
        Анна-Мария Кузнецова, Леся Українка, Ґалаґан Остап, Γιώργος Παπαδόπουλος, Ελένη Νικολάου, Δημήτρης Άνθης
        محمد علي, فاطمة الزهراء, یاسمین رضایی, דוד כהן, שרה לוי, अनिता शर्मा, राहुल वर्मा, காவ்யா ராமன், สมชาย ใจดี
        ნინო ბერიძე, Արամ Պետրոսյան, ሰላም ተስፋዬ, Abebe Bikila Gebre, Chinwe Okafor, Ngũgĩ Kamau, Thandiwe Nkosi
        Sipho Dlamini, Kwame Mensah, Adjoa Boateng, Fatou N’Diaye, Mamadou Sow, Amina Yusuf, Zanele Mokoena
        Keola Kamakawiwoʻole, Leilani Kahananui, Tāne Ngata, Aroha Pōtae, Sitiveni Rabuka-Levu, Tala Faleolo
        Priya Raman, Arjun Mehta, Kavita Deshpande, Sanjay Iyer, Meera Nair, Rohan Banerjee, Farah Qureshi
        Bilal Ahmed, Noor Jahan, Reza Farhadi, Shirin Tavakoli, Omar Haddad, Layla Mansour, Yousef Al-Khatib
        Nadia El-Sayed, Karim Ben Salah, Yael Bar-On, Avi Shalom, Miriam Katz, Tomer Levi-Cohen, Wei Zhang, Li Na
        Mei-Ling Chen, Hiroshi Tanaka, Yuki Mori, Kenji O, Soo-jin Park, Min-ho Kim, Bao Tran, Linh Pham
        Putri Wulandari, Budi, Siti Nurhaliza Rahman, Somsak, Malee Suk, Jose Rizal Cruz, Maria Clara Reyes
        Alan Turing, Grace Hopper, Barbara Liskov, Edsger Dijkstra, Tony Hoare, Donald Knuth, Katherine Johnson
        Hedy Lamarr, Emmy Noether, Sofia Kovalevskaya, Maryam Mirzakhani, Srinivasa Ramanujan, Kurt Gödel
        Évariste Galois, Leonhard Euler, Marie Skłodowska-Curie, Lise Meitner, Niels Bohr, Erwin Schrödinger
        Ada Nilsson, Adam Smith, Adele Brown, Adrian Lowe, Benedict Hall, Bennett Stone, Benjamin Ross
        Big Ben Carter, Johnny Walker, Joanna Johnson, Johanna Meyer, John Paul Jones, Jon Snowden, Jonas Weber
        Alice Cooper-Gray, Bob Fisher, Carol Shaw, Dave Miller, Eve Adams, Frank Castle, Grace Kelly Young
        Heidi Klein, Ivan Drago, Judy Bloom, Kevin Mitchell, Laura Palmer, Mallory Keaton, Nick Carraway
        Olivia Pope, Peggy Olson, Quentin Blake, Rachel Green, Sam Spade, Trent Reeves, Ursula Brandt
        Victor Hugo Diaz, Walter Bishop, Xavier Dupont, Yvonne Strahov, Zachary Quill, Ana, Bo, Cy, Di, Ed, Flo, Gus
        Ida, Jo, Kit, Lou, Max, Ned, Oz, Pia, Roy, Sue, Ty, Una, Vic, Wes, O’Neill Patrick, D’Artagnan, X Æ
        Sir Humphrey Appleby, Dr. Beverly Crusher, Martin Luther King Jr., Sammy Davis Jr, Elizabeth II, Agent 47
        Seven of Nine, R2 D2, Number Six, Captain Mary Read, Professor Filius Flint, Auntie Mabel, Nana, The Plumber
        """
}
