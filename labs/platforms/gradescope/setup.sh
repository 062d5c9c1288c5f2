#!/usr/bin/env bash
# Gradescope runs this once, as the superuser, when it builds the image. The autograder's zip holds this file, run_autograder, and cdpsim-labs.zip
# of 'cdpsim lab pack cdpsim-labs.zip --jre'.
set -eu
apt-get update
apt-get install -y --no-install-recommends clang libstdc++-13-dev unzip || apt-get install -y --no-install-recommends clang libstdc++-dev unzip
unzip -q -o /autograder/source/cdpsim-labs.zip -d /opt
# The compiler runs as nobody, who must not read the keys.
chmod -R go= /opt/cdpsim-labs /autograder/source
