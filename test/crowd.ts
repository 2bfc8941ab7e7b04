import { pause } from './product.ts'

// A crowd at a drive's page: each comes from a network of their own, is given a cookie, and tells that they look.

/** What a visitor saw last: the page's status, and what the counting said, if it was asked. */
type Visit = { page: number; view: string }

const phone = {
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36',
}
const networkOf = (nr: number) => `41.${nr % 200}.${Math.floor(nr / 200)}.7`

/** Comes again until someone answers: processes may be killed meanwhile. */
async function ask(url: string, send: RequestInit): Promise<Response> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(url, { ...send, redirect: 'manual', signal: AbortSignal.timeout(20_000) }).then(
      async (given) => new Response(await given.arrayBuffer(), given),
      () => undefined,
    )
    if (answer && answer.status !== 503 && answer.status !== 502) return answer
    await pause(50 + Math.random() * 200)
  }
  throw new Error(`${url} never came to an answer`)
}

/** So many come within this time. */
export const crowd = (many: number, within: number, where: () => string, drive: { id: string; slug: string }) =>
  Promise.all(
    Array.from({ length: many }, async (_, nr): Promise<Visit> => {
      await pause(Math.random() * within)
      const headers = { ...phone, 'x-forwarded-for': networkOf(nr) }
      const page = await ask(`${where()}/fundraiser/${drive.slug}`, { headers })
      if (page.status !== 200) return { page: page.status, view: '' }
      const cookie = page.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      // The page proves with its token that it was asked for.
      const [token = ''] = /\b\d{10}\.[\w-]{43}\b/.exec(await page.text()) ?? []
      const looks = { ...headers, cookie, 'content-type': 'application/json', 'page-token': token }
      const body = JSON.stringify({ fund_drive_id: drive.id })
      const told = await ask(`${where()}/api/track-view`, { method: 'POST', headers: looks, body })
      const { view = '' } = told.status === 200 ? ((await told.json()) as { view?: string }) : {}
      return { page: 200, view }
    }),
  )
