import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { brand } from '#app/kit/brand.ts'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'

export type PledgeTold = {
  /** The news: it was just written down, or raised; its day is near or here, or over. */
  is: 'written' | 'raised' | 'due' | 'late'
  /** The writer's name, if another person wrote it down; empty if the giver did. */
  writer: string
  /** The amount in plain words: all of it, or the rest. */
  amount: string
  drive: string
  /** The day of the pledge. */
  day: string
  url: string
}

/** Writes the text to the giver of a pledge. Names are shortened until it fits; each text says how to have no more of them. */
export function pledgeSms(words: I18n, { is, writer, amount, drive: title, day, url }: PledgeTold): string {
  const who = shortened(inGsm7(writer))
  const whole = (drive: string) => {
    if (is === 'written' && who)
      return words._(
        msg`${who} wrote down that you pledge ${amount} for ${drive}. Pay or refuse: ${url} STOP ends texts`,
      )
    if (is === 'written')
      return words._(msg`You pledged ${amount} for ${drive}. Confirm or refuse: ${url} STOP ends texts`)
    if (is === 'raised')
      return words._(msg`Pledge for ${drive} raised to ${amount}. Confirm or change: ${url} STOP ends texts`)
    if (is === 'due')
      return words._(msg`Your pledge of ${amount} for ${drive} is for ${day}. Pay or change it: ${url} STOP ends texts`)
    return words._(msg`Your pledge of ${amount} for ${drive} was for ${day}. Pay or change it: ${url} STOP ends texts`)
  }
  const brief = (drive: string) => words._(msg`Your pledge for ${drive}: ${url} STOP ends texts`)
  const named = inGsm7(title) || brand()
  return smsWith(named, fits(whole(leastOf(named))) ? whole : brief)
}

const shortened = (name: string) => ([...name].length > 20 ? `${[...name].slice(0, 18).join('').trimEnd()}..` : name)
/** Returns enough of a title to recognise the drive. */
const leastOf = (title: string) => `${[...title].slice(0, 8).join('')}..`
