import { sql } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { type Db, db, sessionAddress, type Tx } from '#app/platform/db.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { Hub, rightsTopic } from './hub.server.ts'
import { type HeardNotice, type ListenLine, listenTo } from './listen.server.ts'
import { listenToRedis } from './redis.server.ts'

// Open pages learn that something changed: tell → NOTIFY → one listening connection per process → the hub → server-sent
// events → useLive runs the page's loader again. With REDIS_URL a table, the relay and Redis are in the place of NOTIFY.

/** Tells every open page on this topic to load again; sent when the transaction commits. */
export const tell = (tx: Tx | Db, topic: string) => sql`select ${telling(topic)}`.execute(tx)
const telling = (topic: string) => sql`tell_topic(${topic})`
/** Notifies many topics, each once, as a part of a larger statement. Selects their count. */
export const tellingAll = (topics: string[]) =>
  sql`select count(tell_topic(topic)) from unnest(${[...new Set(topics)]}::text[]) topic`

/** Notifies that this person's rights have changed: the streams of their open pages end when the transaction commits, and reconnect. */
export const tellRights = (tx: Tx | Db, personId: string) => tell(tx, rightsTopic(personId))

/** A kind of topics, such as all 'drive:…'. */
export type TopicKind = {
  /** Whether this visitor may learn of this one's changes. */
  allowed: (id: string, context: Readonly<RouterContextProvider>) => boolean | Promise<boolean>
  /**
   * A small public value that is sent with each change, so that thousands of watchers need not ask: made once per tick
   * and process, the same bytes for everybody. Must contain nothing private. Undefined: the page loads again.
   */
  summary?: (db: Db, id: string) => Promise<unknown>
}

const kinds = new Map<string, TopicKind>()

/** Opens a kind of topics to listeners; an unregistered kind is refused to everybody. */
export function registerTopic(kind: string, how: TopicKind): void {
  kinds.set(kind, how)
}

const topicForm = /^([a-z][a-z-]{0,30}):([\w-]{1,64})$/
const kindOf = (topic: string) => {
  const [, kind, id] = topicForm.exec(topic) ?? []
  const how = kind ? kinds.get(kind) : undefined
  return how && id ? { how, id } : undefined
}

const hearers = new Set<HeardNotice>()
let line: ListenLine | undefined

/** Shares one connection, to the database or to Redis, among all listeners in this process. */
export function alsoHear(heard: HeardNotice): ListenLine {
  hearers.add(heard)
  if (line) heard.connected()
  line ??= openLine({
    said(topic) {
      for (const one of hearers) one.said(topic)
    },
    connected() {
      for (const one of hearers) one.connected()
    },
  })
  return {
    async close() {
      hearers.delete(heard)
      if (hearers.size > 0) return
      const last = line
      line = undefined
      await last?.close()
    },
  }
}

const openLine = (heard: HeardNotice): ListenLine =>
  settings.REDIS_URL ? listenToRedis(settings.REDIS_URL, heard) : listenTo(sessionAddress(), 'live', heard)

/** Begins to listen for changes before the first page is made: a page that is older may have missed some, and is renewed. */
export const openLive = (): Promise<void> =>
  Promise.race([theHub().connected, new Promise<void>((resolve) => setTimeout(resolve, longestOpening).unref())])
const longestOpening = 2000

let hub: Hub | undefined
/** Returns the process's hub. */
function theHub(): Hub {
  if (!hub) {
    const opened = new Hub({
      summary: async (topic) => {
        const kind = kindOf(topic)
        return kind?.how.summary?.(db, kind.id)
      },
      listen: alsoHear,
    })
    hub = opened
    lifecycle.onDrain(() => opened.close())
  }
  return hub
}

const mostTopics = 8

/** The most milliseconds that a cached page may lag behind notifications. */
const mayLag = 250

/** Answers with the event stream for one open page: /live?topic=drive:1&topic=person:2&age=1500. */
export async function liveAnswer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  personId: string | null = null,
): Promise<Response> {
  const began = performance.now()
  const { address, origin } = context.get(askedContext)
  if (isFromElsewhere(request, origin)) return new Response('Forbidden', { status: 403 })
  if (lifecycle.state() === 'draining') return later('This server is closing.')
  const asked = new URL(request.url).searchParams
  const topics = [...new Set(asked.getAll('topic'))]
  if (topics.length === 0 || topics.length > mostTopics)
    return new Response(`From 1 to ${mostTopics} topics at once.`, { status: 400 })
  for (const topic of topics) {
    const kind = kindOf(topic)
    if (!kind || !(await kind.how.allowed(kind.id, context))) return new Response('Forbidden', { status: 403 })
  }
  const age = Math.max(0, Number(asked.get('age')) || 0) + mayLag
  const person = personId === null ? null : { id: personId, known: performance.now() - began + mayLag }
  const body = theHub().join({ topics, address, age, person, signal: request.signal })
  if (!body) return later('Too many pages are listening.')
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

/** True for pages of other sites: browsers name their origin; for our own pages many don't. */
function isFromElsewhere({ headers }: Request, own: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  return (origin !== null && origin !== own) || (site !== null && site !== 'same-origin')
}

const later = (words: string) => new Response(words, { status: 503, headers: { 'retry-after': '5' } })
