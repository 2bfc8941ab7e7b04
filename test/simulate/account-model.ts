import { followersOf } from '#app/drives/updates/followers.server.ts'
import { updateMost } from '#app/drives/updates/update.ts'
import { updatesOf } from '#app/drives/updates/updates.server.ts'
import { dayAt, hourAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { rows } from '#test/rows.ts'
import type { Drive, Payout, World } from './world.ts'

// Who is told of updates, by what was acknowledged to writers and followers. What was told is what came to inboxes and phones, never
// what the app has written down about it.

/** An update, as its writer was told it is. `reaches`: those who followed by email when it was posted. */
export type Post = {
  nr: number
  drive: Drive
  key: string
  at: Date
  about: Payout | undefined
  reaches: Follower[]
  is: 'shown' | 'hidden' | 'removed'
  wasHidden: boolean
}

/** A contact that follows a drive. `gift`: the payment with which it agreed. `links`: those that came by email. */
export type Follower = {
  drive: Drive
  contact: string
  isEnded: boolean
  wasEnded: boolean
  isConfirmed: boolean
  gift: string | undefined
  links: { follow?: string; unfollow?: string }
  told: Set<number>
  text?: { nr: number; at: Date; isSure: boolean }
}

/** A text that was handed to the gateway. `isSure`: the gateway said that it has it. */
export type Text = { to: string; text: string; at: Date; isSure: boolean }

export const emptyAccount = () => ({
  posts: [] as Post[],
  followers: [] as Follower[],
  texts: [] as Text[],
  /** Mailings by the emails that came: their drive, the day of the first one, and their updates. */
  mailings: [] as { drive: Drive; day: string; posts: Set<number> }[],
  /** Phones that said STOP. */
  stopped: new Set<string>(),
  /** Links to the one a drive is for, by the contact that they came to. */
  links: [] as { contact: string; token: string }[],
  /** Withdrawals whose owners were asked what they were for. */
  askedFor: new Set<number>(),
  /** The last email that was looked at. */
  heard: 0,
  /** When the app died last, and how many emails were noted and did not leave. */
  died: new Date(0),
  lost: 0,
  wrong: [] as string[],
})

/** The follower of a drive with this contact. */
export const followerWith = ({ account }: World, drive: Drive, contact: string): Follower | undefined =>
  account.followers.find((one) => one.drive === drive && one.contact === contact)

/** True if they get updates: they pressed the button, or their gift is in the books, and have not ended it. */
export async function isReached({ isEnded, isConfirmed, gift }: Follower): Promise<boolean> {
  if (isEnded || isConfirmed || !gift) return !isEnded && isConfirmed
  const [paid] = await rows(`select from donations d join payments p on p.id = d.payment_id where p.reference = $1`, [
    gift,
  ])
  return paid !== undefined
}

/** Forgets a contact: nothing may come to it any more. */
export function forgotten({ account }: World, contact: string): void {
  for (const one of account.followers.filter((each) => each.contact === contact))
    Object.assign(one, {
      isEnded: true,
      wasEnded: true,
      isConfirmed: false,
      gift: undefined,
      told: new Set(),
      text: undefined,
    })
}

type Mail = { id: number; to: string; subject: string; text: string }

/** Looks through the emails and texts that came since the last look, each by what was acknowledged until now. */
export async function hearNews(world: World): Promise<void> {
  const { account } = world
  const mails = await rows<Mail>(
    `select id::int, to_address as "to", subject, text from sandbox.mails where id > $1 order by id`,
    [account.heard],
  )
  for (const mail of mails) {
    account.heard = mail.id
    await heardMail(world, mail)
  }
  for (const text of account.texts.splice(0)) await heardText(world, text)
}

const named = (text: string) => new Set([...text.matchAll(/Habari (\d+)\./g)].map(([, nr]) => Number(nr)))

async function heardMail(world: World, { to, subject, text }: Mail): Promise<void> {
  const { account } = world
  const [, kind, token] = /\/(follow|unfollow|beneficiary)\/([0-9a-z-]+)/.exec(text) ?? []
  if (kind === 'beneficiary') account.links.push({ contact: to, token: token! })
  else if (kind) for (const one of account.followers) if (one.contact === to) one.links[kind as 'follow'] = token!
  if (subject.startsWith('What was it for?')) wasAsked(world, Number(/updates\?for=(\d+)/.exec(text)?.[1]))
  const posts = named(text)
  if (posts.size === 0) return
  for (const nr of posts) await wasTold(world, nr, to)
  isOfOneDay(world, posts)
}

/** Notes that someone was told of an update, and whether they may be. */
async function wasTold(world: World, nr: number, contact: string): Promise<Follower | undefined> {
  const { account } = world
  const post = account.posts[nr - 1]
  const one = post && followerWith(world, post.drive, contact)
  const says = (what: string) => account.wrong.push(`${contact} was told of update ${nr}, ${what}`)
  if (!one) says('and never asked for it')
  if (post && post.is !== 'shown') says(`which is ${post.is}`)
  if (!one) return undefined
  if (one.isEnded) says('and has ended it')
  else if (!(await isReached(one))) says('and has not confirmed it')
  if (one.told.has(nr) && contact.includes('@')) says('a second time')
  one.told.add(nr)
  return one
}

/** Two mailings of a drive begin on two days. One that was begun by a process that died comes later, perhaps after midnight. */
function isOfOneDay({ account, paystack }: World, posts: Set<number>): void {
  const now = paystack.clock.now()
  const { drive } = account.posts[[...posts][0]! - 1]!
  const its = account.mailings.filter((one) => one.drive === drive)
  const same = its.find((one) => [...posts].some((nr) => one.posts.has(nr)))
  if (same) return void [...posts].map((nr) => same.posts.add(nr))
  const isLate = now.getTime() - account.died.getTime() < 3 * 3_600_000
  if (!isLate && its.some(({ day }) => day === dayAt(now)))
    account.wrong.push(`a second mailing of ${drive.slug} began on ${dayAt(now)}, with ${[...posts]}`)
  account.mailings.push({ drive, day: dayAt(now), posts })
}

const week = 7 * 86_400_000

async function heardText(world: World, { to, text, at, isSure }: Text): Promise<void> {
  const { account } = world
  const [nr] = named(text)
  if (nr === undefined) return
  const says = (what: string) => account.wrong.push(`${to} was texted update ${nr}: ${what}`)
  const one = await wasTold(world, nr, to)
  if (account.stopped.has(to)) says('it had said STOP')
  if (!/STOP/.test(text)) says('nothing says how it ends')
  if (hourAt(at) < 8 || hourAt(at) >= 20) says(`it was ${hourAt(at)} o’clock`)
  const last = one?.text
  // A text that may have gone out is sent once more.
  if (last?.nr === nr && last.isSure) says('a second time')
  // Those who were written before the night come in the morning, so a week may be shorter by this.
  else if (last && last.nr !== nr && at.getTime() - last.at.getTime() < week - 12 * 3_600_000)
    says(`the last one came ${last.at}`)
  if (one) one.text = { nr, at, isSure: isSure || last?.nr === nr }
}

/** True if supporters were told what a withdrawal was for. */
const isAnswered = ({ account }: World, payout: Payout): boolean =>
  payout.receipts.some(({ isUndone }) => !isUndone) ||
  account.posts.some(({ about, is }) => about === payout && is !== 'removed')

/** True if they were told at any time, even if it was taken back. */
const wasAnswered = ({ account }: World, payout: Payout): boolean =>
  payout.receipts.length > 0 || account.posts.some(({ about }) => about === payout)

function wasAsked(world: World, id: number): void {
  const { account, payouts } = world
  const payout = payouts.find((one) => one.id === id)
  if (account.askedFor.has(id)) account.wrong.push(`what ${id} was for was asked twice`)
  if (payout && isAnswered(world, payout)) account.wrong.push(`what ${id} was for was asked, and is answered`)
  account.askedFor.add(id)
}

/** What differs between pages and what writers and followers were told, and what was told wrongly. */
export async function wrongUpdates(world: World, db: Db): Promise<string[]> {
  const { account, drives } = world
  await hearNews(world)
  const wrong = [...account.wrong]
  for (const drive of drives) {
    const shown = account.posts.filter((one) => one.drive === drive && one.is === 'shown')
    const { updates, many } = await updatesOf(db, drive.id)
    const first = shown.slice(-updateMost.page).reverse()
    const numbers = updates.map(({ words }) => [...named(words)][0])
    if (many !== shown.length) wrong.push(`${drive.slug} shows ${many} updates, not ${shown.length}`)
    else if (numbers.join() !== first.map(({ nr }) => nr).join())
      wrong.push(`${drive.slug} shows the updates ${numbers}`)
    const reached = { emails: 0, phones: 0 }
    for (const one of account.followers)
      if (one.drive === drive && !account.stopped.has(one.contact) && (await isReached(one)))
        reached[one.contact.includes('@') ? 'emails' : 'phones']++
    const counted = await followersOf(db, drive.id)
    if (counted.emails !== reached.emails || counted.phones !== reached.phones)
      wrong.push(`${drive.slug} has followers ${JSON.stringify(counted)}, not ${JSON.stringify(reached)}`)
  }
  const over = await rows<{ day: string; many: number }>(
    `select (at at time zone 'Africa/Nairobi')::date::text as day, count(*)::int as many from update_sends
     where how = 'text' group by 1 having count(*) > ${textsADay}`,
  )
  return [...wrong, ...over.map(({ day, many }) => `${many} texts about updates were written on ${day}`)]
}

/** So few that some wait for the next morning. */
export const textsADay = 4

/** At the end: each update came to all who followed by email all the time, but for those whose email was noted and did not leave. */
export function untold({ account }: World): string[] {
  const missing = account.posts
    .filter(({ is, wasHidden }) => is === 'shown' && !wasHidden)
    .flatMap(({ nr, reaches }) =>
      reaches.filter((one) => !one.wasEnded && !one.told.has(nr)).map(({ contact }) => `${contact} not of ${nr}`),
    )
  if (missing.length <= account.lost) return []
  return [`not everybody was told: ${missing.join(', ')}; ${account.lost} emails were lost when the house died`]
}

/** Days after the end: what a withdrawal was for is asked once, unless supporters were told. */
export async function unasked(world: World): Promise<string[]> {
  const { account, payouts } = world
  const sent = await rows<{ id: number }>(`select id from payout_requests where status = 'completed'`)
  const ids = new Set(sent.map(({ id }) => id))
  return payouts
    .filter((one) => ids.has(one.id) && !wasAnswered(world, one) && !account.askedFor.has(one.id))
    .map(({ id }) => `nobody was asked what ${id} was for`)
}
