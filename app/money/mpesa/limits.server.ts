import { msg, plural } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Words } from '#app/kit/says.ts'
import { type Db, db, inOneGo, retried, type Tx } from '#app/platform/db.server.ts'
import { type Kept, keptKey, type Limit, returnKept, returnUnlocked } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { paybillOf } from './paybill.server.ts'

/** Limits unpaid requests to a phone. Stops strangers from ringing someone else's phone all day. */
export const phoneLimits = (phone: string, says?: Limit['says']): Limit[] => [
  { name: 'prompt-phone', key: phone, times: 3, seconds: 600, says },
  { name: 'prompt-phone-day', key: phone, times: 6, seconds: 86_400, says },
]

const ofNetwork = { name: 'prompt-network', seconds: 600 }

/** Adds the limit of a network, which a hall shares. */
export const promptLimits = (phone: string, address: string, drive: DriveAsked): Limit[] => [
  ...phoneLimits(phone, whilePhonePaused(drive)),
  {
    ...ofNetwork,
    key: household(address),
    times: chosen('PROMPTS_IN_TEN_MINUTES'),
    says: whileManyGive(drive),
  },
]

/** Returns the network as its limit knows it, for the row of a request. */
export const networkKept = (address: string | undefined): string | null => (address ? keptKey(address) : null)

/**
 * Gives the tries of paid requests back to their phone and network: a church gives behind one address. A network gets each try
 * back once, however often the payment is found, and none in a time in which it was not counted.
 */
export async function returnPaid(db: Db, paid: { id: number; phone: string | null }[]): Promise<void> {
  if (paid.length === 0) return
  const phones = new Map(paid.map(({ id, phone }) => [id, phone]))
  // A single transaction: broken off between the two, the try would be lost.
  await inOneGo(db, async (tx) => {
    const { rows } = await sql<{ id: number; network: string | null; askedAt: Date }>`
      with mine as (
        select id, network, created_at from mpesa_prompts where id = any(${[...phones.keys()]}::bigint[])
        order by id for no key update
      ), forgotten as (
        update mpesa_prompts q set network = null from mine where q.id = mine.id and mine.network is not null
      )
      select id, network, created_at as "askedAt" from mine`.execute(tx)
    await returnKept(
      tx,
      rows.flatMap(({ id, ...row }) => triesOf({ ...row, phone: phones.get(id) ?? null })),
    )
  })
}

type Counted = { phone: string | null; network: string | null; askedAt: Date }

/**
 * Gives back the tries of requests whose networks are read, and forgotten, as they are booked: in the same transaction, which waits
 * for no limit. Returns those that others hold at this moment: they are given back afterwards.
 */
export const returnFree = (tx: Tx, paid: Counted[]): Promise<Kept[]> => returnUnlocked(tx, paid.flatMap(triesOf))

export const returnHeld = (db: Db, held: Kept[]): Promise<void> => retried(() => returnKept(db, held))

const triesOf = ({ phone, network, askedAt: before }: Counted) => [
  ...(phone ? phoneLimits(phone) : []).map(({ name, seconds, key }) => ({ name, seconds, hash: keptKey(key), before })),
  ...(network ? [{ ...ofNetwork, hash: network, before }] : []),
]

/** Limits claims from one network that found nothing yet: a hall claims together, and found claims are given back. */
export const claimNetwork = (address: string): Limit[] => [
  { name: 'claim-network', key: household(address), times: 300, seconds: 3600, says: whileManyClaim },
]

/** Limits texts that lead to the page of a claim: strangers must not use up the texts of gifts, or ring anybody all day. */
export const claimLimitTexts = (phone: string, address: string): Limit[] => [
  { name: 'claim-text', key: phone, times: 2, seconds: 86_400 },
  { name: 'claim-texts-network', key: household(address), times: 50, seconds: 86_400 },
  { name: 'claim-texts', key: 'all', times: 200, seconds: 86_400 },
]

/**
 * Limits claims from one network, and of one code from it: its three digits must not be found by trying. Nobody can lock a code
 * for its giver, as tries with other digits don't count against theirs. `who`: these digits, or the unpaid request.
 */
export const claimLimits = (address: string, receipt: string, who: string): Limit[] => [
  ...claimNetwork(address),
  { name: 'claim-guesses', key: `${household(address)} ${receipt}`, times: 10, seconds: 86_400 },
  { name: 'claim-code', key: `${receipt} ${who}`, times: 10, seconds: 86_400 },
]

/**
 * Limits claims that a person of a drive enters for payers, from their messages: fewer than guessing needs, more than a group
 * has in an hour. Here, too, the digits of one code must not be found by trying.
 */
export const enteredClaimLimits = (driveId: string, by: string, receipt: string, tail: string): Limit[] => [
  { name: 'claim-of-drive', key: driveId, times: 50, seconds: 3600 },
  { name: 'claim-of-person', key: by, times: 50, seconds: 3600 },
  { name: 'claim-guesses', key: `${driveId} ${receipt}`, times: 10, seconds: 86_400 },
  { name: 'claim-code', key: `${receipt} ${tail}`, times: 10, seconds: 86_400 },
]

// The words of limits that a full hall meets together: they accuse nobody, and name another way to give.

/** Returns the drive that is given to; called only when the words need it. */
export type DriveAsked = () => Promise<string | undefined>

/** Explains the limit of a network from which others gave. */
export const whileManyGive =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`Many people here are giving right now. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`Many people here are giving right now. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Explains the limit of a phone whose requests were not paid. */
const whilePhonePaused =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`This phone had several requests that were not paid. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`This phone had several requests that were not paid. Pay in another way, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Explains the limit of a network from which others claim payments. */
const whileManyClaim = (minutes: number): Words =>
  msg`Many people here are looking for their payments right now. Yours is not lost. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`

async function paybillAsked(asked: DriveAsked) {
  const driveId = await asked()
  return (driveId && (await paybillOf(db, driveId))) || { number: '', account: '' }
}
