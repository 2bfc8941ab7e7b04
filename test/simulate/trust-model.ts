import { beneficiaryOf } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { checksRecorded } from '#app/drives/papers/admin/papers-list.server.ts'
import type { CheckVerdict, Purpose } from '#app/drives/papers/paper.ts'
import { papersOf, papersSeen } from '#app/drives/papers/papers.server.ts'
import { institutionsToPay } from '#app/money/institutions/institutions.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { rows } from '#test/rows.ts'
import type { Facts } from './model.ts'
import type { Drive, Payout, World } from './world.ts'

// Whom the money goes to and what was seen of an organiser, by what was acknowledged to owners, administrators and the one a drive is for.
// A withdrawal may leave or may not by this alone.

/** `about`: the account of a check of the payee; else the drive, or its owner. */
export type Check = { drive: Drive; kind: Purpose; about: string; verdict: CheckVerdict; by: string; at: Date }
export type Photo = { drive: Drive; key: string; purpose: Purpose; at: Date; isGone: boolean }

/** The one a drive is for. */
export type Named = { contact: string; name: string; answer: 'yes' | 'no' | null; showsName: boolean }

/** `word`: the first of two administrators who say that its number is right. */
export type Institution = {
  id: string
  name: string
  word: { by: string; at: Date } | undefined
  isConfirmed: boolean
  isEnded: boolean
}

export const emptyTrust = () => ({
  /** Administrators, by their numbers, and what they are called. */
  admins: new Map<string, string>(),
  /** In cents; null where there is none. */
  ceiling: null as number | null,
  checks: [] as Check[],
  photos: [] as Photo[],
  named: new Map<Drive, Named>(),
  names: 0,
  /** How many letters are open that say no, and what the provider had been told to send of these drives before. */
  letters: new Map<Drive, number>(),
  before: new Map<Drive, Set<string>>(),
  institutions: [] as Institution[],
})

/** The newest check of what it is about. */
export const newest = ({ trust }: World, kind: Purpose, about: string): Check | undefined =>
  trust.checks.findLast((one) => one.kind === kind && one.about === about)

const seenOf = (world: World, kind: Purpose, about: string): Check | undefined => {
  const last = newest(world, kind, about)
  return last?.verdict === 'seen' ? last : undefined
}

/** What a drive was sent or has set aside, but to institutions; as withdrawals stand now. */
async function countedOf({ payouts }: World, drive: Drive): Promise<number> {
  const back = await rows<{ id: number }>(
    `select payout_id::int as id from payout_attempts where state = 'returned' and payout_id is not null`,
  )
  const ids = new Set(back.map(({ id }) => id))
  return payouts
    .filter((one) => one.drive === drive && one.is !== 'declined' && !one.institution && !ids.has(one.id))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** What is left of the ceiling; endless where there is none, or the organiser's identity was seen. */
async function leftOf(world: World, drive: Drive): Promise<number> {
  const { ceiling } = world.trust
  if (ceiling === null || seenOf(world, 'identity', drive.ownerId)) return Number.POSITIVE_INFINITY
  return ceiling - (await countedOf(world, drive))
}

const stands = ({ trust }: World, id: string): boolean =>
  trust.institutions.some((one) => one.id === id && one.isConfirmed && !one.isEnded)

/** True if so much may be asked for, as far as papers and institutions are concerned. */
export const mayAsk = async (world: World, drive: Drive, amount: number, institution?: string): Promise<boolean> =>
  institution ? stands(world, institution) : amount <= (await leftOf(world, drive))

/** Why a withdrawal may not be completed: the words in which administrators are told so. */
export async function keptBack(world: World, payout: Payout, how: Payout['is']): Promise<RegExp[]> {
  const { drive, institution } = payout
  const why = [
    [institution && how === 'sent', words.byHand],
    [!institution && (await leftOf(world, drive)) < 0, words.ceiling],
    [(world.trust.letters.get(drive) ?? 0) > 0, words.denied],
    [institution && !stands(world, institution), words.ended],
  ] as const
  return why.flatMap(([is, said]) => (is ? [said] : []))
}
const words = {
  byHand: /sent by hand/,
  ceiling: /Look at its papers first/,
  denied: /do not know of this fund drive/,
  ended: /is ended in the list/,
}

/** The reason of a refusal that is not so. */
export const unjust = (said: string, because: RegExp[]): boolean =>
  Object.values(words).some((one) => one.test(said) && !because.includes(one))

/** What the provider was told to send of a drive. */
export async function orderedOf({ id }: Drive): Promise<Set<string>> {
  const sent = await rows<{ reference: string }>(
    `select t.reference from sandbox.paystack_transfers t join payout_attempts a on a.reference = t.reference
     join payout_requests o on o.id = a.payout_id where o.fund_drive_id = $1`,
    [id],
  )
  return new Set(sent.map(({ reference }) => reference))
}

/** What was sent although the one it is for does not know of the drive. */
export async function sentAllTheSame({ trust }: World): Promise<string[]> {
  const wrong: string[] = []
  for (const [drive, many] of trust.letters)
    if (many > 0)
      for (const reference of await orderedOf(drive))
        if (!trust.before.get(drive)!.has(reference))
          wrong.push(`${reference} was sent, and the one it is for does not know of ${drive.slug}`)
  return wrong
}

/** What differs between papers, payees and institutions and what was acknowledged of them. */
export async function wrongTrust(world: World, db: Db, facts: Facts): Promise<string[]> {
  const { trust, drives } = world
  const wrong = await sentAllTheSame(world)
  for (const drive of drives) {
    const says = (what: string, is: unknown, must: unknown) => {
      if (String(is) !== String(must)) wrong.push(`${drive.slug}: ${what} is ${is}, not ${must}`)
    }
    const seen = await papersSeen(db, drive.id)
    const account = accountOf(world, facts, drive)
    const must = {
      identity: seenOf(world, 'identity', drive.ownerId),
      cause: seenOf(world, 'cause', drive.id),
      payee: account === undefined ? undefined : seenOf(world, 'payee', account),
    }
    for (const kind of ['identity', 'cause', 'payee'] as const)
      says(`the day of ${kind}`, seen[kind]?.toISOString(), must[kind]?.at.toISOString())
    const [last] = await checksRecorded(db, drive)
    says('who checked last', last?.who, trust.admins.get(trust.checks.findLast((one) => one.drive === drive)?.by ?? ''))
    const is = await beneficiaryOf(db, drive.id)
    const named = trust.named.get(drive)
    says('the one it is for', is && [is.name, is.email, is.answer, is.shows_name], named && Object.values(asRow(named)))
    const photos = trust.photos.filter((one) => one.drive === drive && !one.isGone)
    says(
      'papers',
      (await papersOf(db, drive.id)).map(({ purpose }) => purpose),
      photos.map(({ purpose }) => purpose),
    )
  }
  const listed = (await institutionsToPay(db)).map(({ name }) => name).sort()
  const must = trust.institutions.filter(({ id }) => stands(world, id)).map(({ name }) => name)
  if (listed.join() !== must.sort().join()) wrong.push(`money can go to ${listed}, not ${must}`)
  return wrong
}

const asRow = ({ name, contact, answer, showsName }: Named) => ({ name, contact, answer, showsName })

/** The account that the newest withdrawal of a drive goes to; without one, the account that was looked at last. */
function accountOf({ payouts, trust }: World, { sent }: Facts, drive: Drive): string | undefined {
  const back = new Set(sent.filter(({ ours }) => ours === 'returned').map(({ payout }) => payout))
  const its = payouts.filter((one) => one.drive === drive && one.is !== 'declined' && !back.has(one.id))
  const last = its.toSorted((one, other) => other.id - one.id)[0]
  return last ? last.method : trust.checks.findLast((one) => one.kind === 'payee' && one.drive === drive)?.about
}
