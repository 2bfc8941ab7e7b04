import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { personContext } from '#app/people/accounts/session.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { ask } from '#test/form-actions.ts'
import { someGathering } from '#test/gatherings.ts'
import { somePerson } from '#test/make.ts'
import { setRows } from '#test/rows.ts'
import { middleware } from './layout.tsx'
import { loader } from './stopped.tsx'

// What hosts find of an invitation that the back office stopped: a page that says so, in place of all others.

const db = await testDatabase()

/** What the guard of a gathering's pages answers this person; undefined where it lets them in. */
async function guardSays(personId: string, slug: string): Promise<{ status?: number; to?: string | null }> {
  const { request, context, url } = asking({ path: `/gathering/${slug}/guests` })
  context.set(personContext, { id: personId, isAdmin: false } as never)
  const find = middleware[1] as unknown as MiddlewareFunction
  const args = { request, context, url, params: { slug }, pattern: '/gathering/:slug/guests' } as never
  const thrown = await Promise.resolve(find(args, async () => {})).catch((answer: unknown) => answer)
  if (thrown instanceof Response) return { status: thrown.status, to: thrown.headers.get('location') }
  return { status: (thrown as { init?: ResponseInit } | undefined)?.init?.status ?? 200 }
}
const pageFor = (id: string, slug: string) =>
  ask(loader, {
    params: { slug },
    set: (context: RouterContextProvider) => context.set(personContext, { id, isAdmin: false } as never),
  })

test('hosts are led from each page to the one that says why; it is missing for all others', async () => {
  const host = await someGathering(db)
  const stranger = await somePerson(db)
  expect(await guardSays(host.personId, host.slug)).toEqual({ status: 200 })
  expect(await pageFor(host.personId, host.slug)).toMatchObject({ status: 303, to: `/gathering/${host.slug}/home` })
  await setRows(
    'gatherings',
    { id: host.id },
    { status: 'stopped', stopped_why: 'Guests do not know you', stopped_from: 'open' },
  )
  expect(await guardSays(host.personId, host.slug)).toEqual({ status: 303, to: `/gathering/${host.slug}/stopped` })
  const { data } = await pageFor(host.personId, host.slug)
  expect(data).toMatchObject({ title: 'Ruracio', why: 'Guests do not know you' })
  for (const slug of [host.slug, 'no-such', 'not a slug']) {
    expect(await guardSays(stranger.id, slug)).toEqual({ status: 404 })
    expect(await pageFor(stranger.id, slug)).toMatchObject({ status: 404 })
  }
})
