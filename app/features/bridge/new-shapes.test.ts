import { describe, expect, test } from 'vitest'
import { readPaste } from './read-paste.ts'
import type { Proposal } from './row.ts'

// Forty shapes that were written down after the rules were finished, and read for the first time after that. docs/bridge.md
// says how they were read then.

type Expected = [proposal: Proposal, name: string | null, shillings: number, paid: number, code?: string]
type Shape = [says: string, paste: string, rows: Expected[]]

const neighbour = '1. Jirani Mwema 100 ✅\n'

const messages: Shape[] = [
  [
    'M-Pesa 2026 with the number behind the name and an advert',
    'UKN4T7QX2M Confirmed.You have received Ksh3,500.00 from HELLEN NAFULA WEKESA 0713***902 on 23/11/26 at 8:07 AM. New M-PESA balance is Ksh8,412.55. Earn interest daily on Ziidi MMF,Dial *334#',
    [['gift', 'Hellen Nafula Wekesa', 3500, 3500, 'UKN4T7QX2M']],
  ],
  [
    'M-Pesa with the name first and the number in brackets',
    'UKM1A2B3C4 Confirmed. You have received KES 1,200.00 from JOSEPHAT MUSYOKA (0722 456 789) on 22/11/2026 at 19:32. Balance KES 4,000.00',
    [['gift', 'Josephat Musyoka', 1200, 1200, 'UKM1A2B3C4']],
  ],
  [
    'a standing order by Ratiba',
    'UKL9RT5Y6U Confirmed. Ksh500.00 received from DAMARIS KERUBO 0705***118 through M-PESA Ratiba on 21/11/26 at 6:00 AM. New M-PESA balance is Ksh1,900.00.',
    [['gift', 'Damaris Kerubo', 500, 500, 'UKL9RT5Y6U']],
  ],
  [
    'a payer to our Paybill with the drive’s code',
    'UKL2QW3E4R Confirmed. Ksh750.00 sent to HARAMBEE LTD for account HEAL7K2Q on 21/11/26 at 9:45 PM New M-PESA balance is Ksh95.20. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,250.00.',
    [['claim', null, 750, 0, 'UKL2QW3E4R']],
  ],
  [
    'Airtel with its number at the end',
    'You have received Ksh 2,000 from MOSES KIPTOO 0733210987 on 20/11/26 18:22. Bal: Ksh 2,150.00. TID: CI261120.1822.B98765',
    [['gift', 'Moses Kiptoo', 2000, 2000, 'CI261120.1822.B98765']],
  ],
  [
    'Airtel Money in capitals',
    'TID CI261119.0911.C11223. RECEIVED KSH 650.00 FROM EUNICE WANGARI 0100987654. NEW BALANCE KSH 700.00',
    [['gift', 'Eunice Wangari', 650, 650, 'CI261119.0911.C11223']],
  ],
  [
    'Equity, confirmed and received by M-Pesa',
    'Confirmed KES. 4,000.00 received from CAROLINE ATIENO 254711223344 via MPESA to account 0140***210. Ref. UKJ8HH7GG6 on 19-11-2026 14:05.',
    [['gift', 'Caroline Atieno', 4000, 4000, 'UKJ8HH7GG6']],
  ],
  [
    'Co-operative Bank, deposited by',
    'Dear JANE, KES 7,500.00 has been deposited to your account 0110XXXX4400 by STEPHEN MUTISO on 18/11/2026 10:15. Ref: S77123456. Co-op Bank',
    [['gift', 'Stephen Mutiso', 7500, 7500, 'S77123456']],
  ],
  [
    'KCB to one’s own account by M-Pesa, told by the payer',
    'UKH3KC4B5A Confirmed. Ksh3,000.00 sent to KCB Paybill AC for account 1234567890 on 17/11/26 at 7:01 PM New M-PESA balance is Ksh12.00. Transaction cost, Ksh34.00.',
    [['claim', null, 3000, 0, 'UKH3KC4B5A']],
  ],
  [
    'Pochi la Biashara with an advert',
    'UKG7PO8CH9 Confirmed.You have received Ksh150.00 from SHADRACK OMWAMBA on 16/11/26 at 12:15 PM. New business balance is Ksh3,150.00. Pay bills to grow, dial *334#',
    [['gift', 'Shadrack Omwamba', 150, 150, 'UKG7PO8CH9']],
  ],
  [
    'a message forwarded out of a chat, without its year',
    '[16/11, 12:20] Chairlady Beatrice: UKG1FO2RW3 Confirmed.You have received Ksh2,200.00 from ISAAC LANGAT 0720***555 on 16/11/26 at 12:18 PM New M-PESA balance is Ksh9,999.00.',
    [['gift', 'Isaac Langat', 2200, 2200, 'UKG1FO2RW3']],
  ],
  [
    'Swahili, paid to the treasurer, with salio',
    'UKF5SW6AH7 Imethibitishwa. Ksh850.00 imetumwa kwa MARY WANJIKU 0722000333 tarehe 15/11/26 saa 4:40 PM. Salio lako la M-PESA ni Ksh60.00. Gharama ya kutuma ni Ksh13.00.',
    [['claim', null, 850, 0, 'UKF5SW6AH7']],
  ],
  [
    'two messages glued together without a space',
    'UKE1AA2BB3 Confirmed.You have received Ksh100.00 from ANN NJOKI 0701***111 on 14/11/26 at 1:00 PM New M-PESA balance is Ksh100.00.UKE2CC3DD4 Confirmed.You have received Ksh200.00 from BEN OKOTH 0702***222 on 14/11/26 at 1:05 PM New M-PESA balance is Ksh300.00.',
    [
      ['gift', 'Ann Njoki', 100, 100, 'UKE1AA2BB3'],
      ['gift', 'Ben Okoth', 200, 200, 'UKE2CC3DD4'],
    ],
  ],
  [
    'a request for money is no gift',
    'Hi, WYCLIFFE OTIENO 0723456789 has requested Ksh500.00 from you on M-PESA. Dial *334# to accept or decline.',
    [],
  ],
  [
    'a reversal that only began',
    'UKD4RE5VE6 Confirmed. Your request to reverse transaction UKD1XX2YY3 of Ksh900.00 has been received and is being processed.',
    [],
  ],
]

const lists: Shape[] = [
  ['keycap numbers and a heart', `${neighbour}1️⃣0️⃣ Mama Shiru❤️ 1,000/= ✅✅`, [['gift', 'Mama Shiru', 1000, 1000]]],
  ['at and slash equals', `${neighbour}12. Bro Dan @ 1500/= paid`, [['gift', 'Bro Dan', 1500, 1500]]],
  ['nimetuma, said in a chat', '[12/11, 21:03] Purity Makena: Nimetuma 500', [['gift', 'Purity Makena', 500, 500]]],
  ['nitatuma kesho', `${neighbour}[13/11, 07:15] Evans: nitatuma 1k kesho asubuhi`, [['pledge', 'Evans', 1000, 0]]],
  ['thousand with a capital K and a dot', `${neighbour}13. Gideon..2.5K ✔`, [['gift', 'Gideon', 2500, 2500]]],
  [
    'two people in one line',
    `${neighbour}14. Jane na Peter Kimani 3,000 ✅`,
    [['gift', 'Jane na Peter Kimani', 3000, 3000]],
  ],
  ['bal in front', `${neighbour}15. Nyaguthii 5000 paid 2000 bal 3000`, [['pledge', 'Nyaguthii', 5000, 2000]]],
  [
    'balance behind',
    `${neighbour}16. Mzee Kibet 10,000 (deposit 4,000, balance 6,000)`,
    [['pledge', 'Mzee Kibet', 10000, 4000]],
  ],
  ['a date behind', `${neighbour}17. Sr. Agnes 800 ✅ 12th Nov`, [['gift', 'Sr. Agnes', 800, 800]]],
  ['struck out and corrected', `${neighbour}18. Collins ~500~ 700 ✅`, [['gift', 'Collins', 700, 700]]],
  ['wholly struck out', `${neighbour}~19. Dennis 1000~`, []],
  ['Sheng thousands', `${neighbour}20. Mbuvi ngiri mbili ✅`, [['gift', 'Mbuvi', 2000, 2000]]],
  [
    'five hundred in English',
    `${neighbour}21. Teacher Lucy five hundred only paid`,
    [['gift', 'Teacher Lucy', 500, 500]],
  ],
  ['a bracketed P', `${neighbour}22. Wafula 2000 (P)`, [['pledge', 'Wafula', 2000, 0]]],
  ['a cross that waits', `${neighbour}23. Shem 1500 ❌ bado`, [['pledge', 'Shem', 1500, 0]]],
  [
    'half of a pledge',
    `${neighbour}24. Prof Nyong'o pledged 20k, sent 10k`,
    [['pledge', "Prof Nyong'o", 20000, 10000]],
  ],
  ['the amount in front with Ksh', `${neighbour}25. Ksh.300 - Mercy Chep ✅`, [['gift', 'Mercy Chep', 300, 300]]],
  [
    'a phone and a code',
    `${neighbour}26. Tabitha 0711-222-333 1,000 UKC4TT5RR6 ✅`,
    [['gift', 'Tabitha', 1000, 1000, 'UKC4TT5RR6']],
  ],
  [
    'a group of people by number',
    `${neighbour}27. St. Jude SCC 14 members 7,000 ✅`,
    [['gift', 'St. Jude SCC 14 members', 7000, 7000]],
  ],
  [
    'a family by its house',
    `${neighbour}28. Hse 12B Onyango family 1,500 ✅`,
    [['gift', 'Hse 12B Onyango family', 1500, 1500]],
  ],
  [
    'an amount in dots as in a bank',
    `${neighbour}29. Eng. Mwenda - 50,000.00 ✅ cheque`,
    [['gift', 'Eng. Mwenda', 50000, 50000]],
  ],
  [
    'a heading in Swahili with emoji, and a total in the middle',
    '*WALIOTOA* 🙏🏾\n1. Zuhura 200\n2. Hamisi 300\n*JUMLA: 500/=*\n\n*AHADI* ⏰\n1. Rehema 1,000',
    [
      ['gift', 'Zuhura', 200, 200],
      ['gift', 'Hamisi', 300, 300],
      ['pledge', 'Rehema', 1000, 0],
    ],
  ],
  ['goods are no money', `${neighbour}30. Mama Abdi - unga bale 2 ✅`, []],
  ['each of them', `${neighbour}31. Kevin & Brian 500 each ✅`, [['gift', 'Kevin & Brian', 1000, 1000]]],
  ['topped up', `${neighbour}32. Doreen 1000 ✅ added 500 ✅`, [['gift', 'Doreen', 1500, 1500]]],
]

type Verdict = 'right' | 'marked' | 'wrong'

/** Whether a paste was read as a person reads it; where it was not, whether it was marked for a person to look at. */
function verdictOf([, paste, expected]: Shape): Verdict {
  const { rows, leftOut } = readPaste(paste, { today: '2026-11-24' })
  const read = rows.filter(({ name }) => name !== 'Jirani Mwema')
  const same = (one: Expected, row: (typeof read)[number] | undefined) =>
    row !== undefined &&
    one[0] === row.proposal &&
    one[1] === row.name &&
    one[2] * 100 === row.amount &&
    one[3] * 100 === row.paid &&
    (one[4] === undefined || one[4] === row.code)
  if (read.length === expected.length && expected.every((one, nr) => same(one, read[nr]))) return 'right'
  const shown = leftOut.filter(({ reason }) => reason === 'unreadable').length
  const wrong = read.filter((row, nr) => !expected[nr] || !same(expected[nr], row))
  return wrong.every(({ looks }) => looks.length > 0) && read.length + shown >= expected.length ? 'marked' : 'wrong'
}

describe('forty shapes that the rules had not seen', () => {
  const all = [...messages, ...lists]

  test('there are forty', () => expect(all).toHaveLength(40))

  test('what is not read as a person reads it is marked', () => {
    const verdicts = all.map((one) => [verdictOf(one), one[0]])
    expect(verdicts.filter(([verdict]) => verdict !== 'right')).toEqual([['marked', 'each of them']])
  })
})
