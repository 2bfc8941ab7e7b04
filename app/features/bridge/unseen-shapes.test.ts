import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { phoneOf } from './parties.ts'
import { readPaste } from './read-paste.ts'
import type { Row } from './row.ts'

// Shapes by authors who had not seen the rules, their tests or their page. docs/bridge.md says how they were read the first time.

type Wanted = { name: string; kes: number; code?: string; phone?: string; paid: boolean | null }
type Shape = { about: string; text: string; want: Wanted[]; note?: string }

const shapesOf = (file: string): Shape[] => JSON.parse(readFileSync(`test/samples/bridge-${file}.json`, 'utf8'))
const collectors = ['Grace Muthoni', '0721556677']

/** What a payer's own message tells was paid, and is looked for. A row that takes back enters nothing. */
const isEntry = ({ proposal }: Row) => proposal !== 'undo'

const stands = (row: Row): boolean | null =>
  row.proposal === 'gift' || row.proposal === 'claim' ? true : row.proposal === 'pledge' ? false : null

/** A name that differs in its signs alone is the same name. */
const letters = (name: string | null) =>
  (name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function isAs(row: Row, { name, kes, code, phone, paid }: Wanted): boolean {
  return (
    letters(row.name) === letters(name) &&
    row.amount === Math.round(kes * 100) &&
    (paid === null || stands(row) === paid) &&
    (code === undefined || row.code === code) &&
    (phone === undefined || row.phone === phoneOf(phone))
  )
}

/** '5000 paid 2000' is one promise that is paid in parts, or what is paid and the rest: both are as a person would enter it. */
const inParts = (row: Row): Row[] =>
  row.proposal === 'pledge' && row.paid > 0
    ? [
        { ...row, proposal: 'gift', amount: row.paid },
        { ...row, amount: row.amount - row.paid },
      ]
    : [row]

/** Whether a line speaks of this gift. */
const speaksOf = (text: string, { name, kes }: Wanted): boolean =>
  letters(name)
    .split(' ')
    .some((word) => word.length > 2 && letters(text).includes(word)) ||
  text.replace(/[ ,]/g, '').includes(String(kes)) ||
  new RegExp(`\\b${kes / 1000} ?k\\b`, 'i').test(text)

/**
 * `marked` where each wrong row has a look, and each gift that is missing is in the line of such a row or in a line that is shown as
 * not understood: the person is told where to look.
 */
function verdictOf({ text, want }: Shape, today: string): 'right' | 'marked' | 'unmarked' {
  const { rows, leftOut } = readPaste(text, { today, collectors })
  const read = rows.filter(isEntry).flatMap(inParts)
  if (read.length === want.length && want.every((one, at) => isAs(read[at]!, one))) return 'right'
  const wrong = read.filter((row) => !want.some((one) => isAs(row, one)))
  if (wrong.some(({ looks }) => looks.length === 0)) return 'unmarked'
  const shown = [
    ...rows.filter(({ looks }) => looks.length > 0),
    ...leftOut.filter((one) => one.reason === 'unreadable'),
  ]
  const missing = want.filter((one) => !read.some((row) => isAs(row, one)))
  return missing.every((one) => shown.some((line) => speaksOf(line.text, one))) ? 'marked' : 'unmarked'
}

const notRight = (file: string, today = '2026-11-26') =>
  shapesOf(file)
    .map((one) => [verdictOf(one, today), one.about])
    .filter(([verdict]) => verdict !== 'right')

type Set = [says: string, file: string, marked: string[]]
const sets: Set[] = [
  [
    'a month of churches and estates',
    'month',
    [
      'treasurer pastes her day: two received, and her own payment for cement and airtime between them',
      'signed private message: greeting, own sent message, name at the end, no chat heading',
      'message cut off while copying, after the time',
      "treasurer's other messages only: agent withdrawal, M-Shwari, Fuliza, tokens",
      'matatu sacco welfare with number plates in brackets, ticks and crosses',
      'promises made in the chat one by one, both languages',
      'update in one running sentence',
    ],
  ],
  [
    'forty shapes by another author',
    'forty',
    [
      'from a bank through M-Pesa',
      "Swahili, sent by the giver, with the sender's line above",
      'M-Pesa code behind the name',
      'cash and half thousand',
    ],
  ],
  [
    'forty more by a third author',
    'forty-more',
    [
      'Airtel Money received, number without its nought',
      'received, cut at the front and at the end',
      'giver forwards own message for another, said in the next message',
    ],
  ],
  [
    'a month of committees',
    'committees',
    [
      'an evening copied from the SMS screen: receipts with airtime and the tent hire in between',
      'money from a bank; the treasurer says above whose it is',
      'a relative abroad through a transfer service',
      'one transfer for two people, explained by the sender',
      'a Swahili sentence that names the givers in a row',
    ],
  ],
  [
    'a month of welfare groups',
    'welfare',
    [
      "a whole day's inbox: three received among airtime, electricity, sent and cash withdrawn",
      "forwarded sent message, sender says it is somebody else's contribution",
      'only an announcement of how to pay',
      'pledges made in the chat, one after another',
    ],
  ],
  [
    'a month of appeals',
    'appeals',
    [
      "a morning's whole inbox: gifts, airtime, Fuliza paid back, payout to the hospital, shopping",
      "only the treasurer's own doings: agent, savings, own bank",
      'all in one sentence with commas',
    ],
  ],
  [
    'a funeral committee and a church',
    'funeral',
    [
      "bank to M-Pesa shows only the bank; the giver's SMS below says who it was",
      "the treasurer's own spending: mortuary, caterer, agent, cash deposit, airtime for another; nobody gave",
      'M-Pesa in Swahili, received twice and one sent for electricity',
      "the treasurer's own savings from a SACCO arrive in M-Pesa (nothing), then a real gift",
      'one running paragraph that says it was all received; couples, anonymous, 2.5k',
      'one amount for everybody in the heading, lines have only names and ticks',
    ],
  ],
  [
    'a family abroad',
    'diaspora',
    [
      'a run of messages with no blank lines: two gifts, a withdrawal, and the treasurer paying the hospital from the pot',
      'bank-to-M-Pesa shows only the bank; the giver says in the chat that it is his',
      "the same WorldRemit money seen twice: the M-Pesa message and WorldRemit's own SMS",
      'giver pastes the Sendwave receipt in the chat, dollars and shillings',
      "sent with the husband's phone, the giver asks for her own name",
      'people answering in an iPhone chat; one raises his promise later',
      'corrected lines: struck through with ~, a repeated line, a correction at the end',
      "alumni by year of leaving, sums with a space: '10 000/='",
      'the hospital bill itself, item by item, and how to pay: nobody gave anything yet',
      "a treasurer's report in whole sentences",
    ],
  ],
  [
    'school fees and a wedding',
    'fees',
    [
      'receipt names only the bank; the giver claims it in the replies',
      "'Forwarded' label, one person's M-Pesa sent on behalf of a women's group",
      'giver pays a part and says when the rest comes',
      'badly cut copies: one without its tail, one without its head',
      "treasurer's own spending and the how-to-pay notice, no gift in it",
      'hearts as bullets only, nothing about payment',
      'pasted from Excel with tabs: pledge, paid, balance columns',
      'percentages of the pledge paid, and of the target collected',
      'struck-out sum, correction and apology below the list',
      'zero and minus sums, bars between, names in capitals',
      'groups as givers, head counts and years beside the sums, note behind',
      'all in one paragraph with commas, received and pending',
      'copy-add-and-forward list, capitals, k and bob, sent/cash words on all that have paid',
      'name, sum and standing each on a line of its own, coloured squares as headings, chat header on top',
    ],
  ],
]

describe.each(sets)('%s', (_, file, marked) => {
  test('there are forty', () => expect(shapesOf(file)).toHaveLength(40))

  test('what is not read as a person reads it is marked', () =>
    expect(notRight(file)).toEqual(marked.map((about) => ['marked', about])))
})
