import { tidyName } from '#app/kit/pasted.ts'
import { centsOf } from './clean-text.ts'
import { phoneIn } from './parties.ts'
import type { Piece } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'
import type { Known, LeftOut, Row } from './row.ts'

// A row of M-Pesa's own statement, as it is copied out of its PDF: code, time, details, 'Completed', amount, balance.

const statementRow =
  /^(?<code>(?=[A-Z0-9]*\d)[A-Z0-9]{10}) (?<day>20\d\d-\d\d-\d\d) (?<hour>\d\d:\d\d)(?::\d\d)? (?<details>.{3,120}?) (?<state>completed|failed|cancelled) (?<amount>-?[\d,]{1,14}\.\d\d)(?: |$)/i
const receivedFrom =
  /^(?:funds received|merchant payment|pay(?:ment)? (?:bill )?received|customer (?:transfer|payment)).*? from ?-? ?/i

/** What the row proposes; null where the line is none of a statement. */
export function readStatementRow(piece: Piece, { today }: Known): Row | LeftOut | null {
  const found = statementRow.exec(piece.text.slice(0, 300))?.groups
  if (!found) return null
  const { code = '', day, hour, details = '', state = '', amount = '' } = found
  if (!/completed/i.test(state)) return leftOut(piece, 'failed', code)
  const from = receivedFrom.exec(details)
  if (!from || amount.startsWith('-')) return leftOut(piece, 'own accounts', code)
  const payer = details.slice(from[0].length)
  const name = tidyName(payer.replace(/^[\d*x+ -]+/i, '').replace(/ acc\. .*$/i, ''))
  const cents = centsOf(amount)
  return checked(
    {
      ...blankRow(piece),
      source: 'mpesa',
      proposal: 'gift',
      name: name || null,
      ...phoneIn(payer),
      code,
      at: `${day}T${hour}`,
      method: 'mpesa',
      amount: cents,
      paid: cents,
    },
    today,
  )
}
