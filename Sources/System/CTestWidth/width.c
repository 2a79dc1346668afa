#include "CTestWidth.h"

#include <stdlib.h>

// Swift Testing begins all tests at once unless this variable, which it reads when it begins, says how many may run at a time.
// With thousands begun, each `await` of a test waits for its turn among all the others, and none ends for minutes.
__attribute__((constructor)) static void boundTests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", TESTS_AT_A_TIME, 0);
}
