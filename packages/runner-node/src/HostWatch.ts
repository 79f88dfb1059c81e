import type { ChildProcess } from "node:child_process"
import { invocationsVariable } from "./Environment.ts"
import { afterIfStillHere } from "./realTime.ts"

/** Ends hooks whose host was killed before it could end them itself. Rule: RUN-62 */
export interface HostWatch {
  /** A hook is about to be started: from now on whoever carries its id is ended with the host. */
  readonly starting: (invocation: string) => void
  /** It was, and its group is ended as well. */
  readonly started: (invocation: string, pid: number) => void
  /**
   * It is over for this process, and so is the number of its group. What it has left is its own; what is still being
   * searched for has to be told of anew, as {@link HostWatch.starting}.
   */
  readonly ended: (invocation: string) => void
}

/** One process that watches. */
export interface Watchman extends HostWatch {
  readonly isThere: () => boolean
  readonly onGone: (listener: () => void) => void
  /** Nobody has to be watched any more. */
  readonly leave: () => void
}

/**
 * The rest of a shell script whose input ends with its host, whatever that dies of. It keeps a list of the hooks that
 * run, and ends, when nobody can take them off it any more, their groups and whoever carries the ids; without a `grep`
 * that knows `-z` only the groups. A process that its host was just starting has the id a moment later, so there are pauses
 * between the searches; its host may not have told of its group yet, so a group that a carrier leads is ended as well.
 * Rule: RUN-62
 */
export const watchScript = `hooks=' '
while read -r what id pid; do
  case $hooks in *" $id="*) rest=\${hooks#*" $id="}; hooks="\${hooks%%" $id="*} \${rest#* }" ;; esac
  case $what in +) hooks="$hooks$id=$pid " ;; esac
done
[ "$hooks" = ' ' ] && exit
ids=
for hook in $hooks; do
  pid=\${hook#*=}
  [ "$pid" = '' ] || kill -s KILL -- "-$pid"
  ids="$ids|\${hook%%=*}"
done
empty=0
rounds=0
while [ $empty -lt 5 ] && [ $rounds -lt 30 ]; do
  rounds=$((rounds + 1))
  found=$(grep -lszE "^${invocationsVariable}=(.*,)?(\${ids#|})(,.*)?$" /proc/[0-9]*/environ)
  for file in $found; do
    file=\${file#/proc/}
    pid=\${file%%/*}
    kill -s KILL -- "-$pid"
    kill -s KILL "$pid"
  done
  if [ "$found" = '' ]; then empty=$((empty + 1)); else empty=0; fi
  sleep 0.05
done
`

/** In bytes, behind what the system takes itself. */
const mostUnheard = 65_536
/** Whoever is killed again and again, or cannot live here, must not keep this process busy: so much lies between two. */
const replaceMs = 500

/**
 * Talks to a process that has come to the {@link watchScript}, and which this process does not stay for. That it is gone,
 * because somebody has killed it, is no fault of any hook.
 */
export const watchmanAt = (helper: ChildProcess): Watchman => {
  const { stdin } = helper
  helper.unref()
  if (stdin !== null && "unref" in stdin && typeof stdin.unref === "function") stdin.unref()
  const say = (line: string) => {
    if (stdin?.writable !== true) return
    stdin.write(`${line}\n`)
    // Somebody has stopped it. What it has not heard of it must not act upon when it goes on.
    if (stdin.writableLength > mostUnheard) helper.kill("SIGKILL")
  }
  return {
    isThere: () => helper.exitCode === null && helper.signalCode === null && stdin?.writable === true,
    starting: (invocation) => say(`+ ${invocation}`),
    started: (invocation, pid) => say(`+ ${invocation} ${pid}`),
    ended: (invocation) => say(`- ${invocation}`),
    onGone: (listener) => helper.once("exit", listener),
    leave: () => {
      // One that a hook has stopped could not hear of it.
      helper.kill("SIGCONT")
      stdin?.end()
    }
  }
}

/** Watchmen who take over from one another: who comes is told of all hooks that run. */
export interface Watch extends HostWatch {
  /** Whether somebody has to be found. */
  readonly isVacant: () => boolean
  /** Takes somebody on, or sends him away when somebody is there. */
  readonly take: (watchman: Watchman) => void
  /** Nobody could be found. */
  readonly foundNobody: () => void
  readonly close: () => void
}

/** A watch that nobody keeps yet; `vacated` is called when the one who kept it is gone. */
export const makeWatch = (vacated: () => void): Watch => {
  const hooks = new Map<string, number | undefined>()
  let watchman: Watchman | undefined
  let isPausing = false
  let isTooSoon = false
  let callOff = () => {}
  const isThere = () => watchman?.isThere() === true
  const isVacant = () => !isPausing && !isThere()
  const replace = () => {
    isPausing = false
    isTooSoon = true
    callOff = afterIfStillHere(replaceMs, () => {
      isTooSoon = false
      if (isPausing) replace()
    })
    vacated()
  }
  const gone = () => {
    isPausing = true
    if (!isTooSoon) replace()
  }
  return {
    isVacant,
    take: (next) => {
      if (isThere()) return next.leave()
      watchman = next
      next.onGone(gone)
      for (const [invocation, pid] of hooks) {
        if (pid === undefined) next.starting(invocation)
        else next.started(invocation, pid)
      }
    },
    foundNobody: () => {
      if (isVacant()) gone()
    },
    starting: (invocation) => {
      hooks.set(invocation, undefined)
      watchman?.starting(invocation)
    },
    started: (invocation, pid) => {
      hooks.set(invocation, pid)
      watchman?.started(invocation, pid)
    },
    ended: (invocation) => {
      if (hooks.delete(invocation)) watchman?.ended(invocation)
    },
    close: () => {
      callOff()
      watchman?.leave()
    }
  }
}
