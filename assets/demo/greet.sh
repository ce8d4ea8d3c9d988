#!/bin/sh
# Greets the person whose name is given.

# Left over from the first version.
old_style=no

# Without a name, everybody is greeted.
name=$1
if [ -z "$name" ]; then
    name=world
fi

echo "Hello, $name"
