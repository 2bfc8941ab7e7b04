import { msg } from '@lingui/core/macro'
import type { FileColumn } from '#app/kit/list.ts'
import type { Words } from '#app/kit/says.ts'
import { localAt } from '#app/kit/zones.ts'
import type { Saw } from './event.ts'

// Words for events at doors, and the columns of their CSV file.

/** Words for the door's knowledge when it let a guest in. */
export const sawWords: Record<Saw, Words> = {
  good: msg`On the list`,
  again: msg`Had come before`,
  over: msg`Was let in anyway`,
  unanswered: msg`Had not said Yes`,
  declined: msg`Had said No`,
  unlisted: msg`Real pass, newer than the list`,
  'walk-in': msg`Not on the list`,
}

type Row = {
  at: Date
  zone: string
  occasion: string
  door: string
  kind: 'in' | 'undo'
  name: string
  people: number
  saw: Saw
  undone: boolean
  apart: boolean
}
export const fileColumns: FileColumn<Row>[] = [
  { head: msg`Time`, plain: ({ at, zone }) => localAt(at, zone).replace('T', ' ') },
  { head: msg`Occasion`, plain: ({ occasion }) => occasion },
  { head: msg`Door`, plain: ({ door }) => door },
  { head: msg`Name`, plain: ({ name }) => name },
  { head: msg`People`, plain: ({ people }) => people },
  { head: msg`What the door saw`, plain: ({ kind, saw }, { words }) => (kind === 'in' ? words._(sawWords[saw]) : '') },
  {
    head: msg`Note`,
    plain: ({ kind, undone, apart }, { words }) => {
      if (apart) return words._(msg`After the door was shut`)
      if (kind === 'undo') return words._(msg`Takes back`)
      return undone ? words._(msg`Taken back`) : ''
    },
  },
]
