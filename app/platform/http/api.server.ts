import { msg } from '@lingui/core/macro'
import type { z } from 'zod'
import { plainSpaces } from '#app/kit/money.ts'
import { Refusal, wordsOf } from '#app/kit/says.ts'
import { isHeld } from '#app/platform/db.server.ts'
import { type Args, lockedRefusal } from '#app/platform/form-action.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { askedContext, wordsContext } from '#app/platform/request.server.ts'
import { clean } from './form.server.ts'
import { type Limit, takeTry } from './limits.server.ts'

// The handler for programs: one JSON object in, one JSON object out. Forms have their own, the form action.

type Call<Form extends z.ZodType> = {
  form: Form
  /** Does the work. Throws a Refusal when a rule refuses. May return a Response of its own, where a plain 200 is not enough. */
  run: (input: z.output<Form>, args: Args) => Promise<object>
  /** The rate limits; counted after the body was parsed, before anything is done. */
  limits?: (input: z.output<Form>, args: Args) => Limit[]
  /** Further fields of a refusal, such as that it was no success. */
  refused?: object
}

/** Makes an action that reads a JSON body, does one thing, and answers in JSON; every failure is { error }. */
export function call<Form extends z.ZodType>(declared: Call<Form>) {
  return async function action(args: Args): Promise<Response> {
    try {
      const asked = declared.form.safeParse(await objectIn(args.request))
      if (!asked.success) throw new Misread(400, complaint(asked.error, args))
      if (declared.limits) await takeTry(declared.limits(asked.data, args))
      const made = await declared.run(asked.data, args)
      return made instanceof Response ? made : Response.json(made, { headers: noStore })
    } catch (error) {
      return no(args, { ...wentWrong(args, error), with: declared.refused })
    }
  }
}

const noStore = { 'cache-control': 'no-store' }

class Misread extends Error {
  status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function objectIn(request: Request): Promise<object> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new Misread(415, 'Send JSON, with the header content-type: application/json.')
  const body = parsed(await request.text())
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Misread(400, 'Send one JSON object.')
  // Cleans texts as forms do: removes what the database refuses.
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Misread(400, 'This is no JSON.')
  }
}

/** Returns the first complaint, with the field's name. Words of our own are in the caller's language. */
function complaint(error: z.ZodError, { context }: Args): string {
  const { path, message } = error.issues[0]!
  const words = wordsOf(message)
  const ours = words.id !== message || words.message !== message
  return ours ? context.get(wordsContext)._(words) : [path.join('.'), message].filter(Boolean).join(': ')
}

type Wrong = { error: string; status: number; retryAfter?: number | undefined }

function wentWrong(args: Args, thrown: unknown): Wrong {
  const error = isHeld(thrown) ? lockedRefusal() : thrown
  if (error instanceof Misread) return { error: error.message, status: error.status }
  const words = args.context.get(wordsContext)
  if (error instanceof Refusal) {
    const { says, status, retryAfter } = error
    return { error: words._(says.text ?? says.title), status, retryAfter }
  }
  const gone = lifecycle.heard(error)
  const id = logFault(error, args.context)
  const text = words._(msg`Something broke on our side. The number of this fault is ${id}.`)
  return gone ? { error: text, status: 503, retryAfter: 5 } : { error: text, status: 500 }
}

function no(
  { context }: Args,
  { error, status, retryAfter, with: more }: Wrong & { with: object | undefined },
): Response {
  if (retryAfter) context.get(askedContext).retryAfter = retryAfter
  return Response.json({ ...more, error: plainSpaces(error) }, { status, headers: noStore })
}
