import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type HelperRole, type Right, rightsOf } from '#app/kit/rights.ts'
import type { Words } from '#app/kit/says.ts'
import type { HelpedNoun } from './member.ts'

/** The abilities of a person with all of these rights. */
const does: [Right[], Words][] = [
  [['record'], msg`Records cash and other gifts that do not pass through {brand}`],
  [['record'], msg`Writes down pledges, cancels them, and says which gift was for a pledge`],
  [['record'], msg`Pastes lists and messages of the group, and sends the group its list`],
  [
    ['givers'],
    msg`Sees donations and pledges, with the names of those who gave, the phone numbers of those who pledged, and the totals`,
  ],
  [['sign'], msg`Sees withdrawals, and says yes or no where treasurers must agree`],
  [['post'], msg`Shows by receipts what withdrawals bought`],
  [['guests'], msg`Invites guests, writes to them, and sees their numbers, their answers and who came`],
  [['guests'], msg`Looks after the occasions, the card and the doors`],
]

/** The limits of a person without any of these rights. */
const cannot: [Right[], Words][] = [
  [['givers'], msg`Can’t see what each guest gave or pledged`],
  [['record'], msg`Can’t record gifts or pledges, and can’t paste or send a list`],
  [['guests'], msg`Can’t invite guests, and can’t see their answers`],
  [['purse'], msg`Can’t withdraw money`],
  [['story', 'answer', 'run', 'delete'], msg`Can’t change the fund drive, its page or its settings`],
]

/** The limits for an invitation, which has no money to look after. */
const cannotThere: [Right[], Words][] = [
  [['givers'], msg`Can’t see what each guest gave or pledged`],
  [['run', 'delete'], msg`Can’t close or delete the invitation, cancel its occasions, or choose its helpers`],
]

/** Returns the abilities and limits of a role, derived from its rights so that they stay true when those change. */
export const whatTheyDo = (role: HelperRole, noun: HelpedNoun): { does: Words[]; cannot: Words[] } => {
  const has = (right: Right) => rightsOf[role].includes(right)
  return {
    does: does.filter(([needed]) => needed.every(has)).map(([, words]) => words),
    cannot: (noun === 'drive' ? cannot : cannotThere).filter(([needed]) => !needed.some(has)).map(([, words]) => words),
  }
}

/** A short list of a helper's abilities and limits. */
export function WhatTheyDo({ of, noun }: { of: HelperRole; noun: HelpedNoun }) {
  const { i18n } = useLingui()
  const all = whatTheyDo(of, noun)
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {[...all.does, ...all.cannot].map((words) => (
        <li key={words.id}>{i18n._(words)}</li>
      ))}
    </ul>
  )
}
