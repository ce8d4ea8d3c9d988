#!/bin/sh
# Checks greet.sh; the exit code is the number of failed checks.

failed=0

check() {
    said=$(sh ./greet.sh "$1")
    if [ "$said" = "$2" ]; then
        echo "ok      $said"
    else
        echo "FAILED  '$said' should be '$2'"
        failed=$((failed + 1))
    fi
}

check Ada "Hello, Ada!"
check "" "Hello, world!"
exit "$failed"
