"""Another user's client with encryption, based on matrix-nio: reads one JSON command a line and writes one JSON response a line."""
import asyncio, json, logging, pathlib, sys, tempfile, time, uuid

import nio
from nio.crypto.attachments import decrypt_attachment

logging.disable(logging.CRITICAL)
ENCRYPTION = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
WITHHELD = {}
HEARD = []


async def catch_up(client):
    await client.sync(timeout=0, full_state=True, sync_filter={"room": {"timeline": {"limit": 500}}})
    if client.should_upload_keys:
        await client.keys_upload()
    if client.should_query_keys:
        await client.keys_query()


async def perform(client, command):
    room = command.get("room")

    async def send(content, relation=None):
        await catch_up(client)
        if relation:
            content["m.relates_to"] = relation
        answer = await client.room_send(room, "m.room.message", content, ignore_unverified_devices=True)
        return getattr(answer, "event_id", str(answer))

    match command["do"]:
        case "create":
            answer = await client.room_create(
                invite=command["invite"], is_direct=command.get("direct", False), name=command.get("name"),
                initial_state=[{**ENCRYPTION, "content": {**ENCRYPTION["content"], **command.get("settings", {})}}])
            return answer.room_id
        case "devices":
            # Until the other user's device has published its keys.
            await catch_up(client)
            client.olm.users_for_key_query.add(command["user"])
            await client.keys_query()
            return list(client.device_store.active_user_devices(command["user"])).__len__()
        case "knows":
            # Whether a device has published its keys.
            await catch_up(client)
            client.olm.users_for_key_query.add(command["user"])
            await client.keys_query()
            return command["device"] in [device.device_id for device in client.device_store.active_user_devices(command["user"])]
        case "text":
            return await send({"msgtype": "m.text", "body": command["text"]})
        case "send":
            return await send(command["content"])
        case "edit":
            new = {"msgtype": "m.text", "body": command["text"]}
            return await send({**new, "m.new_content": new}, {"rel_type": "m.replace", "event_id": command["event"]})
        case "new session":
            # The next message has a new key. If it is `withheld`, nobody gets the key.
            await catch_up(client)
            client.olm.outbound_group_sessions.pop(room, None)
            if command.get("withheld"):
                client.olm.create_outbound_group_session(room)
                users = list(client.rooms[room].users)
                shares = client.olm.share_group_session_parallel(room, users, ignore_unverified_devices=True)
                WITHHELD[room] = [messages for _, messages in shares]
                client.olm.outbound_group_sessions[room].shared = True
            return "done"
        case "share":
            # Sends the key that was withheld.
            fields = {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"}
            for messages in WITHHELD.pop(room):
                path = f"/_matrix/client/v3/sendToDevice/m.room.encrypted/{uuid.uuid4()}"
                await client.send("PUT", path, json.dumps(messages), fields)
            return "done"
        case "break":
            # Forgets all Olm sessions with a user, so that what comes next from there cannot be read.
            await catch_up(client)
            for device in client.device_store.active_user_devices(command["user"]):
                client.olm.session_store._entries.pop(device.curve25519, None)
            return "done"
        case "garble":
            # Sends an Olm message of a session that the user's devices do not know.
            await catch_up(client)
            for device in client.device_store.active_user_devices(command["user"]):
                content = {"algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": client.olm.account.identity_keys["curve25519"],
                           "ciphertext": {device.curve25519: {"type": 1, "body": command["body"]}}}
                fields = {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"}
                path = f"/_matrix/client/v3/sendToDevice/m.room.encrypted/{uuid.uuid4()}"
                await client.send("PUT", path, json.dumps({"messages": {device.user_id: {device.device_id: content}}}), fields)
            return "done"
        case "sessions":
            # The number of Olm sessions with a user's devices.
            await catch_up(client)
            return sum(len(client.olm.session_store[device.curve25519])
                       for device in client.device_store.active_user_devices(command["user"]))
        case "heard":
            # Each new message since the last time: its text, and what the homeserver sees of it.
            await catch_up(client)
            heard = [event for chat, event in HEARD if chat == room and event.sender == command["by"]]
            HEARD.clear()
            return [[type(event).__name__, getattr(event, "body", ""), event.source["content"]] for event in heard]
        case "measure":
            # How long it takes to catch up, in seconds of time and of processor, and the messages that it reads.
            HEARD.clear()
            start, used = time.perf_counter(), time.process_time()
            await catch_up(client)
            took = [time.perf_counter() - start, time.process_time() - used]
            return took + [sum(chat == room and isinstance(event, nio.RoomMessageText) for chat, event in HEARD)]
        case "export keys":
            await client.export_keys(command["path"], command["passphrase"], count=1000)
            return "done"
        case "import keys":
            # The number of sessions that are new.
            before = len(list(client.olm.inbound_group_store))
            await client.import_keys(command["path"], command["passphrase"])
            return len(list(client.olm.inbound_group_store)) - before
        case "fetch":
            file = command["file"]
            answer = await client.download(file["url"])
            plain = decrypt_attachment(answer.body, file["key"]["k"], file["hashes"]["sha256"], file["iv"])
            pathlib.Path(command["path"]).write_bytes(plain)
            return [answer.content_type, answer.filename]
        case "file":
            path = pathlib.Path(command["path"])
            answer, keys = await client.upload(
                lambda *_: str(path), content_type=command["type"], filename=path.name, encrypt=True,
                filesize=path.stat().st_size)
            file = {"url": answer.content_uri, **keys}
            if command.get("hash"):
                file["hashes"] = {"sha256": command["hash"]}
            return await send({"msgtype": command["kind"], "body": path.name, "file": file,
                               "info": {"mimetype": command["type"], "size": path.stat().st_size}})
        case "raw":
            # Sends a message again, as a homeserver could.
            fields = {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"}
            path = f"/_matrix/client/v3/rooms/{room}/event/{command['event']}"
            content = (await (await client.send("GET", path, None, fields)).json())["content"]
            path = f"/_matrix/client/v3/rooms/{room}/send/m.room.encrypted/{command['id']}"
            return (await (await client.send("PUT", path, json.dumps(content), fields)).json())["event_id"]


async def main():
    url, user, password = sys.argv[1:]
    with tempfile.TemporaryDirectory() as store:
        config = nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=True)
        client = nio.AsyncClient(url, user, store_path=store, config=config)
        await client.login(password)
        await catch_up(client)
        client.add_event_callback(lambda room, event: HEARD.append((room.room_id, event)), (nio.RoomMessage, nio.MegolmEvent))
        print(json.dumps("ready"), flush=True)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            try:
                print(json.dumps(await perform(client, json.loads(line))), flush=True)
            except Exception as error:
                print(json.dumps({"error": repr(error)}), flush=True)
        await client.close()


asyncio.run(main())
