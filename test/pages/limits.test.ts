import { expect, test } from 'vitest'
import { action as deleteAccount } from '#app/people/accounts/pages/delete-account.tsx'
import { action as password } from '#app/people/accounts/pages/password.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { action as profileActions } from '#app/people/profile/pages/actions.ts'
import { action as forgot } from '#app/people/sign-in/public/forgot.tsx'
import { action as resend } from '#app/people/sign-in/public/resend.tsx'
import { action as reset } from '#app/people/sign-in/public/reset.tsx'
import { action as twoFactor } from '#app/people/sign-in/public/two-factor.tsx'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt } from '#test/form-actions.ts'
import { somePerson } from '#test/make.ts'

const avatar = actionAt(profileActions, 'avatar')

// Every limit at its own address: how often one may try, and that it says when to try again. Those of signing in and
// signing up stand with their features.

const db = await testDatabase()

type Action = typeof forgot
type Fields = Record<string, string | File>
type From = { address?: string; personId?: string }

async function send(action: Action, fields: Fields, { address, personId }: From = {}) {
  const { request, context, params } = asking({ method: 'POST', ...(address ? { address } : {}) })
  const asked = { ...context.get(askedContext), byScript: true }
  context.set(askedContext, asked)
  if (personId) context.set(personContext, { id: personId, sessionId: personId } as never)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = new Request(request.url, { method: 'POST', body, headers: { origin: asked.origin } })
  const answer = await action({ request: sent, context, params })
  const status = answer instanceof Response ? answer.status : (answer.init?.status ?? 200)
  return { status, retryAfter: asked.retryAfter }
}

/** What is answered to so many tries, one after the other. */
async function tries(times: number, one: (nr: number) => ReturnType<typeof send>) {
  const answers = []
  for (let nr = 0; nr < times; nr++) answers.push(await one(nr))
  return answers
}

/** The last one is refused and told when to come back; none before it was. */
function expectLastTold(answers: Awaited<ReturnType<typeof send>>[], within: number) {
  expect(answers.slice(0, -1).map(({ status }) => status)).not.toContain(429)
  const last = answers.at(-1)!
  expect(last.status).toBe(429)
  expect(last.retryAfter).toBeGreaterThan(0)
  expect(last.retryAfter).toBeLessThanOrEqual(within)
}

test('one reader gets three mails an hour, however they are asked for and from wherever', async () => {
  const to = { email: 'reader@example.org' }
  const from = (nr: number) => ({ address: `10.20.0.${nr}` })
  expectLastTold(await tries(4, (nr) => send(nr % 2 ? resend : forgot, to, from(nr))), 3600)
})

test('one network address has 300 mails an hour sent, to whomever', async () => {
  const from = { address: '10.21.0.1' }
  expectLastTold(await tries(301, (nr) => send(forgot, { email: `reader${nr}@example.org` }, from)), 3600)
  expect((await send(forgot, { email: 'one.more@example.org' }, { address: '10.21.0.2' })).status).toBe(303)
})

test('mailed links are not to be guessed: 200 tries in ten minutes', async () => {
  const from = { address: '10.22.0.1' }
  const guess = (nr: number) => send(reset, { token: `made-up-made-up-made-up-${nr}`, password: 'maji-moto' }, from)
  expectLastTold(await tries(201, guess), 600)
})

test('nor are codes of a second factor: 200 tries in ten minutes from one network address', async () => {
  const from = { address: '10.23.0.1' }
  expectLastTold(await tries(201, (nr) => send(twoFactor, { code: String(100_000 + nr), by: 'app' }, from)), 600)
})

test('the person who finds an open session can not guess its password: ten tries in ten minutes, wherever it is asked for', async () => {
  const { id } = await somePerson(db)
  const guess = (nr: number) =>
    nr % 2
      ? send(password, { currentPassword: `guess ${nr}`, newPassword: 'maji-moto' }, { personId: id })
      : send(deleteAccount, { password: `guess ${nr}` }, { personId: id })
  expectLastTold(await tries(11, guess), 600)
})

test('a person sends twenty pictures an hour', async () => {
  const { id } = await somePerson(db)
  const image = new File(['no picture'], 'face.png', { type: 'image/png' })
  expectLastTold(await tries(21, () => send(avatar, { image }, { personId: id })), 3600)
})
