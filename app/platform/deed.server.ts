import { data, type RouterContextProvider, redirect } from 'react-router'
import type { z } from 'zod'
import { type Answer, Refusal, type Said, type Says, wordsOf } from '#app/kit/says.ts'
import { flashCookie } from './flash.server.ts'
import { house } from './house.server.ts'
import { type Limit, takeTry } from './limits.server.ts'
import { logFault } from './log.server.ts'
import { askedContext, wordsContext } from './request.server.ts'

export type Args = {
  request: Request
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

/** How a deed that went well goes on: where to, with which words, with which cookies. */
export type Outcome = { go?: string; says?: Says; headers?: Headers; cookies?: string[] }

type Deed<Form extends z.ZodType> = {
  form: Form
  /** Does the one thing. Throws a Refusal when a rule says no. */
  run: (input: z.output<Form>, args: Args) => Promise<Outcome | Response | undefined>
  /** How often a visitor may try; counted after the form was understood, before anything is done. */
  limits?: (input: z.output<Form>, args: Args) => Limit[]
  done?: Says
  failed: Says
  /** True when the route has a screen of its own, which then shows the answer without JavaScript. */
  page?: boolean
  /** Fields that are never sent back, such as passwords. */
  secret?: string[]
}

/** The one door for everything that changes something: an action that parses a form, does one thing, and says how it went. */
export function deed<Form extends z.ZodType>(the: Deed<Form>) {
  return async function action(args: Args) {
    refuseForeignOrigin(args)
    const fields = await args.request.formData().catch(() => {
      throw new Response('Bad Request', { status: 400 })
    })
    const typed = typedFields(fields, the.secret ?? [])
    const asked = the.form.safeParse(plain(fields))
    if (!asked.success) return answerNo(args, the, { ok: false, errors: errorsOf(asked.error, args), typed }, 422)
    try {
      if (the.limits) await takeTry(the.limits(asked.data, args))
      const outcome = await the.run(asked.data, args)
      return outcome instanceof Response ? outcome : answerYes(args, the, outcome ?? {})
    } catch (error) {
      if (error instanceof Response) throw error
      if (error instanceof Refusal) return answerRefusal(args, the, error, typed)
      const isAway = house.heard(error)
      const id = logFault(error, args.context)
      const says = speak(the.failed, args)
      return answerNo(args, the, { ok: false, says: { ...says, text: says.text ?? id }, typed }, isAway ? 503 : 500)
    }
  }
}

/** React Router checks the origin of page actions only; a deed often has no page, so it checks here. */
function refuseForeignOrigin({ request, context }: Args) {
  const { origin } = context.get(askedContext)
  const from = request.headers.get('origin')
  const same = from === null ? request.headers.get('sec-fetch-site') === 'same-origin' : from === origin
  if (!same) throw new Response('Forbidden', { status: 403 })
}

const plain = (fields: FormData) => {
  const many = Object.groupBy([...fields.entries()], ([name]) => name)
  return Object.fromEntries(
    Object.entries(many).map(([name, all]) => [
      name,
      all!.length > 1 && name.endsWith('[]') ? all!.map(([, value]) => value) : all!.at(-1)![1],
    ]),
  )
}

const typedFields = (fields: FormData, secret: string[]) =>
  Object.fromEntries(
    [...fields.entries()].filter(
      ([name, value]) => typeof value === 'string' && !secret.includes(name) && !/password/i.test(name),
    ),
  ) as Record<string, string>

function errorsOf(error: z.ZodError, { context }: Args): Record<string, string> {
  const words = context.get(wordsContext)
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? '')] ??= words._(wordsOf(issue.message))
  return errors
}

function speak(says: Says, { context }: Args): Said {
  const words = context.get(wordsContext)
  return { title: words._(says.title), ...(says.text ? { text: words._(says.text) } : {}), tone: says.tone ?? 'good' }
}

function answerYes(args: Args, the: { done?: Says; page?: boolean }, outcome: Outcome) {
  const says = outcome.says ?? the.done
  const answer: Answer = { ok: true, ...(says ? { says: speak(says, args) } : {}) }
  const headers = new Headers(outcome.headers)
  for (const cookie of outcome.cookies ?? []) headers.append('set-cookie', cookie)
  if (!outcome.go && args.context.get(askedContext).byScript) return data(answer, { headers })
  if (answer.says) headers.append('set-cookie', flashCookie(answer))
  return redirect(outcome.go ?? cameFrom(args), { status: 303, headers })
}

function answerRefusal(args: Args, the: { page?: boolean }, refusal: Refusal, typed: Record<string, string>) {
  const says = { ...speak(refusal.says, args), tone: 'bad' as const }
  // Words at a field stand there alone; with a text of their own, the title is said in a toast as well.
  const errors = refusal.field ? { [refusal.field]: says.text ?? says.title } : undefined
  const spoken = refusal.field && !refusal.says.text ? undefined : says
  const answer: Answer = { ok: false, ...(spoken ? { says } : {}), ...(errors ? { errors } : {}), typed }
  return answerNo(
    args,
    the,
    answer,
    refusal.status,
    refusal.retryAfter ? { 'retry-after': String(refusal.retryAfter) } : {},
  )
}

function answerNo(
  args: Args,
  the: { page?: boolean },
  answer: Answer,
  status: number,
  more: Record<string, string> = {},
) {
  if (the.page || args.context.get(askedContext).byScript) return data(answer, { status, headers: more })
  return redirect(cameFrom(args), { status: 303, headers: { ...more, 'set-cookie': flashCookie(answer) } })
}

/** The page whose form was sent, so that a visitor without JavaScript lands where they were. Never another site. */
function cameFrom({ request, context }: Args): string {
  const { origin } = context.get(askedContext)
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return '/'
  const page = new URL(referer)
  return page.origin === origin ? page.pathname + page.search : '/'
}
