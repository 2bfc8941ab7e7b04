import type {
  KnownNames,
  LeftOut,
  PastedRow,
  PasteReading,
  RowLook,
  RowProposal,
  Sum,
} from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber } from '#app/kit/pasted.ts'
import { sameLine } from './clean-text.ts'
import { hasTick } from './list-words.ts'
import { wordsOfParty } from './parties.ts'

// Compares all rows of a paste with each other and with known data: one code is one payment. Possible doubles without a code are
// marked, and a person decides.

/** The order in which one of two rows with the same code is kept. */
const order: readonly RowProposal[] = ['gift', 'pledge', 'claim', 'ask', 'undo']

export function compared({ rows, leftOut, sums }: PasteReading, known: KnownNames): PasteReading {
  const out: LeftOut[] = [...leftOut]
  const kept = withoutUndone(onceEach(withoutOurs(rows, known, out), known, out), rows, out)
  const isTicked = kept.some(({ source, proposal }) => source === 'list' && proposal === 'gift')
  const hasOurs = out.some(({ reason }) => reason === 'ours')
  const all = withTalk(marked(kept, known, isTicked)).sort(byLine)
  return {
    rows: all,
    leftOut: out.sort(byLine),
    // A total of our own list counts lines that are no rows.
    sums: sums.map((one) => ({ ...one, addsUp: hasOurs ? null : addsUp(one, all, isTicked) })),
  }
}

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line

const drop = (out: LeftOut[], row: PastedRow, reason: LeftOut['reason'], counted: string | null) =>
  out.push({ nr: row.nr, line: row.line, reason, code: row.code, counted, text: row.text })

/** Leaves out lines of our own list, which propose nothing when they are pasted again. */
function withoutOurs(rows: readonly PastedRow[], { ownLines }: KnownNames, out: LeftOut[]): PastedRow[] {
  if (!ownLines?.size) return [...rows]
  const left = new Map(ownLines)
  return rows.filter((row) => {
    const line = row.source === 'list' ? sameLine(row.text) : ''
    const times = left.get(line) ?? 0
    if (times > 0) {
      left.set(line, times - 1)
      drop(out, row, 'ours', null)
    }
    return times === 0
  })
}

function onceEach(rows: readonly PastedRow[], { codes }: KnownNames, out: LeftOut[]): PastedRow[] {
  const kept = new Set<PastedRow>()
  const byCode = new Map<string, PastedRow>()
  const keep = (row: PastedRow) => {
    kept.add(row)
    if (row.code) byCode.set(row.code, row)
  }
  for (const row of rows) {
    if (row.proposal === 'undo') continue
    const before = row.code ? byCode.get(row.code) : undefined
    if (row.code && codes?.has(row.code)) drop(out, row, 'known', codes.get(row.code)!)
    else if (!before) keep(row)
    else if (order.indexOf(row.proposal) < order.indexOf(before.proposal)) {
      kept.delete(before)
      keep(lookedAt({ ...row, name: row.name ?? before.name }, before))
      drop(out, before, 'twice', String(row.line))
    } else {
      drop(out, row, 'twice', String(before.line))
      kept.delete(before)
      keep(lookedAt({ ...before, phone: before.phone ?? row.phone }, row))
    }
  }
  return [...kept]
}

/** Marks a row whose code comes with two amounts: a code is one payment, so one of them is wrong. */
const lookedAt = (row: PastedRow, other: PastedRow): PastedRow =>
  row.amount === other.amount ? row : { ...row, looks: [...new Set<RowLook>([...row.looks, 'two amounts'])] }

/** Removes reversed payments, wherever the reversal is written; a payment that is not in the paste is proposed to be undone. */
function withoutUndone(kept: PastedRow[], rows: readonly PastedRow[], out: LeftOut[]): PastedRow[] {
  const undone = new Map(rows.filter(({ proposal }) => proposal === 'undo').map((one) => [one.code, one]))
  const gone = kept.filter(({ code }) => code !== null && undone.has(code))
  for (const row of gone) drop(out, row, 'reversed', String(undone.get(row.code)!.line))
  const codesGone = new Set(gone.map(({ code }) => code))
  const left = [...undone.values()].filter(({ code }) => !codesGone.has(code))
  return [...kept.filter((row) => !gone.includes(row)), ...left]
}

/** Decides unmarked lines: in a list with ticks, a line without one is a promise; in a list without, a line with a code is paid. */
function marked(rows: readonly PastedRow[], known: KnownNames, isTicked: boolean): PastedRow[] {
  const told = rows.filter(({ source }) => source !== 'list')
  const messages = firstOf(told)
  const entered = firstOf(known.entries ?? [])
  const seen = new Map<string, PastedRow>()
  const bySum = new Map(told.map((row) => [row.amount, row]))
  const corrected = new Set(rows.filter(isCorrection).flatMap(({ text }) => wordsOfParty(text)))
  const numbers = new Set(rows.map(numberOf))
  const isCounted = rows.some(({ source, text }) => source === 'list' && itemNumber.test(text))
  const hasTicks = rows.some(({ source, text }) => source === 'list' && hasTick(text))
  return rows.map((row) => {
    if (row.proposal === 'undo') return row
    const looks = new Set<RowLook>(row.looks)
    const sum = row.paid || row.amount
    const words = wordsOfParty(row.name)
    if (!row.code && (entered(words, row.amount) || entered(words, sum))) looks.add('on the list already')
    if (row.source !== 'list') return { ...row, looks: [...looks] }
    if (row.proposal === 'ask') looks.add('not marked')
    if (isNumber(row, numbers)) looks.add('odd amount')
    const inFront = numberLost(row, numbers)
    if (inFront) looks.add('odd name')
    const key = `${words.join(' ')} ${row.amount}`
    const before = seen.get(key)
    if (before && !row.code) looks.add('twice in the list')
    if (!before) seen.set(key, row)
    const ofTalk = looks.has('name from the chat') ? bySum.get(sum) : undefined
    if (words.some((word) => corrected.has(word))) looks.add('two numbers')
    const other = row.code ? undefined : (messages(words, sum) ?? ofTalk)
    if (other) looks.add('may be another row')
    const proposal =
      row.proposal !== 'ask' ? row.proposal : row.code && !hasTicks ? 'gift' : isTicked ? 'pledge' : 'ask'
    const paid = proposal === 'gift' ? row.amount : row.paid
    const name = inFront > 1 && !isCounted ? `${inFront} ${row.name}` : row.name
    return { ...row, name, proposal, paid, looks: [...looks], resembles: other?.line ?? before?.line ?? null }
  })
}

/** Reads '101 Kioko', '102 Mary': in a list without amounts, and without a point after its numbers, they count the lines. */
const numberOf = ({ text }: PastedRow): number => Number(/^\W{0,3}(\d{1,4}) \p{L}/u.exec(text)?.[1] ?? Number.NaN)
function isNumber(row: PastedRow, numbers: ReadonlySet<number>): boolean {
  const number = numberOf(row)
  return row.amount === number * 100 && (numbers.has(number - 1) || numbers.has(number + 1))
}

/** Returns the number of '2 Rivers choir': a number that counts no lines may belong to the name. */
function numberLost(row: PastedRow, numbers: ReadonlySet<number>): number {
  const number = numberOf(row)
  const isCounted = numbers.has(number - 1) || numbers.has(number + 1)
  return isCounted || !row.name || row.name.startsWith(`${number}`) || row.amount === number * 100 ? 0 : number || 0
}

/** Recognises 'Correction: no. 6 Sylvia sent 3,000 not 300', which is about another row. */
const isCorrection = ({ source, text }: PastedRow): boolean =>
  source === 'list' && /\bcorrection|\bsorry\b|rekebish|sahihisha/i.test(text)

/** Marks a message if a person in the chat mentions its sum. */
function withTalk(rows: readonly PastedRow[]): PastedRow[] {
  const talked = new Map(
    rows.filter(({ looks }) => looks.includes('name from the chat')).map((one) => [one.resembles, one]),
  )
  return rows.map((row) => {
    const talk = row.source === 'list' ? undefined : talked.get(row.line)
    return talk
      ? { ...row, looks: [...new Set<RowLook>([...row.looks, 'may be another row'])], resembles: talk.line }
      : row
  })
}

type Named = { name: string | null; amount: number }

/** Finds the first row with this amount and one of these words in its name. Each name is read once for all lookups. */
function firstOf<One extends Named>(
  all: readonly One[],
): (words: readonly string[], amount: number) => One | undefined {
  const places = new Map<string, number>()
  for (const [at, { name, amount }] of all.entries())
    for (const word of wordsOfParty(name)) if (!places.has(`${word} ${amount}`)) places.set(`${word} ${amount}`, at)
  return (words, amount) => {
    const found = words.flatMap((word) => places.get(`${word} ${amount}`) ?? [])
    return found.length > 0 ? all[Math.min(...found)] : undefined
  }
}

/** Checks whether the rows of the list add up to its total, with or without the promises. */
function addsUp({ kind, amount }: Sum, rows: readonly PastedRow[], isTicked: boolean): boolean | null {
  const list = rows.filter(({ source }) => source === 'list')
  if (kind !== 'total' || list.length === 0) return null
  const paid = list.reduce((sum, row) => sum + (isTicked || row.proposal !== 'ask' ? row.paid : row.amount), 0)
  return amount === paid || amount === list.reduce((sum, row) => sum + row.amount, 0)
}
