import { createHmac, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { ask } from './database.ts'
import { houseOf, type SomePerson, somePerson, type Visitor, visitor, type Wishes } from './visitor.ts'
import { type Place, placeOf } from './whole.ts'

// Sessions that are made in the database: signing up and in by hand takes seconds, and join.test.ts shows that it works.

/** Signs the person with this address in on this page, as if they had typed their password a moment ago. */
export async function beSignedIn(page: Page, { email }: { email: string }) {
  const url = houseOf(page)
  const own = placeOn(page)
  const token = randomUUID()
  const rows = await ask(
    own,
    `insert into sessions (user_id, token, expires_at, user_agent)
      select id, $2, now() + interval '1 hour', $3 from users where email = $1 returning id`,
    [email, token, await page.evaluate(() => navigator.userAgent)],
  )
  if (!rows.length) throw new Error(`nobody has the address ${email}`)
  const secret = fs.readFileSync(path.join(own.dataDir, 'secret'), 'utf8').trim()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const cookie = { name: 'harambee.session', value: encodeURIComponent(`${token}.${signature}`), url }
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }])
}

/** Where the app keeps what it knows that this page's visitor visits. */
export const placeOn = (page: Page): Place => placeOf.get(houseOf(page)) ?? { dataDir: inject('dataDir') }

const hashes = new Map<string, Promise<string>>()
/** Hashing is slow on purpose; everybody in these tests has the same few passwords. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** A person with a confirmed address, who is at the dashboard. */
export async function signedIn(wishes: Wishes = {}): Promise<Visitor & { who: SomePerson }> {
  const who = somePerson()
  const seen = await visitor(wishes)
  await ask(
    placeOn(seen.page),
    `with person as (
       insert into users (email, email_verified, language) values ($1, true, $5) returning id
     ), account as (
       insert into accounts (user_id, account_id, provider_id, password) select id, id, 'credential', $4 from person
     )
     insert into profiles (user_id, full_name, username) select id, $2, $3 from person`,
    [who.email, who.fullName, who.username, await hashOf(who.password), wishes.language ?? 'en'],
  )
  await beSignedIn(seen.page, who)
  await seen.page.goto('/dashboard')
  return { ...seen, who }
}
