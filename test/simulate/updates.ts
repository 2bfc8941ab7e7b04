import { randomUUID } from 'node:crypto'
import { hideUpdate, showUpdate } from '#app/drives/updates/admin/hide-update.server.tsx'
import { followBy, followByForm, setFollowing } from '#app/drives/updates/followers.server.ts'
import { updateMost } from '#app/drives/updates/update.ts'
import { postUpdate, removeUpdate } from '#app/drives/updates/updates.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { stopSms } from '#app/platform/sms/outbox.server.ts'
import { rows } from '#test/rows.ts'
import { type Follower, followerWith, isReached, type Post } from './account-model.ts'
import { type Drive, type Operation, type Payout, refused, type World } from './world.ts'

// What writers tell followers, who begins to follow and who ends it, and what the office hides.

const isThere = async (from: string, values: unknown[]) =>
  (await rows(`select from ${from} limit 1`, values)).length > 0
const day = 86_400_000

/** The owner or a treasurer writes an update, now and then about a withdrawal, or twice by the same form. Some are taken away at once. */
const post: Operation = async (world, db) => {
  const { luck, account, paystack } = world
  const drive = luck.oneOf(world.drives)
  const [nr, key, at] = [account.posts.length + 1, randomUUID(), paystack.clock.now()]
  const about = luck.onceIn(3) ? await sentOf(world, drive) : undefined
  const writer = { driveId: drive.id, personId: luck.oneOf([drive.ownerId, ...drive.treasurers]) }
  const written = { key, words: `Habari ${nr}. The roof is on.`, photos: [], whole: about?.whole ?? null }
  const isMany = account.posts.filter((one) => one.drive === drive && +at - +one.at < day).length >= updateMost.aDay
  const reaches: Follower[] = []
  for (const one of account.followers)
    if (one.drive === drive && one.contact.includes('@') && (await isReached(one))) reaches.push(one)
  const own: Post = { nr, drive, key, at, about: about?.payout, reaches, is: 'shown', wasHidden: false }
  world.asking = {
    what: 'account',
    isDone: () => isThere('updates where form_key = $1', [key]),
    done: () => void account.posts.push(own),
  }
  try {
    await postUpdate(db, writer, written, at)
    if (luck.onceIn(6)) await postUpdate(db, writer, written, at)
  } catch (error) {
    const why = refused(error)
    if (!isMany) throw new Error(`update ${nr} was ${why}`)
    return why
  }
  if (isMany) throw new Error(`${drive.slug} has more than ${updateMost.aDay} updates in a day`)
  world.asking.done()
  const more = luck.onceIn(3) ? `, ${await away(world, db, own)}` : ''
  return `update ${nr} of ${drive.slug}, for ${reaches.length} by email${more}`
}

/** A withdrawal of a drive that arrived. */
async function sentOf({ payouts }: World, drive: Drive): Promise<{ payout: Payout; whole: string } | undefined> {
  const [one] = await rows<{ id: number; whole: string }>(
    `select id, whole from payout_requests where fund_drive_id = $1 and status = 'completed' order by id desc limit 1`,
    [drive.id],
  )
  const payout = payouts.find(({ id }) => id === one?.id)
  return payout && { payout, whole: one!.whole }
}

/** A writer removes an update, or the office hides it, or shows it again; mostly one that nobody was told of. */
const takeAway: Operation = async (world, db) => {
  const { luck, account } = world
  const all = account.posts.filter(({ is }) => is !== 'removed')
  if (all.length === 0) return 'no update'
  const untold = all.filter(({ nr, reaches }) => reaches.length > 0 && !reaches.some(({ told }) => told.has(nr)))
  return away(world, db, luck.oneOf(untold.length > 0 && !luck.onceIn(3) ? untold : all))
}

async function away(world: World, db: Db, one: Post): Promise<string> {
  const [row] = await rows<{ id: string }>('select id from updates where form_key = $1', [one.key])
  const update = row?.id ?? ''
  const how = world.luck.onceIn(3) ? 'removed' : one.is === 'hidden' ? 'shown' : 'hidden'
  const column = how === 'removed' ? 'removed_at is not null' : `hidden_at is ${how === 'hidden' ? 'not ' : ''}null`
  world.asking = {
    what: 'account',
    isDone: () => isThere(`updates where form_key = $1 and ${column}`, [one.key]),
    done: () => Object.assign(one, { is: how, wasHidden: one.wasHidden || how === 'hidden' }),
  }
  const why = { why: 'A patient is named', by: { id: world.by, address: '' } }
  try {
    if (how === 'removed') await removeUpdate(db, one.drive.id, update)
    else await (how === 'hidden' ? hideUpdate : showUpdate)(db, { slug: one.drive.slug, update }, why)
  } catch (error) {
    throw new Error(`update ${one.nr} is not ${how}, but ${refused(error)}`)
  }
  world.asking.done()
  return `update ${one.nr} is ${how}`
}

/** What a contact that agrees becomes: one that gets updates goes on getting them, one that had ended them begins again. */
async function agreed(world: World, drive: Drive, contact: string, gift?: string): Promise<() => void> {
  const known = followerWith(world, drive, contact)
  if (known && (await isReached(known))) return () => {}
  return () => {
    const before = known?.isEnded ? undefined : known?.gift
    const own = { isEnded: false, isConfirmed: false, gift: gift ?? before }
    if (known) Object.assign(known, own)
    else world.account.followers.push({ drive, contact, wasEnded: false, links: {}, told: new Set(), ...own })
  }
}

const follow: Operation = async (world, db) => {
  const { luck, paystack, drives } = world
  const drive = luck.oneOf(drives)
  const contact = `fan${luck.whole(1, 9)}.${drives.indexOf(drive)}@example.test`
  const now = paystack.clock.now()
  world.asking = {
    what: 'account',
    isDone: () => isThere('followers where email = $1 and agreed_at >= $2', [contact, now]),
    done: await agreed(world, drive, contact),
  }
  try {
    await followByForm(db, drive.slug, contact, 'en')
  } catch (error) {
    return refused(error)
  }
  world.asking.done()
  return `${contact} asks for updates`
}

/** One who gives wants updates: by email, or on the phone that pays. */
const tick: Operation = async (world, db) => {
  const { luck, drives } = world
  const gifts = await rows<{ reference: string; drive: string; phone: string | null }>(
    `select reference, fund_drive_id as drive, nullif(donor_phone, '') as phone from payments where kind = 'donation' order by id desc limit $1`,
    [luck.oneOf([3, 12])],
  )
  if (gifts.length === 0) return 'no gift'
  const { reference, phone, ...of } = luck.oneOf(gifts)
  const drive = drives.find(({ id }) => id === of.drive)!
  const contact = phone ?? `giver${luck.whole(1, 9)}.${drives.indexOf(drive)}@example.test`
  const ways = phone ? { phone } : { email: contact }
  world.asking = {
    what: 'account',
    isDone: () =>
      isThere(
        'followers f join payments p on p.id = f.payment_id where coalesce(f.email, f.phone) = $1 and p.reference = $2',
        [contact, reference],
      ),
    done: await agreed(world, drive, contact, reference),
  }
  await followBy(db, { follow: true, language: luck.oneOf(['en', 'sw']), ...ways }, { payment: reference })
  world.asking.done()
  return `${contact} wants updates with ${reference}`
}

/** A reader presses a button of an email: that which begins the updates, or that which ends them. */
const press: Operation = async (world, db) => {
  const { luck, account } = world
  const waiting = account.followers.filter((one) => one.links.follow && !one.isConfirmed)
  const told = account.followers.filter(({ links }) => links.unfollow)
  const kind = waiting.length > 0 && !luck.onceIn(4) ? 'follow' : 'unfollow'
  const all = kind === 'follow' ? waiting : told
  if (all.length === 0) return 'no link'
  const one = luck.oneOf(all)
  const token = one.links[kind]!
  if (luck.onceIn(8)) return cut(db, kind, token)
  const [column, set] =
    kind === 'follow'
      ? ['confirmed_at is not null and ended_at is null', { isConfirmed: true, isEnded: false }]
      : ['ended_at is not null', { isEnded: true, wasEnded: true }]
  world.asking = {
    what: 'account',
    isDone: () =>
      isThere(`followers where fund_drive_id = $1 and email = $2 and ${column}`, [one.drive.id, one.contact]),
    done: () => Object.assign(one, set),
  }
  await setFollowing(db, kind, token)
  world.asking.done()
  return `${one.contact} presses ${kind}`
}

/** A link that was cut does nothing. */
async function cut(db: Db, kind: 'follow' | 'unfollow', token: string): Promise<string> {
  const says = await setFollowing(db, kind, token.slice(0, -1)).then(() => 'taken', refused)
  if (says === 'taken') throw new Error(`the link ${token} works without its end`)
  return says
}

/** A phone that was told says STOP. */
const stop: Operation = async (world, db) => {
  const { luck, account } = world
  const phones = account.followers.filter(({ contact }) => !contact.includes('@'))
  if (phones.length === 0) return 'no phone'
  const { contact } = luck.oneOf(phones)
  world.asking = {
    what: 'account',
    isDone: () => isThere('sms_stops where phone = $1', [contact]),
    done: () => void account.stopped.add(contact),
  }
  await stopSms(db, contact)
  world.asking.done()
  return `${contact} says STOP`
}

export const weightsOfUpdates = { post: 7, 'take away': 4, follow: 6, tick: 7, 'press a link': 8, stop: 0.7, time: 9 }

export const aboutUpdates: Record<string, [weight: number, run: Operation]> = {
  post: [0, post],
  'take away': [0, takeAway],
  follow: [0, follow],
  tick: [0, tick],
  'press a link': [0, press],
  stop: [0, stop],
}
