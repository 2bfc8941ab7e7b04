import { inject } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { beSignedIn, signedIn } from './session.ts'
import { house, type Visitor, visitor, type Wishes } from './visitor.ts'

// Hosts and guests of invitations, made by the forms as a browser without a script sends them.

const place = { dataDir: inject('dataDir') }
type Fields = Record<string, string>
export type Invitation = Visitor & { slug: string }

/** Sends a form as the person whose page it is; gives where it leads. */
async function send({ page }: Visitor, path: string, form: Fields): Promise<string> {
  const answer = await page.request.post(path, { form, headers: { origin: house() }, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.headers().location ?? ''
}

/** A gathering with an occasion in a month, of a host new; `gives`: it is of a drive that takes gifts. */
export async function someInvitation(own: Fields = {}, { gives = false } = {}): Promise<Invitation> {
  const host = await signedIn({ javaScript: false })
  const path = gives ? `/fund-drive/${await openDrive(host.page)}/invite` : '/dashboard/invite'
  const usual = { kind: 'ruracio', title: 'Wanjiku & Kamau', hosts: 'The families of Njoroge and Mwangi' }
  const first = { day: dayIn(30), time: '10:00', place: 'Limuru', shared: 'on', showsList: 'on' }
  const to = await send(host, path, { ...usual, ...first, ...own })
  return { ...host, slug: /^\/gathering\/([^/]+)/.exec(to)![1]! }
}

/** The email address of the host. */
export async function emailOf({ slug }: Invitation): Promise<string> {
  const [row] = await ask(
    place,
    'select u.email from gatherings g join users u on u.id = g.user_id where g.slug = $1',
    [slug],
  )
  return String(row!.email)
}

/** The host in a browser of another kind. */
export async function hostOf(invitation: Invitation, wishes: Wishes): Promise<Visitor> {
  const seen = await visitor(wishes)
  const email = await emailOf(invitation)
  if (wishes.language) await ask(place, 'update users set language = $2 where email = $1', [email, wishes.language])
  await beSignedIn(seen.page, { email })
  return seen
}

/** Invites someone to the first occasion; gives the address of their page. */
export async function someGuest(host: Invitation, own: Fields = {}): Promise<string> {
  const guest = {
    name: 'Mama Njeri & family',
    phone: '',
    email: '',
    seats: '4',
    note: '',
    'occasions[]': '1',
    ...own,
  }
  await send(host, `/gathering/${host.slug}/guests/add`, guest)
  const [row] = await ask(
    place,
    `select s.link from supporters s join gatherings g on g.id = s.gathering_id
     where g.slug = $1 and s.name = $2 order by s.created_at desc limit 1`,
    [host.slug, guest.name],
  )
  return `/i/${row!.link}`
}

/** The host takes the occasion back. */
export const cancel = (host: Invitation, why: string) =>
  send(host, `/gathering/${host.slug}/occasions/1/cancel`, { why })

/** Lets time pass for all occasions of a gathering. */
export const later = (host: Invitation, set: 'over' | 'late') =>
  ask(
    place,
    `update occasions set ${set === 'over' ? "starts_local = now() - interval '3 days'" : "answers_until = now() - interval '1 hour'"}
     where gathering_id = (select id from gatherings where slug = $1)`,
    [host.slug],
  )
