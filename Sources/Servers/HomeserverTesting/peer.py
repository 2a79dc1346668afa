"""Another user's client, based on matrix-nio: reads one JSON command a line and writes one JSON response a line."""
import asyncio, json, pathlib, sys, uuid

import nio


async def look(client, room):
    """Returns a room as it is now, without the other rooms of the user."""
    client.next_batch = None
    client.rooms.pop(room, None)
    # Synapse repeats the answer to a first sync for two minutes, unless the filter differs.
    await client.sync(sync_filter={"room": {"rooms": [room], "not_rooms": [f"!{uuid.uuid4()}:test"]}})
    return client.rooms[room]


async def perform(client, command):
    room = command.get("room")

    async def send(type, content):
        answer = await client.room_send(room, type, content, ignore_unverified_devices=True)
        return getattr(answer, "event_id", str(answer))

    match command["do"]:
        case "create":
            answer = await client.room_create(
                invite=command["invite"], is_direct=command.get("direct", False), name=command.get("name"))
            return answer.room_id
        case "join":
            return (await client.join(room)).room_id
        case "leave":
            return str(await client.room_leave(room))
        case "kick":
            return str(await client.room_kick(room, command["user"], command.get("reason")))
        case "ban":
            return str(await client.room_ban(room, command["user"], command.get("reason")))
        case "unban":
            return str(await client.room_unban(room, command["user"]))
        case "members":
            return sorted((await look(client, room)).users)
        case "topic":
            return (await look(client, room)).topic
        case "level":
            return (await look(client, room)).power_levels.get_user_level(command["user"])
        case "ignore":
            path = f"/_matrix/client/v3/user/{client.user_id}/account_data/m.ignored_user_list"
            data = json.dumps({"ignored_users": {user: {} for user in command["users"]}})
            fields = {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"}
            return (await client.send("PUT", path, data, fields)).status
        case "upgrade":
            path = f"/_matrix/client/v3/rooms/{room}/upgrade"
            fields = {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"}
            answer = await client.send("POST", path, json.dumps({"new_version": "11"}), fields)
            return (await answer.json())["replacement_room"]
        case "invite":
            return str(await client.room_invite(room, command["user"]))
        case "text":
            return await send("m.room.message", {"msgtype": "m.text", "body": command["text"]})
        case "send":
            return await send(command["type"], command["content"])
        case "state":
            key = command.get("key", "")
            return (await client.room_put_state(room, command["type"], command["content"], key)).event_id
        case "redact":
            return (await client.room_redact(room, command["event"])).event_id
        case "receipt":
            return str(await client.room_read_markers(room, command["event"], command["event"]))
        case "typing":
            return str(await client.room_typing(room, True, 5000))
        case "typists":
            return (await look(client, room)).typing_users
        case "file":
            path = pathlib.Path(command["path"])
            size = path.stat().st_size
            with path.open("rb") as file:
                answer, _ = await client.upload(file, command["type"], filename=path.name, filesize=size)
            content = {"msgtype": command["kind"], "url": answer.content_uri, "body": command.get("caption", path.name),
                       "filename": path.name, "info": {"mimetype": command["type"], "size": size}}
            return await send("m.room.message", content)
        case "fetch":
            fields = {"Authorization": f"Bearer {client.access_token}"}
            place = "/_matrix/client/v1/media/download/" + command["url"].removeprefix("mxc://")
            answer = await client.send("GET", place, None, fields)
            pathlib.Path(command["path"]).write_bytes(await answer.read())
            return [answer.status, answer.content_type]
        case "read":
            events, start = [], None
            while len(events) < command.get("limit", 100):
                answer = await client.room_messages(room, start, limit=100, direction=nio.MessageDirection.back)
                events, start = events + answer.chunk, answer.end
                if not start:
                    break
            return [[e.event_id, e.sender, e.source["content"].get("body", ""), e.source["content"]] for e in events]
        case "receipts":
            found = await look(client, room)
            # Receipts outside threads: a user's of the main timeline, or else the one without a thread.
            main = {user: threads["main"] for user, threads in found.threaded_read_receipts.items() if "main" in threads}
            return {user: receipt.event_id for user, receipt in (found.read_receipts | main).items()}


async def main():
    url, user, password = sys.argv[1:]
    client = nio.AsyncClient(url, user)
    await client.login(password)
    print(json.dumps("ready"), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        try:
            print(json.dumps(await perform(client, json.loads(line))), flush=True)
        except Exception as error:
            print(json.dumps({"error": repr(error)}), flush=True)
    await client.close()


asyncio.run(main())
