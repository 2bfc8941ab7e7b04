import pg from 'pg'
import { log } from '#app/platform/log.server.ts'

export type HeardNotice = {
  /** Receives a notification of the channel. */
  said: (text: string) => void
  /** Called when the connection is up (again): notifications before this moment may have been missed. */
  connected: () => void
}
export type ListenLine = { close(): Promise<void> }

const patience = 5000
const pingEvery = 20_000

/** Listens to a channel of the database on a connection of its own, and reconnects whenever that is lost. */
export function listenTo(connectionString: string, channel: string, heard: HeardNotice): ListenLine {
  let closed = false
  let failures = 0
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  function lost(which: pg.Client) {
    if (client !== which) return
    client = undefined
    which.end().catch(() => {})
    if (closed) return
    const wait = Math.min(10_000, 100 * 2 ** failures++) * (0.5 + Math.random() / 2)
    timer = setTimeout(connect, wait)
    timer.unref()
    log.warn({ channel, wait: Math.round(wait) }, 'the line for live updates is lost')
  }

  async function connect() {
    const mine = new pg.Client({
      connectionString,
      connectionTimeoutMillis: patience,
      application_name: `harambee ${channel}`,
    })
    client = mine
    mine.on('error', () => lost(mine))
    mine.on('end', () => lost(mine))
    mine.on('notification', ({ payload }) => heard.said(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      failures = 0
      heard.connected()
      ping(mine)
    } catch {
      lost(mine)
    }
  }

  /** A ping notices a connection that was cut silently. */
  function ping(mine: pg.Client) {
    if (client !== mine || closed) return
    timer = setTimeout(() => {
      const late = setTimeout(() => lost(mine), patience)
      mine.query('select 1').then(
        () => {
          clearTimeout(late)
          ping(mine)
        },
        () => {
          clearTimeout(late)
          lost(mine)
        },
      )
    }, pingEvery)
    timer.unref()
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
