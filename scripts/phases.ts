import { readdirSync, readFileSync } from 'node:fs'

// How long the parts of a run take: seconds of the clock, and seconds of processors, of this process and of all that it started,
// such as products and browsers. The second figure hardly changes where other work goes on beside it. Parts that run side by
// side have it together.

const phases: string[] = []

export async function phase<Done>(name: string, run: () => Promise<Done>): Promise<Done> {
  const [started, spent] = [performance.now(), secondsSpent()]
  try {
    return await run()
  } finally {
    const seconds = Math.round((performance.now() - started) / 100) / 10
    phases.push(`${name} ${seconds} s (${Math.round(secondsSpent() - spent)} of processors)`)
  }
}

export const phaseLine = () => phases.join(', ')

/** Seconds of processors of this process and of all below it, those that ended included. Only Linux tells of other processes. */
export function secondsSpent(): number {
  const { user, system } = process.cpuUsage()
  return process.platform === 'linux' ? secondsOf(process.pid, processes()) : (user + system) / 1e6
}

type Process = { parent: number; seconds: number }
function processes(): Map<number, Process> {
  const found = new Map<number, Process>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    const said = statOf(pid)
    // The name of a program may hold anything; what is counted after it is in hundredths of seconds.
    const [, parent, ...rest] = said.slice(said.lastIndexOf(')') + 2).split(' ')
    const ticks = rest.slice(9, 13).reduce((sum, one) => sum + Number(one), 0)
    if (said) found.set(pid, { parent: Number(parent), seconds: ticks / 100 })
  }
  return found
}

/** Empty for a process that ended meanwhile. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

function secondsOf(pid: number, all: Map<number, Process>): number {
  const own = all.get(pid)?.seconds ?? 0
  return [...all].reduce((sum, [below, { parent }]) => (parent === pid ? sum + secondsOf(below, all) : sum), own)
}
