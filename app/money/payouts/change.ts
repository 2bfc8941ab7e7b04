import { msg } from '@lingui/core/macro'
import { amountText, moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

// Changes of who must agree to withdrawals: words and limits for both sides.

/** The hours for which a change can be objected to, and the most changes that an owner may ask for on a day. */
export const noticeHours = 24
export const mostChanges = 10

/** The news of a change: it was asked for or made, it is held, an administrator let it through, it was dropped, or all gifts were sent back. */
export type ChangeNews = 'asked' | 'held' | 'through' | 'dropped' | 'ended'

/** A change as people read of it. */
export type ChangeFacts = {
  kind: 'number' | 'joins' | 'leaves' | 'give_back'
  state: 'waiting' | 'held' | 'done' | 'dropped'
  /** How many must agree, and how many had to before. */
  number: number | null
  was: number | null
  /** The treasurer who joins or leaves. */
  name: string
  owner: string
  from: Date
  /** True if it was made at once: nothing got weaker by it. */
  atOnce: boolean
}

/** Says what changes, and when. */
export function changeWords({ kind, name, owner, atOnce, ...facts }: ChangeFacts, when: string): Words {
  const [number, was] = [facts.number ?? 0, facts.was ?? 0]
  if (kind === 'number')
    return atOnce
      ? msg`${number} instead of ${was} treasurers must agree now.`
      : msg`${owner} wants ${number} instead of ${was} treasurers to agree, from ${when}.`
  if (kind === 'give_back') return msg`${owner} gives everything back to the givers, from ${when}.`
  if (kind === 'joins') return msg`${name} counts among the treasurers who agree from ${when}.`
  return atOnce
    ? msg`${name} is a treasurer no longer.`
    : msg`${owner} removes ${name}, who no longer counts from ${when}.`
}

/** The sums of a drive that has given everything back. */
export type GivenBack = { given: number; back: number; withdrawn: number }

export function givenBackWords({ given, back, withdrawn }: GivenBack): Words {
  const [went, of, sent] = [moneyText(back), amountText(given), amountText(withdrawn)]
  return withdrawn > 0
    ? msg`${went} of ${of} was refunded; ${sent} had been withdrawn.`
    : msg`${went} of ${of} was refunded.`
}

export const changeStates: Record<ChangeFacts['state'], Words> = {
  waiting: msg({ message: 'Waiting', context: 'a change' }),
  held: msg({ message: 'Held', context: 'a change' }),
  done: msg({ message: 'Done', context: 'a change' }),
  dropped: msg({ message: 'Dropped', context: 'a change' }),
}

export const changeTexts = {
  missing: msg`This change does not exist.`,
  open: msg`Such a change waits already. Drop it first, or wait for it.`,
  many: msg`You can ask for 10 changes a day`,
  notYours: msg`Only a treasurer who counts can object, or the one who is to leave.`,
  ended: msg`This change is made or dropped already`,
  decided: msg`An administrator has let this change through`,
  notHeld: msg`This change is not held any more`,
  involved: msg`Another administrator has to decide about a drive that you own or help`,
  notOwner: msg`Only the owner can drop a change`,
  later: (when: string) => msg`It changes on ${when}, unless a treasurer objects.`,
  asked: { title: msg`The treasurers are told` },
  objected: { title: msg`You have objected`, text: msg`The change is held until an administrator has decided.` },
  dropped: { title: msg`The change is dropped` },
  failed: { title: msg`That did not work. Please try again.`, tone: 'bad' as const },
  through: { title: msg`You have let it through` },
  droppedByUs: { title: msg`You have dropped it` },
}
