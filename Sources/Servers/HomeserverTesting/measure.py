"""Measures matrix-nio: an initial sync to a sorted list, then another user's messages until they are reported, then silence.

    measure.py URL USER PASSWORD MESSAGES LIVE IDLE CAROLS-PASSWORD

Prints one JSON object: seconds and mebibytes. Requests the same data as viperchat.
"""
import asyncio, json, resource, statistics, sys, time

import nio

SHOWN = ["m.room.message", "m.room.encrypted", "m.sticker", "m.reaction", "m.room.redaction"]
ROOM = ["m.room.name", "m.room.canonical_alias", "m.room.avatar", "m.room.create", "m.room.encryption"]


def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def main():
    url, user, password, messages, live, idle, carols = sys.argv[1:]
    config = nio.AsyncClientConfig(encryption_enabled=False)
    client, carol = nio.AsyncClient(url, f"@{user}:test", config=config), nio.AsyncClient(url, "@carol:test")
    await client.login(password)
    await carol.login(carols)
    filter = {
        "presence": {"types": []}, "account_data": {"types": ["m.direct"]},
        "room": {
            "account_data": {"types": []}, "ephemeral": {"types": ["m.receipt"]},
            "timeline": {"limit": int(messages), "lazy_load_members": True, "types": SHOWN + ROOM + ["m.room.member"]},
            "state": {"lazy_load_members": True, "types": ROOM + ["m.room.member"]},
        },
    }
    start, used = time.monotonic(), processor()
    answer = await client.sync(timeout=0, sync_filter=filter)
    newest = {id: max((e.server_timestamp for e in room.timeline.events), default=0)
              for id, room in answer.rooms.join.items()}
    rows = [client.rooms[id].display_name for id in sorted(newest, key=newest.get, reverse=True)]
    result = {
        "wall": time.monotonic() - start, "processor": processor() - used, "rooms": len(rows),
        "messages": sum(len(room.timeline.events) for room in answer.rooms.join.values()),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    heard, told, over = asyncio.Event(), 0.0, []
    requests = 0

    def hear(room, event):
        nonlocal told
        told = time.monotonic()
        heard.set()

    async def poll():
        nonlocal requests
        while True:
            requests += 1
            await client.sync(timeout=30000, sync_filter=filter)

    client.add_event_callback(hear, nio.RoomMessageText)
    task, room = asyncio.create_task(poll()), next(iter(newest))
    await asyncio.sleep(1)
    for number in range(int(live)):
        heard.clear()
        start = time.monotonic()
        await carol.room_send(room, "m.room.message", {"msgtype": "m.text", "body": f"live {number}"})
        took = time.monotonic() - start
        await heard.wait()
        over.append(told - start - took)
        await asyncio.sleep(0.1)
    # Requests of the login and of the initial sync come before.
    result["requests"], requests, used = requests + 2, 0, processor()
    await asyncio.sleep(float(idle))
    result |= {"over": statistics.median(over) if over else 0, "idleRequests": requests, "idleProcessor": processor() - used}
    print(json.dumps(result), flush=True)
    task.cancel()
    await client.close()
    await carol.close()


asyncio.run(main())
