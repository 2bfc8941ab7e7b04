import { inboxLooks } from './inbox-doubts.ts'
import { nobodyIn } from './no-giver.ts'
import { isOld } from './proposed.ts'
import type { Known, Look, Row } from './row.ts'

// Nothing doubtful is ticked: a row is without a look only where its giver, its money, its sense and its day are certain.

/** The row with what is doubtful in it, whatever it was read from. */
export function doubted(row: Row, known: Known): Row {
  if (row.proposal === 'undo') return row
  const isOfMessage = row.source !== 'list'
  const more = isOfMessage ? (row.proposal === 'gift' ? inboxLooks(row, known) : []) : lineLooks(row, known)
  return more.length === 0 ? row : { ...row, looks: [...new Set<Look>([...row.looks, ...more])] }
}

const notGiven =
  /\b(?:ha(?:ja|ku|ta)(?:tuma|lipa|toa|leta|changa|fika|maliza|weza|pata|pati\p{L}*)\p{L}*|(?:did|has|have|had|does|do|is|was|could|can|will|would|should)(?:n't| not)|cannot|can't|won't|refus\w+|declin\w+|cancel\w*|return\w*|refund\w*|revers\w*|bounced|failed|imefeli|amekataa|amerudish\w*|amerudi|ameghairi|ametoka|borrow\w*|mkopo|amekop\w*|loan\w*|needs?|needed|anahitaji|anataka|anaomba|anadai|asks?|asked|wants?|not|wrong|error|mistake|makosa|kosa|duplicate|double|void|deceased|marehemu)\b/iu
const unsure =
  /\b(?:about|around|approx\w*|roughly|karibu|takriban|maybe|perhaps|labda|pengine|might|if|ikiwa|or|au|ama|at least|angalau|up to|estimated?|hadi|between|i think|nadhani|nafikiri|not sure|sina hakika|kama|to confirm|to be confirmed|tbc|unconfirmed)\b/
const often =
  /\b(?:monthly|weekly|daily|yearly|per (?:month|week|day|year)|every (?:month|week|day)|a (?:month|week)|kila (?:mwezi|wiki|siku|mwaka)|twice|thrice|\d times|mara (?:mbili|tatu|\d))\b/i
/** Letters between digits, a gap behind a comma, a sign that says 'about'. */
const oddDigits = /\d[OolI](?=[\dOolI]|\b)|(?<![\p{L}\d])[OolI]\d{2}|\d, \d{3}(?!\d)|[~\u2248<>\u00b1] ?\d/u
/** '7th Day Adventist', '1st Born': no day of a month. */
const ordinal =
  /^\W*(?:\d{1,3}[.)] ?)?(\d{1,3}(?:st|nd|rd|th)) (?!(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\p{Lu}/u
const anyDay = /(?<![\d/.,-])\d{1,2}[/-]\d{1,2}[/-](?:20)?\d\d(?![\d/])/
const withOthers = /(?:&|\band\b|\bna\b) \d{1,3} (?:others?|wengine|more|friends)/i
const longestLine = 480

function lineLooks({ name, at, text: whole }: Row, { today }: Known): Look[] {
  const text = whole.slice(0, longestLine)
  const looks: Look[] = []
  if (notGiven.test(text)) looks.push('not given')
  if (unsure.test(text) || oddDigits.test(text)) looks.push('odd amount')
  if (at === null && anyDay.test(text)) looks.push('no date')
  if (at && today && at > today) looks.push('future date')
  if (at && today && isOld(at, today)) looks.push('old date')
  if (withOthers.test(text)) looks.push('odd name')
  if (often.test(text)) looks.push('for each')
  const [, number] = ordinal.exec(text) ?? []
  if (number && !name?.startsWith(number)) looks.push('odd name')
  const nobody = name === null ? undefined : nobodyIn(name)
  if (nobody) looks.push(nobody)
  return looks
}
