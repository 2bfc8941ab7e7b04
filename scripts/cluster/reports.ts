import pg from 'pg'
import { pause, signIn } from '../../test/launch.ts'
import { superuserUrl } from './members.ts'
import { front, machines } from './net.ts'

// Reports while the replicas are paused: a comment that is written is in the owner's file of each machine of the product.

const drive = 'heal-mama-achieng'
/** In seconds: a replica may be five seconds old, and its lag is measured once a second. */
const longest = 8
const products = ['app1', 'app2', 'app3'] as const

/** Stops a standby at its place in the primary's log, or lets it go on. */
export async function pauseReplay(machine: 'db1' | 'db2' | 'db3', isPaused: boolean): Promise<void> {
  const url = superuserUrl().replace(`${front}:5432`, `${machines[machine]}:5432`)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  await client.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
  await client.end()
}

/** Returns what did not hold, in words. */
export async function lateReports(): Promise<string[]> {
  // The cookie of a person who has just signed in asks the primary.
  const cookie = (await signIn({ url: `http://${front}` })).replace('fresh=1', '')
  const content = `The replicas are paused ${Date.now()}`
  const { status } = await fetch(`http://${front}/fundraiser/${drive}/comment`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: `http://${front}` },
    body: new URLSearchParams({ name: 'Baraka', content, key: crypto.randomUUID() }),
  })
  if (status !== 303) throw new Error(`a comment answers ${status}`)
  const written = Date.now()
  const seconds = await Promise.all(
    products.map(async (product) => {
      while (!(await report(product, cookie)).includes(content)) {
        if (Date.now() - written > 60_000) return Number.POSITIVE_INFINITY
        await pause(300)
      }
      return (Date.now() - written) / 1000
    }),
  )
  return products.flatMap((product, nr) =>
    seconds[nr]! > longest ? [`the report of ${product} was old for ${seconds[nr]!.toFixed(1)} s`] : [],
  )
}

/** Nobody has changed anything with this cookie: the file may be read at a replica. */
async function report(product: (typeof products)[number], cookie: string): Promise<string> {
  const address = `http://${machines[product]}:3000/fund-drive/${drive}/comments.csv`
  const answer = await fetch(address, { headers: { host: front, cookie } }).catch(() => undefined)
  return answer?.status === 200 ? answer.text() : ''
}
