import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { early } from '#app/early.server.ts'
import { db } from '#app/platform/db.server.ts'
import { unescaped } from './as-sent.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { wholeApp } from './whole-app.ts'

// Forms as a browser without a script sends them, through the whole app, and the page that comes back.

export type Fields = Record<string, string | File>
type Sent = { cookie?: string; body?: string }

/** Opens the app for one test file. Nobody in it tries too often. */
export function openForms() {
  leavesSomethingBehind()
  const at = wholeApp({ drawn: true, early })
  beforeEach(() => sql`delete from rate_limits`.execute(db))

  async function send(path: string, fields: Fields, { cookie = '' }: Sent = {}) {
    const hasFile = Object.values(fields).some((value) => value instanceof File)
    const form = hasFile ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
    const plain = new Response(form)
    const headers = { origin: at.origin, cookie, 'content-type': plain.headers.get('content-type')! }
    const answer = await at.ask(path, { method: 'POST', headers, body: Buffer.from(await plain.arrayBuffer()) })
    return { status: answer.status, to: answer.headers.location ?? null, page: answer.text }
  }
  const post = async (path: string, body: string) =>
    (await at.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  const get = async (path: string, cookie = '') => at.ask(path, { headers: { cookie } })
  return { send, post, get }
}

/** A field of a page: what stands in it, and whether the page says that it is wrong. */
export function fieldOf(page: string, name: string) {
  const [tag, area] = [
    new RegExp(`<(?:input|textarea)[^>]*\\sname="${name}"[^>]*>`).exec(page)?.[0],
    new RegExp(`<textarea[^>]*\\sname="${name}"[^>]*>([^<]*)</textarea>`).exec(page)?.[1],
  ]
  const words = /aria-describedby="([^"\s]*-error)/.exec(tag ?? '')?.[1]
  return {
    // A browser leaves out the line break that an area begins with.
    value: unescaped(area?.replace(/^\n/, '') ?? /\svalue="([^"]*)"/.exec(tag ?? '')?.[1] ?? ''),
    isWrong: /aria-invalid="true"/.test(tag ?? '') && words !== undefined && page.includes(`id="${words}"`),
  }
}
