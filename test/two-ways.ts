import { randomUUID } from 'node:crypto'
import { addresses } from '#app/addresses.ts'
import { early } from '#app/early.server.ts'
import * as kept from '#app/kept.server.ts'
import { db } from '#app/platform/db.server.ts'
import { openHttp } from '#app/platform/http/http.server.ts'
import { alsoHear, tell } from '#app/platform/live/live.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { type Settings, settings } from '#app/platform/settings/settings.server.ts'
import { type Answered, listening } from './ask.ts'
import { allLines, buildOf } from './whole-build.tsx'

/** The product twice over one database: giving out from memory what is the same for everybody, and making all again. */
export async function twoWays(own: Partial<Settings> = {}) {
  const build = buildOf(await allLines(), { drawn: true })
  let made = 0
  const options = { files: 'public', addresses, early, settings: { ...settings, ...own } }
  const usual = openHttp(async () => build, 'production', options)
  const quick = openHttp(
    async () => {
      made++
      return build
    },
    'production',
    { ...options, kept },
  )
  lifecycle.ready(async () => {})
  const [slow, at] = [await listening(usual), await listening(quick)]
  // With its first page the keeper begins to hear of changes, and makes everything once more when it does.
  while (made < 2) await at.ask('/')
  return {
    at,
    slow,
    /** How often something was made since the last call. */
    made() {
      const since = made
      made = 0
      return since
    },
    close() {
      for (const server of [usual, quick]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** Waits until all is heard that was told of so far: what is heard while a page is made has it made once more. */
export const allHeard = () =>
  new Promise<void>((resolve) => {
    const word = `drive:${randomUUID()}`
    const say = () => void tell(db, word)
    const line = alsoHear({
      connected: say,
      said(topic) {
        if (topic !== word) return
        void line.close()
        resolve()
      },
    })
  })

export const agent = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36'

/** The cookies that an answer gives, as the browser sends them from then on. */
export const cookieOf = ({ headers }: Answered) => headers['set-cookie']!.map((one) => one.split(';')[0]).join('; ')

/** A page without what is another with each making: its moment and ages, keys, token, nonce, number and port. */
export const bare = (text: string): string =>
  text
    .replace(/ (data-request|nonce)=\\?"[^"]*"/g, '')
    .replace(/\d{10}\.[\w-]{43}/g, 'token')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'key')
    .replace(/\b1\d{12}\b/g, 'moment')
    .replace(/(<time[^>]*>)[^<]*/g, '$1')
    .replace(/"expiresIn\\?",\d+/g, 'session')
    .replace(/127\.0\.0\.1(:|%3A)\d+/g, 'here')
