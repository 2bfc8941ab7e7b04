import { phoneWhole } from '#app/kit/phone.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import type { ComparedGuest } from './compare-guests.ts'
import type { PastePreview } from './guest-paste.server.ts'
import { asksMost } from './import-forms.ts'
import { mendsMost } from './mend-rows.ts'
import { isAsked } from './plan-guests.ts'
import type { ShownGuestRow, ShownPreview } from './preview.ts'

const longestText = 200

/** Returns all lines of a list: no pasted line is hidden. */
export function shownPreview({ id, rows, unread, columns, added }: PastePreview): ShownPreview {
  const of = (is: ComparedGuest['is']) => rows.filter((row) => row.is === is).map((row) => shownRow(row, rows))
  return {
    id,
    added,
    fresh: of('new'),
    shared: of('shared'),
    there: of('there'),
    twice: of('twice'),
    said: of('said'),
    unread: unread.map(({ line, why, text }) => ({ line, why, text: text.slice(0, longestText) })),
    columns,
    mends: rows.length <= mendsMost,
    asksForAll: rows.filter(isAsked).length > asksMost,
  }
}

function shownRow(row: ComparedGuest, rows: readonly ComparedGuest[]): ShownGuestRow {
  const { nr, line, name, email, seats, groups, note, is, otherName, byName, differs, doubt, phone, other } = row
  const otherLine = other && 'row' in other ? rows[other.row - 1]!.line : null
  const shown = { nr, line, name, email, seats, groups, note, is, otherName, byName, differs, doubt }
  return { ...shown, undrawn: !isDrawable(name), phone: phone && phoneWhole(phone), otherLine }
}
