"""Other implementations of what OlmKit does, to compare it with: vodozemac, libolm, matrix-nio and mautrix.

oracle.py serve            reads a command a line, answers each on a line: "ok" and words, or "no" and the kind of error
oracle.py benchmark FILE N prints how long decrypting sessions takes, and creating N accounts with 50 one-time keys
oracle.py vectors          prints known answers as JSON, for tests without these packages

Plaintexts in commands and answers are hexadecimal. A command's second word is the name of an object here.
"""
import base64, json, sys, time

import olm, olm.sas, vodozemac


def encode(data):
    return base64.b64encode(data).decode().rstrip("=")


def decode(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def curve(text):
    return vodozemac.Curve25519PublicKey.from_base64(text)


class Vodozemac:
    """The library of Element, in Rust."""

    account = vodozemac.Account

    def identity(self, account):
        return account.curve25519_key.to_base64(), account.ed25519_key.to_base64()

    def one_time_key(self, account):
        account.generate_one_time_keys(1)
        key = list(account.one_time_keys.values())[0].to_base64()
        account.mark_keys_as_published()
        return key

    def fallback_key(self, account):
        account.generate_fallback_key()
        key = list(account.fallback_key.values())[0].to_base64()
        account.mark_keys_as_published()
        return key

    def sign(self, account, text):
        return account.sign(text).to_base64()

    def verify(self, key, signature, text):
        signature = vodozemac.Ed25519Signature.from_base64(signature)
        vodozemac.Ed25519PublicKey.from_base64(key).verify_signature(text, signature)

    def outbound(self, account, identity, key):
        session = account.create_outbound_session(curve(identity), curve(key))
        return session, session.session_id

    def inbound(self, account, identity, body):
        session, text = account.create_inbound_session(curve(identity), vodozemac.PreKeyMessage.from_base64(body))
        return session, session.session_id, text

    def encrypt(self, session, text):
        kind, body = session.encrypt(text).to_parts()
        return kind, encode(body)

    def decrypt(self, session, kind, body):
        return session.decrypt(vodozemac.AnyOlmMessage.from_parts(kind, decode(body)))

    group = vodozemac.GroupSession

    def group_key(self, group):
        return group.session_id, group.session_key.to_base64()

    def group_encrypt(self, group, text):
        return group.encrypt(text).to_base64()

    def group_inbound(self, key):
        session = vodozemac.InboundGroupSession(vodozemac.SessionKey(key))
        return session, session.session_id, session.first_known_index

    def group_import(self, key):
        session = vodozemac.InboundGroupSession.import_session(vodozemac.ExportedSessionKey(key))
        return session, session.session_id, session.first_known_index

    def group_decrypt(self, session, body):
        decrypted = session.decrypt(vodozemac.MegolmMessage.from_base64(body))
        return decrypted.plaintext, decrypted.message_index

    def group_export(self, session, index):
        return session.export_at(index).to_base64()

    backup = vodozemac.PkDecryption

    def backup_key(self, key):
        return key.public_key.to_base64()

    def backup_encrypt(self, key, text):
        message = vodozemac.PkEncryption.from_key(curve(key)).encrypt(text)
        return tuple(encode(bytes(part)) for part in (message.ephemeral_key, message.ciphertext, message.mac))

    def backup_decrypt(self, key, ephemeral, ciphertext, mac):
        message = vodozemac.Message(decode(ciphertext), decode(mac), decode(ephemeral))
        return key.decrypt(message)

    def sas(self, key):
        side = vodozemac.Sas()
        public = side.public_key.to_base64()
        return side.diffie_hellman(curve(key)), public

    def sas_code(self, agreed, info):
        code = agreed.bytes(info)
        return list(code.emoji_indices), list(code.decimals)

    def sas_mac(self, agreed, text, info):
        return agreed.calculate_mac(text, info)


class Libolm:
    """The first library of Matrix, in C++; no longer maintained."""

    account = olm.Account

    def identity(self, account):
        return account.identity_keys["curve25519"], account.identity_keys["ed25519"]

    def one_time_key(self, account):
        account.generate_one_time_keys(1)
        key = list(account.one_time_keys["curve25519"].values())[0]
        account.mark_keys_as_published()
        return key

    def fallback_key(self, account):
        account.generate_fallback_key()
        return list(account.fallback_key["curve25519"].values())[0]

    def sign(self, account, text):
        return account.sign(text)

    def verify(self, key, signature, text):
        olm.ed25519_verify(key, text, signature)

    def outbound(self, account, identity, key):
        session = olm.OutboundSession(account, identity, key)
        return session, session.id

    def inbound(self, account, identity, body):
        message = olm.OlmPreKeyMessage(body)
        session = olm.InboundSession(account, message, identity)
        return session, session.id, session.decrypt(message).encode()

    def encrypt(self, session, text):
        message = session.encrypt(text)
        return message.message_type, message.ciphertext

    def decrypt(self, session, kind, body):
        return session.decrypt((olm.OlmPreKeyMessage if kind == 0 else olm.OlmMessage)(body)).encode()

    group = olm.OutboundGroupSession

    def group_key(self, group):
        return group.id, group.session_key

    def group_encrypt(self, group, text):
        return group.encrypt(text)

    def group_inbound(self, key):
        session = olm.InboundGroupSession(key)
        return session, session.id, session.first_known_index

    def group_import(self, key):
        session = olm.InboundGroupSession.import_session(key)
        return session, session.id, session.first_known_index

    def group_decrypt(self, session, body):
        text, index = session.decrypt(body)
        return text.encode(), index

    def group_export(self, session, index):
        return session.export_session(index)

    backup = olm.PkDecryption

    def backup_key(self, key):
        return key.public_key

    def backup_encrypt(self, key, text):
        message = olm.PkEncryption(key).encrypt(text)
        return message.ephemeral_key, message.ciphertext, message.mac

    def backup_decrypt(self, key, ephemeral, ciphertext, mac):
        return key.decrypt(olm.PkMessage(ephemeral, mac, ciphertext)).encode()

    def sas(self, key):
        side = olm.Sas(key)
        return side, side.pubkey

    def sas_code(self, agreed, info):
        bits = int.from_bytes(agreed.generate_bytes(info, 6), "big")
        return [bits >> (42 - 6 * i) & 63 for i in range(7)], [(bits >> (35 - 13 * i) & 8191) + 1000 for i in range(3)]

    def sas_mac(self, agreed, text, info):
        return agreed.calculate_mac_fixed_base64(text, info)


IMPLEMENTATIONS = {"vodozemac": Vodozemac(), "libolm": Libolm()}


# mautrix and matrix-nio are imported where they are used: they take half a second, and most tests use neither.


def recovery_key(secret):
    from mautrix.crypto.ssss.util import encode_base58_recovery_key
    return encode_base58_recovery_key(secret)


def storage_key(secret, iv=None, mac=None):
    from mautrix.crypto.ssss import Key, KeyMetadata
    from mautrix.crypto.ssss.types import Algorithm
    return Key(id="", key=secret, metadata=KeyMetadata(algorithm=Algorithm.AES_HMAC_SHA2, iv=iv, mac=mac))


def storage_check():
    """A new key and the check that mautrix makes of it."""
    from mautrix.crypto.ssss import Key
    key = Key.generate()
    return {"key": key.key.hex(), "iv": key.metadata.iv, "mac": key.metadata.mac}


def passphrase_key(passphrase, salt, rounds):
    from mautrix.crypto.ssss import PassphraseMetadata
    from mautrix.crypto.ssss.types import PassphraseAlgorithm
    return PassphraseMetadata(algorithm=PassphraseAlgorithm.PBKDF2, iterations=rounds, salt=salt).get_key(passphrase)


def encrypt_file(data):
    from nio.crypto.attachments import encrypt_attachment
    encrypted, info = encrypt_attachment(data)
    return encrypted.hex(), info["key"]["k"], info["iv"], info["hashes"]["sha256"]


def encrypt_keys(data, passphrase, rounds):
    from nio.crypto import key_export
    text = key_export.encrypt(data, passphrase, rounds)
    lines = [text[at:at + 96] for at in range(0, len(text), 96)]
    return "\n".join(["-----BEGIN MEGOLM SESSION DATA-----", *lines, "-----END MEGOLM SESSION DATA-----", ""])


class Server:
    """Obeys one line after the other."""

    def __init__(self):
        self.objects = {}

    def obey(self, line):
        word, name, *rest = line.split()
        method = getattr(self, "do_" + word.replace("-", "_"))
        return " ".join(str(answer) for answer in method(name, *rest))

    def keep(self, name, library, value):
        self.objects[name] = (library, value)

    def do_account(self, name, library):
        library = IMPLEMENTATIONS[library]
        account = library.account()
        self.keep(name, library, account)
        return library.identity(account)

    def do_one_time_key(self, name):
        library, account = self.objects[name]
        return [library.one_time_key(account)]

    def do_fallback_key(self, name):
        library, account = self.objects[name]
        return [library.fallback_key(account)]

    def do_sign(self, name, text):
        library, account = self.objects[name]
        return [library.sign(account, bytes.fromhex(text))]

    def do_verify(self, library, key, signature, text):
        IMPLEMENTATIONS[library].verify(key, signature, bytes.fromhex(text))
        return []

    def do_outbound(self, name, session, identity, key):
        library, account = self.objects[name]
        value, id = library.outbound(account, identity, key)
        self.keep(session, library, value)
        return [id]

    def do_inbound(self, name, session, identity, body):
        library, account = self.objects[name]
        value, id, text = library.inbound(account, identity, body)
        self.keep(session, library, value)
        return id, text.hex()

    def do_encrypt(self, name, text):
        library, session = self.objects[name]
        return library.encrypt(session, bytes.fromhex(text))

    def do_decrypt(self, name, kind, body):
        library, session = self.objects[name]
        return [library.decrypt(session, int(kind), body).hex()]

    def do_group(self, name, library):
        library = IMPLEMENTATIONS[library]
        group = library.group()
        self.keep(name, library, group)
        return library.group_key(group)

    def do_group_key(self, name):
        library, group = self.objects[name]
        return library.group_key(group)

    def do_group_encrypt(self, name, count, *indexes):
        """Encrypts the texts "message 0", "message 1" and so on; answers with those at the indexes."""
        library, group = self.objects[name]
        wanted, answers = {int(index) for index in indexes}, {}
        for index in range(int(count)):
            body = library.group_encrypt(group, b"message %d" % index)
            if index in wanted:
                answers[index] = body
        return [answers[int(index)] for index in indexes]

    def do_group_inbound(self, name, library, key):
        value, id, first = IMPLEMENTATIONS[library].group_inbound(key)
        self.keep(name, IMPLEMENTATIONS[library], value)
        return id, first

    def do_group_import(self, name, library, key):
        value, id, first = IMPLEMENTATIONS[library].group_import(key)
        self.keep(name, IMPLEMENTATIONS[library], value)
        return id, first

    def do_group_decrypt(self, name, body):
        library, session = self.objects[name]
        text, index = library.group_decrypt(session, body)
        return text.hex(), index

    def do_group_export(self, name, index):
        library, session = self.objects[name]
        return [library.group_export(session, int(index))]

    def do_backup(self, name, library):
        library = IMPLEMENTATIONS[library]
        key = library.backup()
        self.keep(name, library, key)
        return [library.backup_key(key)]

    def do_backup_encrypt(self, library, key, text):
        return IMPLEMENTATIONS[library].backup_encrypt(key, bytes.fromhex(text))

    def do_backup_decrypt(self, name, ephemeral, ciphertext, mac):
        library, key = self.objects[name]
        return [library.backup_decrypt(key, ephemeral, ciphertext, mac).hex()]

    def do_sas(self, name, library, key):
        library = IMPLEMENTATIONS[library]
        agreed, public = library.sas(key)
        self.keep(name, library, agreed)
        return [public]

    def do_sas_code(self, name, info):
        library, agreed = self.objects[name]
        emoji, decimals = library.sas_code(agreed, bytes.fromhex(info).decode())
        return emoji + decimals

    def do_sas_mac(self, name, text, info):
        library, agreed = self.objects[name]
        return [library.sas_mac(agreed, bytes.fromhex(text).decode(), bytes.fromhex(info).decode())]

    def do_storage_decrypt(self, secret, name, iv, ciphertext, mac):
        from mautrix.crypto.ssss.types import EncryptedKeyData
        sealed = EncryptedKeyData(iv=iv, ciphertext=ciphertext, mac=mac)
        return [storage_key(bytes.fromhex(secret)).decrypt(name, sealed).hex()]

    def do_storage_check(self, secret, iv, mac):
        key = storage_key(bytes.fromhex(secret), iv, mac)
        key.metadata.verify_raw_key("", key.key)
        return []

    def do_recovery_key(self, secret):
        return recovery_key(bytes.fromhex(secret)).split()

    def do_attachment_decrypt(self, encrypted, key, iv, hash):
        from nio.crypto.attachments import decrypt_attachment
        return [decrypt_attachment(bytes.fromhex(encrypted), key, hash, iv).hex()]

    def do_key_file_encrypt(self, text, passphrase, rounds):
        return [encrypt_keys(bytes.fromhex(text), passphrase, int(rounds)).encode().hex()]

    def do_key_file_decrypt(self, text, passphrase):
        from nio.crypto import key_export
        lines = bytes.fromhex(text).decode().splitlines()
        return [key_export.decrypt("".join(lines[1:-1]), passphrase).hex()]


def serve():
    server = Server()
    for line in sys.stdin:
        try:
            print(f"ok {server.obey(line)}".rstrip(), flush=True)
        except Exception as error:
            print(f"no {type(error).__name__}", flush=True)


def vectors():
    """Texts of hexadecimal digits are secrets and plaintexts, others are as Matrix writes them."""
    secret = bytes(range(32))
    megolm = []
    for name, library in IMPLEMENTATIONS.items():
        group = library.group()
        id, key = library.group_key(group)
        bodies = [library.group_encrypt(group, b"message %d" % index) for index in range(70_000)]
        inbound, _, _ = library.group_inbound(key)
        indexes = [0, 1, 255, 256, 257, 65_535, 65_536, 69_999]
        megolm.append({
            "library": name, "id": id, "sharedKey": key, "exportIndex": 300,
            "exportedKey": library.group_export(inbound, 300),
            "messages": [{"index": index, "body": bodies[index]} for index in indexes],
        })
    backup = []
    for name, library in IMPLEMENTATIONS.items():
        public = vodozemac.Curve25519SecretKey.from_bytes(secret).public_key().to_base64()
        ephemeral, ciphertext, mac = library.backup_encrypt(public, b"a session")
        text = b"a session".hex()
        backup.append({"library": name, "ephemeral": ephemeral, "ciphertext": ciphertext, "mac": mac, "text": text})
    sealed = storage_key(secret).encrypt("m.megolm_backup.v1", b"a secret")
    file, keys = b"a file of more than one block", b'[{"room_id": "!a:b"}]'
    encrypted, key, iv, hash = encrypt_file(file)
    print(json.dumps({
        "secret": secret.hex(),
        "megolm": megolm,
        "backup": backup,
        "storage": {
            "name": "m.megolm_backup.v1", "iv": sealed.iv, "ciphertext": sealed.ciphertext, "mac": sealed.mac,
            # mautrix stores the Base64 of what it is given.
            "text": encode(b"a secret").encode().hex(),
        },
        "check": storage_check(),
        "passphrase": {
            "passphrase": "pass phrase", "salt": "salt", "rounds": 1000,
            "key": passphrase_key("pass phrase", "salt", 1000).hex(),
        },
        "recoveryKey": recovery_key(secret),
        "attachment": {"text": file.hex(), "encrypted": encrypted, "key": key, "iv": iv, "hash": hash},
        "keyFile": {
            "passphrase": "pass phrase", "text": keys.hex(), "file": encrypt_keys(keys, "pass phrase", 1000),
        },
    }, indent=2))


def benchmark(path, count):
    """Prints the seconds that each implementation takes to decrypt the messages of sessions, and to create accounts and sign 50
    one-time keys of each."""
    with open(path) as file:
        sent = json.load(file)
    result = {}
    for name, library in IMPLEMENTATIONS.items():
        sessions = [(library.group_inbound(one["key"])[0], one["messages"]) for one in sent]
        start = time.perf_counter()
        for session, messages in sessions:
            for message in messages:
                library.group_decrypt(session, message)
        decryption = time.perf_counter() - start
        start = time.perf_counter()
        for _ in range(count):
            account = library.account()
            for _ in range(50):
                library.sign(account, library.one_time_key(account).encode())
        result[name] = [decryption, time.perf_counter() - start]
    print(json.dumps(result))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve"]:
            serve()
        case ["vectors"]:
            vectors()
        case ["benchmark", path, count]:
            benchmark(path, int(count))
        case _:
            sys.exit(__doc__)
