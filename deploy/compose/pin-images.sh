#!/bin/sh
# Pulls the images of other projects that compose.yaml names, and prints a variable with the digest of each, for `.env`.
# ENGINE: docker (default) or podman.
set -eu
cd "$(dirname "$0")"
engine=${ENGINE:-docker}
sed -n 's/^ *image: ${\([A-Z]*_IMAGE\):-\(.*\)}$/\1 \2/p' compose.yaml | sort -u | while read -r name image; do
  "$engine" pull --quiet "$image" >/dev/null
  echo "$name=$("$engine" image inspect --format '{{index .RepoDigests 0}}' "$image")"
done
