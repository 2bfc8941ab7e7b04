import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'

// The machines of the cluster: network namespaces on one bridge, which no other network reaches. All need root and Linux.

/** Each machine's address. The bridge is in a namespace of its own, where the drill and its visitors are. */
export const machines = {
  lb1: '10.77.0.11',
  lb2: '10.77.0.12',
  app1: '10.77.0.21',
  app2: '10.77.0.22',
  app3: '10.77.0.23',
  db1: '10.77.0.31',
  db2: '10.77.0.32',
  db3: '10.77.0.33',
  redis1: '10.77.0.41',
  redis2: '10.77.0.42',
  redis3: '10.77.0.43',
  cache1: '10.77.0.61',
  cache2: '10.77.0.62',
  world: '10.77.0.50',
  s3: '10.77.0.71',
} as const
export type Machine = keyof typeof machines
export const machineNames = Object.keys(machines) as Machine[]

/** The address that the two load balancers share. */
export const front = '10.77.0.10'
const bridge = 'harambee-net'
/** Visitors come from networks of their own: so many, each with one address. */
const visitors = 200
export const visitorAddress = (nr: number): string => `10.77.${1 + (nr % visitors)}.1`

const spaceOf = (machine: Machine) => `harambee-${machine}`

function ip(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr.trim()}`)
  return stdout
}

/** Makes the bridge and the machines. */
export function makeNetwork(): void {
  ip('netns', 'add', bridge)
  ip('-n', bridge, 'link', 'set', 'lo', 'up')
  ip('-n', bridge, 'link', 'add', 'br0', 'type', 'bridge')
  ip('-n', bridge, 'addr', 'add', '10.77.0.1/16', 'dev', 'br0')
  ip('-n', bridge, 'link', 'set', 'br0', 'up')
  for (let nr = 0; nr < visitors; nr++) ip('-n', bridge, 'addr', 'add', `${visitorAddress(nr)}/16`, 'dev', 'br0')
  for (const machine of machineNames) makeMachine(machine)
}

function makeMachine(machine: Machine): void {
  const space = spaceOf(machine)
  ip('netns', 'add', space)
  ip('-n', bridge, 'link', 'add', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('-n', bridge, 'link', 'set', machine, 'master', 'br0', 'up')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  ip('-n', space, 'addr', 'add', `${machines[machine]}/16`, 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'eth0', 'up')
}

/** Pulls a machine's cable, or puts it in again. */
export const connect = (machine: Machine, isConnected: boolean): void =>
  void ip('-n', bridge, 'link', 'set', machine, isConnected ? 'up' : 'down')

/** A machine that has lost its power: its processes are gone, and with them the addresses that it had taken. */
export function powerOff(machine: Machine): void {
  connect(machine, false)
  signalAll(machine, 'SIGKILL')
  ip('-n', spaceOf(machine), 'addr', 'flush', 'dev', 'eth0')
}

export function powerOn(machine: Machine): void {
  ip('-n', spaceOf(machine), 'addr', 'add', `${machines[machine]}/16`, 'dev', 'eth0')
  connect(machine, true)
}

/** The processes that run on a machine. */
export const processesOn = (machine: Machine): number[] =>
  ip('netns', 'pids', spaceOf(machine)).split('\n').filter(Boolean).map(Number)

/** Sends a signal to all processes of a machine, as if its power went, or it hung. */
export function signalAll(machine: Machine, signal: NodeJS.Signals): void {
  for (const pid of processesOn(machine)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Starts a program on a machine; `as` is the user that it runs as. Its own id is that of the program. */
export const runOn = (
  machine: Machine | 'visitors',
  command: string[],
  { as, ...options }: SpawnOptions & { as?: string },
) => {
  const space = machine === 'visitors' ? bridge : spaceOf(machine)
  const user = as ? ['setpriv', `--reuid=${as}`, `--regid=${as}`, '--init-groups'] : []
  return spawn('ip', ['netns', 'exec', space, ...user, ...command], options)
}

/** True when the network is there. */
export const hasNetwork = (): boolean => spaces().includes(bridge)

const spaces = () =>
  ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]!)
    .filter((name) => name.startsWith('harambee-'))

/** Ends whatever runs on the machines, and removes them. Touches nothing else. */
export async function removeNetwork(): Promise<void> {
  const own = spaces()
  for (const machine of machineNames) if (own.includes(spaceOf(machine))) await endAll(machine)
  for (const space of own) ip('netns', 'delete', space)
}

/** Ends the processes of a machine: in order, and after five seconds at once. */
async function endAll(machine: Machine): Promise<void> {
  signalAll(machine, 'SIGCONT')
  signalAll(machine, 'SIGTERM')
  for (let turn = 0; turn < 50 && processesOn(machine).length > 0; turn++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  signalAll(machine, 'SIGKILL')
}
