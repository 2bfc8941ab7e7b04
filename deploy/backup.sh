#!/bin/sh
# Copies the database and the pictures into $BACKUPS, and deletes copies that are older than $KEEP_DAYS days.
#   backup.sh           once
#   backup.sh nightly   now, and again each day
# Settings: DATABASE_URL, DATA_DIR, BACKUPS, KEEP_DAYS (14).
set -eu
umask 077

backup() {
  name="$(date -u +%Y-%m-%dT%H%M%SZ)"
  # Half a copy must not look like one.
  unfinished="$BACKUPS/.unfinished-$$"
  rm -rf "$unfinished" || return 1
  mkdir -p "$unfinished" || return 1
  # The rows first: the pictures that they name are copied after them.
  pg_dump --format=custom --file="$unfinished/harambee.dump" "$DATABASE_URL" || return 1
  tar --create --gzip --file="$unfinished/data.tar.gz" --exclude=./postgres --directory="$DATA_DIR" . || return 1
  sync
  mv "$unfinished" "$BACKUPS/$name" || return 1
  # Old copies go only when there is a new one.
  find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '20*Z' -mtime "+$((${KEEP_DAYS:-14} - 1))" -exec rm -rf {} +
  find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '.unfinished-*' -mtime +0 -exec rm -rf {} +
  echo "backup: $BACKUPS/$name"
}

if [ "${1:-}" != nightly ]; then
  backup
  exit
fi
trap 'exit 0' INT TERM
while :; do
  backup || echo 'backup: failed, next try in an hour' >&2
  # After a failure the newest copy is old, and the next try comes soon.
  if [ -n "$(find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '20*Z' -mmin -60)" ]; then pause=86400; else pause=3600; fi
  sleep "$pause" &
  wait $!
done
