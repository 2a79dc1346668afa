#pragma once

/// How many tests run at a time. Most wait for a thread, a process or a homeserver, so that these are more than there are cores.
#define TESTS_AT_A_TIME "32"
