/** The hooks of the demonstration, as somebody would write them by hand. Rule: CLI-40 */
export const hooksFile = `{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "matcher": "^git ", "command": ".cursor/hooks/no-forced-push.sh", "failClosed": true },
      { "matcher": "^git fetch", "command": ".cursor/hooks/ask-the-server.sh", "failClosed": true, "timeout": 1 }
    ]
  }
}
`

/** A guard that needs nothing but a POSIX shell. It reads the command out of the payload, because other fields of it hold paths. */
export const guardScript = `#!/bin/sh
# The payload is one line of JSON on stdin; all of it is read, and the command taken out.
command=$(sed -n 's/.*"command":"\\([^"]*\\)".*/\\1/p')
case $command in
  *push*--force*|*push*-f*)
    echo '{"permission": "deny", "agent_message": "A forced push overwrites what others have pushed. Push without --force."}' ;;
  *)
    echo '{"permission": "allow"}' ;;
esac
`

/** A hook that never answers, and leaves the numbers of its processes where the demonstration can find them. */
export const hangingScript = `#!/bin/sh
# Asks a server that never answers.
sleep 600 &
echo "$$ $!" > "$PAWL_PROJECT_DIR/.git/waiting"
wait
`
