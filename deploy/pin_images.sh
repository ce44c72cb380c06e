#!/bin/sh
# Write the digest of each image behind its version, in compose.yaml and Containerfile. Needs Docker and a network.
set -eu
cd "$(dirname "$0")"
images=$(sed -nE 's/^( +image: |ARG BASE=)([a-z./-]+:[0-9a-z.-]+)$/\2/p' compose.yaml Containerfile)
for image in $images; do
    case $image in passleft:*) continue ;; esac
    docker pull --quiet "$image" >/dev/null
    digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$image")
    sed -i "s#$image\$#$image@${digest#*@}#" compose.yaml Containerfile
    echo "$image: ${digest#*@}"
done
