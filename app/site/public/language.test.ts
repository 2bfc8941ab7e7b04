import { describe, expect, test } from 'vitest'
import { type Person, personContext } from '#app/people/accounts/session.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { oneRow } from '#test/rows.ts'
import { action } from './language.ts'

const db = await testDatabase()

function choose(language: string, person: Person | null = null, origin = 'http://harambee.test') {
  const { context } = asking()
  context.set(askedContext, { ...context.get(askedContext), origin })
  context.set(personContext, person)
  const request = new Request(`${origin}/language`, {
    method: 'POST',
    headers: { origin, referer: `${origin}/auth?tab=sign-up` },
    body: new URLSearchParams({ language }),
  })
  return action({ request, params: {}, context }) as Promise<Response>
}

describe('the language switch', () => {
  test('is remembered for a year and leads back to where it was used [T377]', async () => {
    const answer = await choose('sw')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/auth?tab=sign-up')
    expect(answer.headers.get('set-cookie')).toBe('language=sw; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
  })

  test('goes with https only where the product does', async () => {
    const answer = await choose('en', null, 'https://harambee.example')
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/)
  })

  test('knows no language that the product does not speak', async () => {
    const answer = await choose('tlh')
    expect(answer.headers.get('set-cookie')).not.toMatch(/^language=/)
  })

  test('is kept with the account of a person who is signed in', async () => {
    const { id } = await somePerson(db)
    await choose('sw', { id } as Person)
    expect((await oneRow('users', { id })).language).toBe('sw')
  })
})
