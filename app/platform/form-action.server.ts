import { msg } from '@lingui/core/macro'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { type Answer, Refusal, type Says, wordsOf } from '#app/kit/says.ts'
import { ownPath } from '#app/kit/web-address.ts'
import { isHeld } from './db.server.ts'
import { asSent, mostFields, typedOf } from './http/form.server.ts'
import { type Limit, takeTry } from './http/limits.server.ts'
import { logFault } from './log.server.ts'
import { lifecycle } from './processes/lifecycle.server.ts'
import { askedContext, wordsContext } from './request.server.ts'

export type Args = {
  request: Request
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

export type LoaderArgs = Args & { url: URL }

/** The result of a form action: a redirect (to a path of ours), a message, cookies. */
export type Outcome = { go?: string; says?: Says; headers?: Headers; cookies?: string[]; gave?: Answer['gave'] }

type FormAction<Form extends z.ZodType> = {
  /** The fields of the form; left out where pressing the button says all. */
  form?: Form
  /** Runs before the form is parsed: for example, stores an uploaded file and puts its address into the field. */
  first?: (fields: FormData, args: Args) => Promise<unknown>
  /** Does the work. Throws a Refusal when a rule refuses. */
  run: (input: z.output<Form>, args: Args) => Promise<Outcome | Response | undefined>
  /** The rate limits; counted after the form was parsed, before anything is done. */
  limits?: (input: z.output<Form>, args: Args) => Limit[]
  done?: Says
  failed: Says
  /** Shown in a toast, beside the messages at the fields, when a required field is empty. */
  incomplete?: Says
  /** True when the route has a page of its own, which then shows the answer without JavaScript. */
  page?: boolean
  /** Fields that are never sent back, such as passwords. */
  secret?: string[]
  /** Fields that `first` fills with values not meant for the sender: they are sent back as they were typed. */
  filled?: string[]
}

const nothing = z.object({})

/** Makes a form action, the only way to change something: it parses a form, does one thing, and says how that went. */
export function formAction<Form extends z.ZodType = typeof nothing>(declared: FormAction<Form>) {
  const form = declared.form ?? (nothing as z.ZodType as Form)
  return async function action(args: Args) {
    refuseForeignOrigin(args)
    args.context.get(askedContext).changes = true
    // A page that the person leaves posts its typed text: the guard of its folder keeps the text, and nothing is ever done.
    if (args.request.headers.has('x-only-keep')) return new Response(null, { status: 204 })
    const fields = await fieldsOf(args)
    let typed = typedOf(fields, declared.secret ?? [])
    if (args.context.get(askedContext).kept) return answerKept(args, declared, typed)
    try {
      if (declared.first) {
        await declared.first(fields, args)
        const { secret = [], filled = [] } = declared
        const own = Object.entries(typed).filter(([name]) => filled.includes(name))
        typed = { ...typedOf(fields, [...secret, ...filled]), ...Object.fromEntries(own) }
      }
      const asked = form.safeParse(asSent(fields))
      if (!asked.success)
        return answerNo(
          args,
          declared,
          { ok: false, ...complaints(asked.error, args, { ...declared, typed }), typed },
          422,
        )
      if (declared.limits) await takeTry(declared.limits(asked.data, args))
      const outcome = await declared.run(asked.data, args)
      return outcome instanceof Response ? outcome : answerYes(args, declared, outcome ?? {})
    } catch (error) {
      if (isAnswer(error)) throw error
      if (error instanceof Refusal) return answerRefusal(args, declared, error, typed)
      if (isHeld(error)) return answerRefusal(args, declared, lockedRefusal(), typed)
      return answerFault(args, declared, error, typed)
    }
  }
}

/**
 * Joins the form actions of several addresses, each under the end of its address in app/routes.ts. The matched route decides
 * which one runs, so that no spelling of an address gets past it.
 */
export function actions<Answered>(all: Record<string, (args: Args) => Answered>) {
  return function action(args: Args & { pattern: string }) {
    return at(args.pattern, all)(args)
  }
}

/** Joins the loaders of several addresses in the same way: files and data without a page of their own. */
export function loaders<Answered>(all: Record<string, (args: LoaderArgs) => Answered>) {
  return function loader(args: LoaderArgs & { pattern: string }) {
    return at(args.pattern, all)(args)
  }
}

function at<Part>(pattern: string, all: Record<string, Part>): Part {
  const end = Object.keys(all).find((end) => `/${pattern}`.endsWith(`/${end}`))
  if (!end) throw new Error(`no form action or loader for ${pattern}`)
  return all[end]!
}

const signedOut = msg`You were signed out`
const again = msg`Nothing was done. Please do it again.`

/**
 * Answers a form that was sent while its person was signed out. The page shows it as it was sent, and nothing is done until they
 * press again: the root says so. For a form without a page of its own there is only a message.
 */
function answerKept(args: Args, declared: How, typed: Record<string, string>) {
  const says = { ...speak({ title: signedOut, text: again }, args), tone: 'bad' as const }
  return answerNo(args, declared, { ok: false, ...(declared.page ? {} : { says }), typed }, 200)
}

/** React Router checks the origin of page actions only; a form action often has no page, so it checks here. */
function refuseForeignOrigin({ request, context }: Args) {
  const { origin } = context.get(askedContext)
  const from = request.headers.get('origin')
  const same = from === null ? request.headers.get('sec-fetch-site') === 'same-origin' : from === origin
  if (!same) throw new Response('Forbidden', { status: 403 })
}

const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i

async function fieldsOf({ request }: Args): Promise<FormData> {
  if (!formTypes.test(request.headers.get('content-type') ?? ''))
    throw new Response('Unsupported Media Type', { status: 415 })
  const fields = await request.formData().catch(() => {
    throw new Response('Bad Request', { status: 400 })
  })
  if ([...fields.keys()].length > mostFields) throw new Response('Content Too Large', { status: 413 })
  return fields
}

/** True for errors thrown on purpose, by a rule of the router: a redirect, a 404. */
const isAnswer = (error: unknown) =>
  error instanceof Response || (error as { type?: string } | undefined)?.type === 'DataWithResponseInit'

const unspoken = msg`Please check this field.`

/** Returns the first complaint about each field; one about the form as a whole is shown in a toast. */
function complaints(
  error: z.ZodError,
  args: Args,
  { incomplete, typed }: { incomplete?: Says; typed: Record<string, string> },
): Pick<Answer, 'says' | 'errors'> {
  const words = args.context.get(wordsContext)
  const errors: Record<string, string> = {}
  let whole: string | undefined
  for (const { path, message } of error.issues) {
    const found = wordsOf(message)
    // Unknown words are the schema's own: English, and meant for programmers.
    const text = words._(found.id === message && found.message === message ? unspoken : found)
    if (path.length === 0) whole ??= text
    else errors[String(path[0])] ??= text
  }
  if (whole) return { errors, says: { title: whole, tone: 'bad' } }
  const isLeftOut = Object.keys(errors).some((name) => !typed[name]?.trim())
  return incomplete && isLeftOut ? { errors, says: { ...speak(incomplete, args), tone: 'bad' } } : { errors }
}

function speak(says: Says, { context }: Args) {
  const words = context.get(wordsContext)
  const text = says.text ? { text: words._(says.text) } : {}
  const why = says.why ? { why: words._(says.why) } : {}
  return { title: words._(says.title), ...text, ...why, tone: says.tone ?? ('good' as const) }
}

type How = { done?: Says; failed: Says; page?: boolean }

function answerYes(args: Args, declared: How, outcome: Outcome) {
  const says = outcome.says ?? declared.done
  const answer: Answer = { ok: true, ...(says ? { says: speak(says, args) } : {}) }
  if (outcome.gave) answer.gave = outcome.gave
  const headers = new Headers(outcome.headers)
  for (const cookie of outcome.cookies ?? []) headers.append('set-cookie', cookie)
  // A page of its own shows what was asked for, also without JavaScript.
  const isShown = args.context.get(askedContext).byScript || (declared.page && outcome.gave !== undefined)
  if (!outcome.go && isShown) return data(answer, { headers })
  if (answer.says) headers.append('set-cookie', flash(args, answer))
  return redirect(outcome.go ? placeOf(outcome.go) : cameFrom(args), { status: 303, headers })
}

function answerRefusal(args: Args, declared: How, refusal: Refusal, sent: Record<string, string>) {
  const says = { ...speak(refusal.says, args), tone: 'bad' as const }
  // A message at a field is shown only there; a refusal with a text of its own shows its title in a toast as well.
  const own = says.why ?? says.text
  const words = args.context.get(wordsContext)
  const { atFields } = refusal
  const errors = atFields && Object.fromEntries(Object.entries(atFields).map(([name, one]) => [name, words._(one)]))
  const typed = { ...sent, ...refusal.typed }
  const spoken = refusal.errors || (refusal.field && !own) ? undefined : says
  const answer: Answer = { ok: false, ...(spoken ? { says } : {}), ...(errors ? { errors } : {}), typed }
  return answerNo(args, declared, answer, refusal.status, refusal.retryAfter)
}

/** Answers a fault: general words and the log's id, no details. Without its database the app says when to come back. */
function answerFault(args: Args, declared: How, error: unknown, typed: Record<string, string>) {
  const gone = lifecycle.heard(error)
  const id = logFault(error, args.context)
  const number = msg`If you write to support, give them this number: ${id}`
  const says = speak({ ...declared.failed, ...(declared.failed.text ? { why: number } : { text: number }) }, args)
  const answer: Answer = { ok: false, says: { ...says, tone: 'bad' }, typed }
  return answerNo(args, declared, answer, gone ? 503 : 500, gone ? 5 : undefined)
}

function answerNo(args: Args, declared: How, answer: Answer, status: number, retryAfter?: number) {
  const asked = args.context.get(askedContext)
  // The router sends only the cookies of an action's headers; this header is added on the way out.
  if (retryAfter) asked.retryAfter = retryAfter
  if (declared.page || asked.byScript) return data(answer, { status })
  return redirect(cameFrom(args), { status: 303, headers: { 'set-cookie': flash(args, answer) } })
}

const flash = ({ context }: Args, answer: Answer) =>
  flashCookie(answer, context.get(askedContext).origin.startsWith('https:'))

/** Part of the redirect may come from the visitor, such as the way back after signing in: it never leads to another site. */
function placeOf(go: string): string {
  const path = ownPath(go)
  if (!path) throw new Error('a form action may only redirect to a path of ours')
  return path
}

/** Returns the page that sent the form, so that a visitor without JavaScript stays there. Never another site. */
function cameFrom({ request, context }: Args): string {
  const { origin } = context.get(askedContext)
  const referer = request.headers.get('referer')
  const page = referer && URL.canParse(referer) ? new URL(referer) : undefined
  // A page of ours may have the path '//evil.example': a browser redirected to that path would leave our site.
  return (page?.origin === origin && ownPath(page.pathname + page.search)) || '/'
}

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

/** The refusal when another transaction held a lock for too long that a form action needs. Nothing was done. */
export const lockedRefusal = () =>
  new Refusal(msg`Another change to this is in progress. Please try again in a few seconds.`, {
    status: 503,
    retryAfter: 3,
  })
