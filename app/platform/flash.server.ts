import type { Answer } from '#app/kit/says.ts'

// Carries what a deed said across one redirect, in a cookie that lives for a minute and is read once.

const name = 'flash'
const longest = 3000

export function flashCookie(answer: Answer): string {
  const full = Buffer.from(JSON.stringify(answer)).toString('base64url')
  const value =
    full.length <= longest
      ? full
      : Buffer.from(JSON.stringify({ ok: answer.ok, says: answer.says })).toString('base64url')
  return `${name}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`
}

export const flashGone = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

export function flashOf(request: Request): Answer | undefined {
  const found = request.headers.get('cookie')?.match(/(?:^|; )flash=([\w-]+)/)?.[1]
  if (!found) return undefined
  try {
    return JSON.parse(Buffer.from(found, 'base64url').toString()) as Answer
  } catch {
    return undefined
  }
}
