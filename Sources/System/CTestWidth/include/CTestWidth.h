#pragma once

/// How many tests run at a time. Hundreds wait for a process or a homeserver; the others need places beside them.
#define TESTS_AT_A_TIME "256"
