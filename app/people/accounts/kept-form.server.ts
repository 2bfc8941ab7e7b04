import { redirect, redirectDocument } from 'react-router'
import type { Db } from '#app/platform/db.server.ts'
import { dropKept, keepForm, keptFormOf, mayHaveKept } from '#app/platform/kept-forms.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { type Asked, askedContext } from '#app/platform/request.server.ts'
import type { Asking } from './auth.server.ts'
import { lastPersonCookie, lastPersonIn } from './last-person.server.ts'
import { authPath } from './way-back.ts'

/** Forms there are short, and ask for passwords and codes. */
const notKept = /^\/(auth|settings|sign-out)(\/|$)/
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i

/** Keeps the form of a person whose session has ended, for when they have signed in again. Gives the cookies that go. */
async function keptBeforeSignIn(db: Db, { request, context }: Asking, { pathname, search }: URL, page?: string) {
  const userId = lastPersonIn(request)
  if (
    context.get(askedContext).kept ||
    request.method !== 'POST' ||
    !userId ||
    notKept.test(pathname) ||
    !formTypes.test(request.headers.get('content-type') ?? '')
  )
    return []
  try {
    await takeTry([{ name: 'kept-form', key: userId, times: 60, seconds: 3600 }])
    const cookie = await keepForm(db, { userId, action: pathname + search, page, fields: await request.formData() })
    return cookie ? [cookie] : []
  } catch (error) {
    // Sign-in goes on without the kept form.
    logFault(error, context)
    return []
  }
}

/**
 * The form that waits for the person who has signed in again. The page that they come back to leads to the form as a document: then the
 * server draws it with what was typed. What another person typed goes. Gives the cookies that go.
 */
async function keptAfterSignIn(db: Db, { request, context }: Asking, { pathname, search }: URL, personId: string) {
  if (!mayHaveKept(request.headers)) return []
  const asked: Asked = context.get(askedContext)
  const kept = asked.kept ?? (await keptFormOf(db, request.headers))
  if (kept?.userId !== personId) {
    const gone = await dropKept(db, kept?.token)
    if (asked.kept) throw redirect(pathname + search, { status: 303, headers: { 'set-cookie': gone } })
    return [gone]
  }
  if (asked.kept) return [await dropKept(db, kept.token)]
  const path = pathname + search
  if (request.method !== 'GET' || ![kept.page, kept.action].includes(path)) return []
  // The server could not draw it.
  if (path === kept.action && !asked.byScript) return [await dropKept(db, kept.token)]
  throw redirectDocument(kept.action, 303)
}

/** With the session goes whose it was; and what was kept of a form, as far as it is theirs, is shown to them now. */
export async function cookiesBeside(db: Db, asking: Asking, url: URL, personId: string): Promise<string[]> {
  const last = lastPersonIn(asking.request) === personId ? [] : [lastPersonCookie(personId)]
  return [...last, ...(await keptAfterSignIn(db, asking, url, personId))]
}

/** To the sign-in page, and back afterwards. What was sent is kept until then. */
export async function toSignIn(db: Db, asking: Asking, url: URL, path?: string): Promise<Response> {
  const page = wanted(asking.request, url)
  const headers = new Headers()
  for (const cookie of await keptBeforeSignIn(db, asking, url, page)) headers.append('set-cookie', cookie)
  return redirect(path ?? authPath(page), { status: 303, headers })
}

/** The page they asked for, not the data that its script asks for; for a form that was sent, the page it was on. */
function wanted({ method, headers }: Request, asked: URL): string | undefined {
  const referer = headers.get('referer')
  const page = method === 'GET' ? asked : referer && URL.canParse(referer) ? new URL(referer) : undefined
  return page && page.pathname + page.search
}
