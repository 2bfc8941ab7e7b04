import fs from 'node:fs'
import { databaseUrl, home, ownerPassword, startMachine, superuserUrl } from './members.ts'
import { front, hasNetwork, machineNames, makeNetwork, removeNetwork, runOn } from './net.ts'
import { keepLog } from './restore.ts'

// The cluster comes up and goes down.

export async function up(): Promise<void> {
  if (hasNetwork()) throw new Error('The cluster is up: npm run cluster -- down')
  fs.rmSync(home, { recursive: true, force: true })
  makeNetwork()
  for (const machine of machineNames) if (!machine.startsWith('app')) startMachine(machine)
  console.log('three databases …')
  await until(async () => (await psql(superuserUrl(), 'select 1')).ok, 120)
  // A commit needs a standby.
  await until(async () => (await psql(superuserUrl(), standby)).rows > 0, 120)
  await until(() => keepLog().then(() => true), 60)
  await psql(superuserUrl(), `create role harambee login createrole password '${ownerPassword()}'`)
  // A process that hangs in the middle of a transaction holds locks for no longer than this.
  await psql(superuserUrl(), `alter role harambee set idle_in_transaction_session_timeout = '10s'`)
  await psql(superuserUrl(), 'create database harambee owner harambee')
  await until(async () => (await psql(databaseUrl(), 'select 1')).ok, 30)
  console.log('three machines of the product …')
  // The first migrates the database.
  for (const machine of machineNames) if (machine.startsWith('app')) startMachine(machine)
  await until(async () => (await curl('/readyz')) === 200, 180)
  console.log('pictures of the examples …')
  await until(async () => (await psql(databaseUrl(), shownPicture)).rows > 0, 180)
  console.log(`The cluster is up: http://${front} in the namespace harambee-net.`)
}

/** One process puts them in after it is ready, and the first fault may kill it. */
const shownPicture = `select 1 from fund_drives where slug = 'heal-mama-achieng' and image_url is not null`
const standby = `select 1 from pg_stat_replication where sync_state = 'sync'`

export async function down(): Promise<void> {
  await removeNetwork()
  fs.rmSync(home, { recursive: true, force: true })
  console.log('The cluster is down.')
}

/** Waits until it is so. A question that fails is asked again: a fault may have ended its connection. */
export async function until(is: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await is().catch(() => false))) {
    if (Date.now() > end) throw new Error(`it did not come within ${seconds} s; the logs are in ${home}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Asks the database with Debian's psql, from the visitors' side. */
async function psql(url: string, question: string): Promise<{ ok: boolean; rows: number; text: string }> {
  const { code, said } = await output(['psql', '-XAt', '-c', question, url], { PGCONNECT_TIMEOUT: '3' })
  return { ok: code === 0, rows: said ? said.split('\n').length : 0, text: said }
}

async function curl(path: string): Promise<number> {
  const script = `fetch('http://${front}${path}').then((a) => console.log(a.status), () => console.log(0))`
  return Number((await output([process.execPath, '-e', script])).said)
}

function output(command: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
  const child = runOn('visitors', command, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } })
  let said = ''
  child.stdout!.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}
