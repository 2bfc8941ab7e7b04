import { readFileSync } from 'node:fs'
import http from 'node:http'
import { primaryOfRedis, startEtcd, startMachine, startPooler, startProduct } from './members.ts'
import { connect, front, type Machine, machines, powerOff, powerOn, processesOn, runOn, signalAll } from './net.ts'
import { lateReports, pauseReplay } from './reports.ts'
import { restoreToAMoment } from './restore.ts'
import { databases, get, primary, standbys, syncStandby } from './roles.ts'

// The faults of the drill: what is broken, for how long, what heals it, and what must hold.

export type Fault = {
  nr: number
  name: string
  /**
   * Breaks it, waits, and heals it. May say what did not hold meanwhile. Where the database forgets, `mark` is called at the last
   * moment that it remembers.
   */
  run: (mark: () => void) => Promise<void | string[]>
  /** In milliseconds: the longest time without a gift that was begun, and without a page. Caches show pages while no database is there. */
  gifts: number
  pages: number
  /** The longest time without a look of one drive that was counted: a machine that is gone may hold the lock of its views until its connections end. */
  looks?: number
  /** So many looks that were counted may be forgotten; else those of the last two seconds before a primary was lost. */
  looksForgotten?: number
  /** The longest time in which the page may show the same sum while gifts arrive. */
  same?: number
  /** True where not one request may fail. */
  failsNothing?: boolean
}

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))

/** The product on one machine answers as ready, or not. */
export async function isReady(machine: Machine): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = http.get(`http://${machines[machine]}:3000/readyz`, { timeout: 2000, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
  })
}

async function untilReady(machine: Machine) {
  for (let turn = 0; turn < 240 && !(await isReady(machine)); turn++) await pause(0.5)
}

/** Takes the power from a machine, and gives it back after so many seconds. */
async function outage(machine: Machine, seconds: number) {
  powerOff(machine)
  await pause(seconds)
  powerOn(machine)
  startMachine(machine)
}

async function replaceInTurn() {
  for (const machine of ['app1', 'app2', 'app3'] as const) {
    await stopProduct(machine)
    startProduct(machine)
    await untilReady(machine)
    await pause(3)
  }
}

async function stopProduct(machine: Machine) {
  // The pooler stays: what is under way needs it.
  const product = () => processesOn(machine).filter((pid) => !programOn(machine, 'pgbouncer').includes(pid))
  for (const pid of product()) process.kill(pid, 'SIGTERM')
  while (product().length > 0) await pause(0.2)
}

/** The product is stopped meanwhile: what it would be told is told again, or lost. */
async function goBack(mark: () => void) {
  const apps = ['app1', 'app2', 'app3'] as const
  await restoreToAMoment(mark, () => Promise.all(apps.map(stopProduct)))
  for (const one of apps) startProduct(one)
  for (const one of apps) await untilReady(one)
}

async function bothStandbysDie() {
  const two = await standbys()
  for (const one of two) powerOff(one)
  await pause(20)
  for (const one of two) powerOn(one)
  for (const one of two) startMachine(one)
}

function programOn(machine: Machine, name: string): number[] {
  const isIt = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name
    } catch {
      return false
    }
  }
  return processesOn(machine).filter(isIt)
}

/** A replica takes over; then nobody is there for a time. */
async function redisDies() {
  await outage(await primaryOfRedis(), 15)
  const all = ['redis1', 'redis2', 'redis3'] as const
  for (const one of all) powerOff(one)
  await pause(15)
  for (const one of all) powerOn(one)
  for (const one of all) startMachine(one)
}

/** Patroni stays, and lets a standby take over. */
async function postgresDies() {
  // The oldest is the one that starts the others.
  process.kill(Math.min(...programOn(await primary(), 'postgres')), 'SIGKILL')
  await pause(30)
}

async function etcdDies() {
  for (const one of databases) for (const pid of programOn(one, 'etcd')) process.kill(pid, 'SIGKILL')
  await pause(30)
  for (const one of databases) startEtcd(one)
}

/** Loses what one machine sends to this port, such as that of the database. */
function lose(machine: Machine, port: number, isLost: boolean): Promise<void> {
  const rule = ['OUTPUT', '-p', 'tcp', '--dport', String(port), '-j', 'DROP']
  const child = runOn(machine, ['iptables', isLost ? '-A' : '-D', ...rule], { stdio: 'ignore' })
  return new Promise((resolve) => child.once('close', () => resolve()))
}

/** Pictures that were shown lately are shown while the storage is away. */
async function storageLost(): Promise<string[]> {
  const pictureOf = async () => {
    const page = await get(`http://${front}/fundraiser/heal-mama-achieng`)
    return /(\/media\/[\w./-]+)/.exec(page ?? '')?.[1]
  }
  let picture = await pictureOf()
  for (let turn = 0; turn < 10 && !picture; turn++) picture = await pictureOf()
  if (!picture) return ['no picture is on the page of a drive of the examples']
  const isShown = async () => (await fetch(`http://${front}${picture}`)).status === 200
  if (!(await isShown())) return ['the picture was not shown before']
  connect('s3', false)
  const gone: number[] = []
  for (let second = 0; second < 20; second++) {
    if (!(await isShown())) gone.push(second)
    await pause(1)
  }
  connect('s3', true)
  return gone.length > 0 ? [`the picture was not shown after ${gone.join(', ')} s`] : []
}

/** The workers tell the caches nothing: pages are as old as they may be without, and no older. */
async function purgesLost() {
  const workers = ['app1', 'app2'] as const
  for (const one of workers) await lose(one, 6081, true)
  await pause(40)
  for (const one of workers) await lose(one, 6081, false)
}

/** Both standbys confirm commits, and replay none. */
async function replicasPaused(): Promise<string[]> {
  const two = await standbys()
  for (const one of two) await pauseReplay(one, true)
  const wrong = await lateReports().catch((error: Error) => [error.message])
  await pause(10)
  for (const one of two) await pauseReplay(one, false)
  return wrong
}

export const faults: Fault[] = [
  {
    nr: 1,
    name: 'a machine of the product dies',
    gifts: 8000,
    pages: 8000,
    looks: 15_000,
    run: () => outage('app1', 30),
  },
  {
    nr: 2,
    name: 'a machine of the product hangs for a minute',
    gifts: 4000,
    pages: 4000,
    async run() {
      signalAll('app1', 'SIGSTOP')
      await pause(60)
      signalAll('app1', 'SIGCONT')
    },
  },
  {
    nr: 3,
    name: 'the three machines are replaced, one after the other',
    gifts: 3000,
    pages: 3000,
    failsNothing: true,
    run: replaceInTurn,
  },
  { nr: 4, name: 'the Postgres of the primary is killed', gifts: 20_000, pages: 3000, run: postgresDies },
  {
    nr: 5,
    name: 'the primary is cut off from all others',
    gifts: 45_000,
    pages: 3000,
    async run() {
      const one = await primary()
      connect(one, false)
      await pause(60)
      connect(one, true)
    },
  },
  {
    nr: 6,
    name: 'a standby takes over in order',
    gifts: 15_000,
    pages: 3000,
    async run() {
      const [leader, candidate] = [await primary(), await syncStandby()]
      await get(`http://${machines[leader]}:8008/switchover`, { leader, candidate })
      await pause(15)
    },
  },
  {
    nr: 7,
    name: 'the standby that confirms commits dies',
    gifts: 12_000,
    pages: 3000,
    run: async () => outage(await syncStandby(), 25),
  },
  {
    nr: 8,
    name: 'both standbys die for 20 seconds',
    gifts: 45_000,
    pages: 3000,
    // A primary without standbys counts looks until it steps down. A standby that takes over has none of them.
    looksForgotten: 240,
    run: bothStandbysDie,
  },
  {
    nr: 9,
    name: 'the replicas are paused: reports from the primary after 5 s',
    gifts: 3000,
    pages: 3000,
    run: replicasPaused,
  },
  { nr: 10, name: 'etcd dies on all machines for 30 seconds', gifts: 3000, pages: 3000, run: etcdDies },
  {
    nr: 11,
    name: 'one machine of the product loses the database',
    gifts: 5000,
    pages: 3000,
    async run() {
      await lose('app1', 5432, true)
      await pause(20)
      await lose('app1', 5432, false)
    },
  },
  { nr: 12, name: 'the primary of Redis dies, then all three', gifts: 3000, pages: 3000, run: redisDies },
  {
    nr: 13,
    name: 'both machines that may relay die, one after the other',
    gifts: 8000,
    pages: 8000,
    looks: 15_000,
    async run() {
      for (const machine of ['app1', 'app2'] as const) {
        await outage(machine, 10)
        await untilReady(machine)
      }
    },
  },
  {
    nr: 14,
    name: 'one cache dies, then the other, too',
    gifts: 5000,
    pages: 5000,
    async run() {
      powerOff('cache1')
      await pause(10)
      await outage('cache2', 10)
      powerOn('cache1')
      startMachine('cache1')
    },
  },
  {
    nr: 15,
    name: 'the caches are told nothing for 40 seconds',
    gifts: 3000,
    pages: 3000,
    same: 16_000,
    run: purgesLost,
  },
  { nr: 16, name: 'the storage of pictures is cut off for 20 seconds', gifts: 3000, pages: 3000, run: storageLost },
  { nr: 17, name: 'the first load balancer dies', gifts: 6000, pages: 6000, run: () => outage('lb1', 15) },
  {
    nr: 18,
    name: 'the pooler of one machine dies for 20 seconds',
    gifts: 4000,
    pages: 3000,
    async run() {
      for (const pid of programOn('app1', 'pgbouncer')) process.kill(pid, 'SIGKILL')
      await pause(20)
      startPooler('app1')
    },
  },
  {
    nr: 20,
    name: 'the database is restored to a moment, and the world goes on',
    gifts: 300_000,
    pages: 300_000,
    run: goBack,
  },
  {
    nr: 21,
    name: 'the machine of the primary dies',
    gifts: 45_000,
    pages: 3000,
    run: async () => outage(await primary(), 40),
  },
  {
    nr: 19,
    name: 'the provider tells of each gift five times, in any order',
    gifts: 3000,
    pages: 3000,
    async run() {
      await get(`http://${machines.world}:4000/times/5`, {})
      await pause(15)
      await get(`http://${machines.world}:4000/times/1`, {})
    },
  },
]
