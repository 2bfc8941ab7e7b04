import { z } from 'zod'
import type { Answer } from '#app/kit/says.ts'

// Carries a form action's answer across one redirect, in a cookie that lives for a minute and is read once.

/** Browsers silently drop a cookie of more than 4 kB. */
const longest = 3500

export function flashCookie(answer: Answer, secure: boolean): string {
  const { ok, says, errors } = answer
  const short = says && {
    ...says,
    title: says.title.slice(0, 200),
    ...(says.text ? { text: says.text.slice(0, 400) } : {}),
    ...(says.why ? { why: says.why.slice(0, 400) } : {}),
  }
  const wishes: Answer[] = [
    answer,
    { ok, ...(says ? { says } : {}), ...(errors ? { errors } : {}) },
    { ok, ...(short ? { says: short } : {}) },
  ]
  const value = wishes.map(written).find((text) => text.length <= longest) ?? ''
  return `flash=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

const written = (answer: Answer) => Buffer.from(JSON.stringify(answer)).toString('base64url')

export const flashGone = 'flash=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'

/** A cookie may hold anything, so its content is checked before it is shown. */
const form = z.object({
  ok: z.boolean(),
  says: z
    .object({
      title: z.string(),
      text: z.string().optional(),
      why: z.string().optional(),
      tone: z.enum(['good', 'bad']),
    })
    .optional(),
  errors: z.record(z.string(), z.string()).optional(),
  typed: z.record(z.string(), z.string()).optional(),
})

export function flashOf(request: Request): Answer | undefined {
  const found = request.headers.get('cookie')?.match(/(?:^|; )flash=([\w-]{1,4000})/)?.[1]
  if (!found) return undefined
  try {
    return form.safeParse(JSON.parse(Buffer.from(found, 'base64url').toString())).data as Answer | undefined
  } catch {
    return undefined
  }
}
