import { describe, expect, test } from 'vitest'
import { rightRows, shapesOf, verdictOf } from '#test/pasted-list-shapes.ts'

// Shapes that were read for the first time after the rules were finished, most of them by authors who had not seen the rules.
// docs/develop/recipes.md says how they were read then.

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

/** By the author of the rules, after they were finished. */
const own: Set = ['forty shapes that the rules had not seen', 'new', ['each of them']]

describe.each([own, ...sets])('%s', (_, file, marked) => {
  test('there are forty', () => expect(shapesOf(file)).toHaveLength(40))

  test('what is not read as a person reads it is marked', () =>
    expect(notRight(file)).toEqual(marked.map((about) => ['marked', about])))
})

test('what is read as a person reads it has no look, but for one row of three or so', () => {
  const all = sets.map(([, file]) => rightRows(file, '2026-11-26'))
  const sum = (of: 'right' | 'withLook') => all.reduce((so, one) => so + one[of], 0)
  expect([sum('right'), sum('withLook')]).toEqual([939, 365])
})
