import { hashPassword } from 'better-auth/crypto'
import { createDrive } from '#app/drives/drive/create.server.ts'
import { createDriveForm } from '#app/drives/drive/drive-forms.ts'
import { auth, sessionCookie } from '#app/people/accounts/auth.server.ts'
import { addPerson } from '#app/people/accounts/people.server.ts'
import { addPersonByPhone } from '#app/people/accounts/phone-sign-in.server.ts'
import { whoHolds } from '#app/people/accounts/session.server.ts'
import type { Db } from '#app/platform/db.server.ts'

// What tests are about: a person with an account, a person who has just signed in, and a drive.

let made = 0

export async function somePerson(
  db: Db,
  own: { email?: string; fullName?: string; username?: string; admin?: boolean } = {},
) {
  const nr = ++made
  const email = own.email ?? `person${nr}@example.test`
  const password = 'pull together'
  const passwordHash = await hashPassword(password)
  const names = { fullName: own.fullName ?? `Person ${nr}`, username: own.username ?? `person_${nr}` }
  const id = await db.transaction().execute((tx) => addPerson(tx, { email, passwordHash, verified: true, ...names }))
  if (!id) throw new Error(`${email} has an account already`)
  if (own.admin)
    await db.insertInto('user_roles').values({ user_id: id, role: 'admin', granted_by: 'command' }).execute()
  return { id, email, password }
}

/** A person who signed up with a phone: with neither an email address nor a password. */
export async function someCaller(db: Db, own: { phone?: string; fullName?: string } = {}) {
  const nr = ++made
  const phone = own.phone ?? `+25472200${String(1000 + nr)}`
  const person = { fullName: own.fullName ?? `Caller ${nr}`, phone, language: 'en' } as const
  return { id: await db.transaction().execute((tx) => addPersonByPhone(tx, person)), phone }
}

/** A drive of this person, or of a person new, made as the form makes it. */
export async function someDrive(
  db: Db,
  own: { ownerId?: string; title?: string; slogan?: string; goal?: string; collects?: boolean; endDate?: string } = {},
) {
  const { ownerId: known, collects = true, ...typed } = own
  const ownerId = known ?? (await quickPerson(db))
  const defaults = {
    title: 'Heal Mama Achieng',
    goal: '1000',
    category: 'Medical',
    ...(collects ? { collects: 'on' } : {}),
  }
  const { id, slug } = await createDrive(db, ownerId, createDriveForm.parse({ ...defaults, ...typed }))
  return { id, slug, ownerId, mine: { ownerId, slug } }
}

/** A person who never signs in, so that no password need be hashed for them. */
async function quickPerson(db: Db): Promise<string> {
  const nr = ++made
  const { id } = await db
    .insertInto('users')
    .values({ email: `owner${nr}@example.test`, email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('profiles')
    .values({ user_id: id, full_name: `Owner ${nr}`, username: `owner_${nr}` })
    .execute()
  return id
}

/** Signs in as a browser does and returns the headers of its next request. */
export async function signedIn(person: { email: string; password: string }, userAgent = 'Firefox/150 (Windows)') {
  const { headers, response } = await auth().api.signInEmail({
    body: { email: person.email, password: person.password },
    headers: new Headers({ 'user-agent': userAgent }),
    returnHeaders: true,
  })
  return { headers: withCookies(new Headers({ 'user-agent': userAgent }), headers.getSetCookie()), response }
}

/** The cookie of a browser in which this person has just signed in. */
export const cookieOf = async (person: { email: string; password: string }) =>
  (await signedIn(person)).headers.get('cookie')!

/** A drive whose owner has just signed in. */
export async function ownersDrive(db: Db, own: { goal?: string } = {}) {
  const owner = await somePerson(db)
  return { owner, cookie: await cookieOf(owner), drive: await someDrive(db, { ownerId: owner.id, ...own }) }
}

/** The next request's headers, after the browser has kept these cookies. */
export function withCookies(headers: Headers, set: string[]): Headers {
  const jar = new Map(
    (headers.get('cookie') ?? '')
      .split('; ')
      .filter(Boolean)
      .map((pair) => split(pair)),
  )
  for (const cookie of set) {
    const [name, value] = split(cookie.split(';')[0]!)
    if (/max-age=0/i.test(cookie)) jar.delete(name)
    else jar.set(name, value)
  }
  const next = new Headers(headers)
  next.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  return next
}

/** Whom the session cookie in these headers stands for. */
export async function holder(db: Db, headers: Headers) {
  const cookie = (headers.get('cookie') ?? '').split('; ').find((pair) => pair.startsWith(`${sessionCookie}=`))
  return cookie ? whoHolds(db, decodeURIComponent(cookie.slice(sessionCookie.length + 1))) : null
}

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}
