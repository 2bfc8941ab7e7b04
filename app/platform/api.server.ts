import { msg } from '@lingui/core/macro'
import type { z } from 'zod'
import { Refusal, wordsOf } from '#app/kit/says.ts'
import type { Args } from './deed.server.ts'
import { clean } from './form.server.ts'
import { house } from './house.server.ts'
import { type Limit, takeTry } from './limits.server.ts'
import { logFault } from './log.server.ts'
import { askedContext, wordsContext } from './request.server.ts'

// The door for programs: one JSON object in, one JSON object out. Forms have their own door, the deed.

type Call<Form extends z.ZodType> = {
  form: Form
  /** Does the one thing. Throws a Refusal when a rule says no. */
  run: (input: z.output<Form>, args: Args) => Promise<object>
  /** How often one may ask; counted after the body was understood, before anything is done. */
  limits?: (input: z.output<Form>, args: Args) => Limit[]
}

/** An action that understands a body of JSON, does one thing, and answers in JSON; whatever goes wrong is { error }. */
export function call<Form extends z.ZodType>(the: Call<Form>) {
  return async function action(args: Args): Promise<Response> {
    try {
      const asked = the.form.safeParse(await objectIn(args.request))
      if (!asked.success) return no(args, complaint(asked.error, args), 400)
      if (the.limits) await takeTry(the.limits(asked.data, args))
      return Response.json(await the.run(asked.data, args), { headers: noStore })
    } catch (error) {
      if (error instanceof Misread) return no(args, error.message, error.status)
      if (error instanceof Refusal) return refused(args, error)
      return broken(args, error)
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
  // Texts as forms send them: without what the database refuses.
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

/** The first complaint, with the name of what it is about. Words of our own are in the asker's language. */
function complaint(error: z.ZodError, { context }: Args): string {
  const { path, message } = error.issues[0]!
  const words = wordsOf(message)
  const ours = words.id !== message || words.message !== message
  return ours ? context.get(wordsContext)._(words) : [path.join('.'), message].filter(Boolean).join(': ')
}

function refused(args: Args, { says, status, retryAfter }: Refusal): Response {
  const words = args.context.get(wordsContext)
  return no(args, words._(says.text ?? says.title), status, retryAfter)
}

function broken(args: Args, error: unknown): Response {
  const gone = house.heard(error)
  const id = logFault(error, args.context)
  const words = args.context.get(wordsContext)
  const text = words._(msg`Something broke on our side. The number of this fault is ${id}.`)
  return no(args, text, gone ? 503 : 500, gone ? 5 : undefined)
}

function no({ context }: Args, error: string, status: number, retryAfter?: number): Response {
  if (retryAfter) context.get(askedContext).retryAfter = retryAfter
  return Response.json({ error }, { status, headers: noStore })
}
