# Steps with visible progress, a log each, and stamps that make them idempotent. Sourced by tools/setup.
stamps=.deps/.stamps
logs=.deps/.logs
did_something=''
declare -A running=()  # process groups to end when set-up is interrupted

say() { printf '%s\n' "-- $*" >&2; }

elapsed() { printf '%d min %02d s' $((SECONDS / 60)) $((SECONDS % 60)); }

# key TEXT...: a short digest of everything that a step's result depends on.
key() { printf '%s\n' "$@" | sha256sum | cut -c1-16; }

is_done() { [ -f "$stamps/$1" ] && [ "$(<"$stamps/$1")" = "$2" ]; }

mark_done() { mkdir -p "$stamps" && printf '%s\n' "$2" >"$stamps/$1"; }

stop_running() {
  local group
  for group in "${!running[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
}
trap stop_running EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# start NAME FUNCTION: runs it in a process group of its own, its output in a log. Sets `started` to the process.
start() {
  mkdir -p "$logs"
  set -m
  ( set -euo pipefail; trap - EXIT; "$2" ) >"$logs/$1.log" 2>&1 9>&- </dev/null &
  set +m
  started=$!
  running[$started]=$1
}

last_line() { tail -c 600 "$1" | tr '\r' '\n' | sed '/^[[:space:]]*$/d' | tail -n 1 | cut -c1-90; }

# finish NAME PROCESS ADVICE: waits, telling every 15 s that it still runs; on failure shows the log's end and what to do.
finish() {
  local name=$1 process=$2 advice=$3 since=$SECONDS told=$SECONDS
  while kill -0 "$process" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - told >= 15)); then
      told=$SECONDS
      say "   still at it after $((SECONDS - since)) s: $(last_line "$logs/$name.log")"
    fi
  done
  local status=0
  wait "$process" || status=$?
  unset "running[$process]"
  if ((status != 0)); then
    tail -n 20 "$logs/$name.log" >&2
    say "FAILED: $name (the whole log: $logs/$name.log)"
    say "What to do: $advice"
    say "Then run tools/setup again: it goes on from here."
    exit 1
  fi
}

# step NAME KEY TITLE ADVICE FUNCTION: runs FUNCTION unless it was done with the same KEY.
step() {
  if is_done "$1" "$2"; then return; fi
  local since=$SECONDS
  did_something=1
  say "$3"
  start "$1" "$5"
  finish "$1" "$started" "$4"
  mark_done "$1" "$2"
  say "   done in $((SECONDS - since)) s"
}
