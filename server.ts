import type http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import type { ServerBuild } from 'react-router'
import { addresses } from '#app/addresses.ts'
import { early } from '#app/early.server.ts'
import { applies, compareNow, startJobs } from '#app/jobs.server.ts'
import * as kept from '#app/kept.server.ts'
import { startEvents } from '#app/money/payments/events.server.ts'
import { useIntake } from '#app/money/payments/intake.server.ts'
import { sealOpenRequests } from '#app/money/payouts/seals.server.ts'
import { cutConnections, db, openPool } from '#app/platform/db.server.ts'
import { drainHttp, type HttpOptions, openHttp } from '#app/platform/http/http.server.ts'
import { openPurge } from '#app/platform/kept/purge.server.ts'
import { openLive } from '#app/platform/live/live.server.ts'
import { startRelay } from '#app/platform/live/relay.server.ts'
import { log } from '#app/platform/log.server.ts'
import { chooseMobileMoney } from '#app/platform/mpesa/choose-mobile-money.server.ts'
import { openPretendedDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import { chooseProvider, refuseExamples } from '#app/platform/paystack/choose-provider.server.ts'
import { openPretendedPaystack } from '#app/platform/paystack/pretended-paystack.server.ts'
import { type Database, openDatabase } from '#app/platform/postgres/database.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import { openVisitorsPool, takePulse, writeProbe } from '#app/platform/postgres/pools.server.ts'
import { openReplica } from '#app/platform/postgres/replica.server.ts'
import { becomeChild, tellParent, thePlan, thePost } from '#app/platform/processes/as-child.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { settleDown } from '#app/platform/processes/metrics.server.ts'
import { openParent } from '#app/platform/processes/parent.server.ts'
import { asStep, atStep } from '#app/platform/processes/steps.server.ts'
import { keepChoices } from '#app/platform/settings/choices.server.ts'
import { keptSecret } from '#app/platform/settings/secret.server.ts'
import { inWords, problems, problemWith, publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { chooseTexter } from '#app/platform/sms/texter.server.ts'
import { openExamples } from '#examples/examples.ts'

export type Running = {
  /** Settles when the app is open; fails when it can't be opened without a person's help. */
  open: Promise<void>
  /** Closes the app in the reverse order, whatever was reached until then. */
  stop(): Promise<void>
}

type Options = {
  build?: () => Promise<ServerBuild>
  mode?: string
  /** Sees every request first: hot reload, while developing. */
  before?: HttpOptions['before']
}
/** How to undo what was done, the newest last. */
type Undo = (() => Promise<unknown>)[]

const built = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

/** Starts the product in this process, or in as many as the settings say. `end`: the parent wants this one to end, or is gone. */
export async function open(end = () => {}): Promise<Running> {
  if (thePost()) return bootAsChild(end)
  const { webs, WEB_PROCESSES: asked = 1 } = settings
  if (asked > webs && settings.answers) console.log('Several processes need Linux: one answers here.')
  if (webs === 1 || problems.length > 0) return boot()
  const port = await freePort()
  return openParent({ ...settings, port, whenOpen: (place) => sayWhere(port, place) })
}

async function bootAsChild(stop: () => void): Promise<Running> {
  const noDatabase = () => lifecycle.broken([problemWith('DATABASE_URL', 'wrong')])
  const { name } = becomeChild({ stop, noDatabase })
  log.setBindings({ process: name })
  return boot()
}

/** Starts the product: HTTP first, so that the person who comes too early is told so, then everything that serves visitors. */
export async function boot({ build = built, mode = 'production', before }: Options = {}): Promise<Running> {
  const closing = new AbortController()
  const undo: Undo = []
  const server = openHttp(build, mode, { addresses, early, kept, ...(before ? { before } : {}) })
  const post = thePost()
  // Others serve already, or it does jobs for them.
  const isLate = post && (post.isLate || !settings.answers)
  if (!isLate) await listen(server, { reusePort: post !== undefined })
  const open = openHouse(undo, closing.signal, server)
  // Who waits for it hears of the failure; nobody has to.
  open.catch(() => {})
  return {
    open,
    async stop() {
      closing.abort()
      await drainHttp(server)
      // A step that is under way still leaves word of how to undo it.
      await Promise.race([open.catch(() => {}), pause(5000)])
      for (const end of undo.reverse()) await end().catch((error) => log.error({ err: error }, 'while closing'))
    },
  }
}

/** The order of the start; the order of the end is the reverse. */
async function openHouse(undo: Undo, signal: AbortSignal, server: http.Server) {
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${inWords(problem)}`)
    console.error(['The settings need your attention. Put them right and start again:', ...lines].join('\n'))
    return
  }
  const post = thePost()
  atStep('database')
  const database: Opened = post ? await givenDatabase() : await openDatabase(settings, signal)
  undo.push(() => database.stop())
  settings.AUTH_SECRET ??= keptSecret(settings.DATA_DIR)
  const pool = openVisitorsPool(database)
  undo.push(() => Promise.race([pool.end(), pause(3000)]))
  if (settings.answers) openReports(database, undo)
  if (settings.strict) await refuseExamples(pool)
  const choices = await keepChoices()
  undo.push(() => choices.stop())
  await openProvider(pool, server, undo)
  const intake = openIntake(database, undo)
  const pulse = await takePulse(database)
  undo.push(() => Promise.race([pulse.end(), pause(3000)]))
  signal.throwIfAborted()
  const dress = (post?.isFirst ?? true) ? await openContent() : undefined
  if (settings.works) await openJobs(database, undo)
  const events = startEvents(db, applies)
  undo.push(() => events.stop())
  signal.throwIfAborted()
  const cut = () => [pool, intake, pulse].forEach(cutConnections)
  if (settings.answers) await openLive()
  lifecycle.writesBy(() => pulse.query(writeProbe))
  lifecycle.ready(() => pulse.query('select 1'), cut)
  settleDown(server)
  if (post?.isLate && settings.answers) await listen(server, { reusePort: true })
  if (post && settings.answers) tellParent('serves')
  if (!post && settings.answers) sayWhere(portOf(server), database.place)
  if (!dress) return
  const pictured = dress(path.join(productFolder, 'examples/pictures'), signal).catch((error) => {
    if (!signal.aborted) log.warn({ err: error }, 'the example content is not complete')
  })
  undo.push(() => Promise.race([pictured, pause(3000)]))
}

/** Seals requests of earlier versions, and makes the examples; returns what dresses them. The first of several processes does it. */
async function openContent() {
  await sealOpenRequests(db)
  if (!settings.examples) return undefined
  return asStep('examples', () => openExamples(db, { withMoney: settings.pretends }))
}

/** The payment providers and the gateway for texts, or the sandboxes in their place, at addresses of ours. */
async function openProvider(pool: pg.Pool, server: http.Server, undo: Undo) {
  // The one that does the jobs below a parent finds the others beside it.
  const here = settings.answers || thePost() ? addressOf(server) : publicAddress()
  await chooseProvider(pool, settings, `${here}/sandbox/paystack`)
  chooseMobileMoney(settings, { sandbox: `${here}/sandbox/daraja`, here })
  chooseTexter(settings, { sandbox: `${here}/sandbox/africastalking`, hooks: `${here}/hooks/sms` })
  if (!settings.pretends || !settings.answers) return
  const pretended = [openPretendedPaystack(`${here}/webhooks/paystack`), openPretendedDaraja(here)]
  undo.push(() => Promise.all(pretended.map((world) => world.stop())))
}

type Opened = Database & { visitors?: number }

/** The parent has opened it, and closes it. */
async function givenDatabase() {
  return { ...(await thePlan()), stop: async () => {} }
}

async function openJobs({ url, role }: Database, undo: Undo) {
  // A job that was taken or done may be forgotten when the power goes: then it is done again.
  const own = openPool(url, 6, role, { quick: true })
  undo.push(() => Promise.race([own.end(), pause(3000)]))
  const jobs = startJobs(own)
  undo.push(() => jobs.stop())
  const relay = settings.REDIS_URL ? startRelay({ url, redis: settings.REDIS_URL }) : undefined
  if (relay) undo.push(() => Promise.race([relay.stop(), pause(3000)]))
  const purge = openPurge(settings, relay?.relays)
  if (purge) undo.push(() => purge.stop())
  await compareNow()
}

/** The replica that reports read, if there is one. */
function openReports({ role }: Database, undo: Undo) {
  const { DATABASE_READ_URL: url } = settings
  if (!url) return
  const replica = openReplica({ url, role })
  undo.push(() => Promise.race([replica.stop(), pause(3000)]))
}

/** Two connections that are the provider's alone: what it tells us is stored however busy all others are. */
function openIntake({ url, role }: Database, undo: Undo) {
  const pool = openPool(url, 2, role)
  undo.push(() => Promise.race([pool.end(), pause(3000)]))
  useIntake(pool)
  return pool
}

/** Listens, and says plainly what is in the way when it can't. */
async function listen(server: net.Server, { reusePort = false } = {}): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(inTheWay(error))))
    server.listen({ port: settings.PORT, host: settings.HOST, reusePort }, resolve)
  })
}

/** In milliseconds. Children of a parent that was killed need a moment to let go of it. */
const letGo = 3000

/**
 * The port that several processes will share, if it is free. Each of them may listen where another does, so this is the
 * moment at which another program on it is noticed.
 */
async function freePort(): Promise<number> {
  const until = Date.now() + letGo
  for (;;) {
    const probe = net.createServer()
    try {
      await listen(probe)
      const port = portOf(probe)
      await new Promise((resolve) => probe.close(resolve))
      return port
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

const portOf = (server: net.Server) => (server.address() as AddressInfo).port

/** Where this process reaches itself. */
function addressOf(server: http.Server): string {
  const { address, port } = (server.address() ?? { address: settings.HOST, port: settings.PORT }) as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function inTheWay(error: NodeJS.ErrnoException): string {
  const { PORT, HOST } = settings
  if (error.code === 'EADDRINUSE')
    return `Port ${PORT} is taken by another program. Stop that one, or choose another port: PORT=${PORT + 1} npm start`
  if (error.code === 'EACCES') return `Port ${PORT} may not be used by this user. Choose one above 1023 with PORT.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `This machine has no address ${HOST}. Put HOST right, or leave it out.`
  return error.message
}

function sayWhere(port: number, place: string | undefined) {
  const host = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(settings.HOST) ? 'localhost' : settings.HOST
  const address = settings.APP_URL ?? `http://${host}:${port}`
  const { DATA_DIR } = settings
  const lines = [['Harambee is open', address]]
  if (settings.examples) lines.push(['people', 'owner@harambee.test and admin@harambee.test, password: harambee'])
  if (settings.sandbox) lines.push(['mailbox', `${address}/sandbox/mailbox`])
  if (settings.pretends) {
    lines.push(['payments', `${address}/sandbox/paystack`])
    lines.push(['phones of payers', `${address}/sandbox/phone`])
  }
  lines.push(['data', place && !place.startsWith(DATA_DIR) ? `${DATA_DIR}, the database in ${place}` : DATA_DIR])
  console.log(`\n${lines.map(([what, where]) => `  ${what!.padEnd(18)}${where}`).join('\n')}\n`)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
