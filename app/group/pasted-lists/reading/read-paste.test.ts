import { describe, expect, test } from 'vitest'
import { isSure, type KnownNames, mostCharacters } from '#app/group/pasted-lists/pasted-list.ts'
import { dayOfCode } from '#app/group/pasted-lists/reading/days.ts'
import { phoneOf } from '#app/group/pasted-lists/reading/parties.ts'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'
import { effortOf } from '#test/effort.ts'

const received =
  'UJ2AB8L07F Confirmed.You have received Ksh1,000.00 from WANJIRU KAMAU 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.'
const sent =
  'UJ2AB8L07F Confirmed. Ksh1,000.00 sent to MARY WANJIKU 0722000333 on 2/10/26 at 3:45 PM. New M-PESA balance is Ksh5,000.00. Transaction cost, Ksh13.00.'

describe('an exported chat', () => {
  const android = `12/10/2026, 18:40 - Messages and calls are end-to-end encrypted. Only people in this chat can read them.
12/10/2026, 18:44 - Treasurer added Wafula
12/10/2026, 18:45 - Wafula: UJC4AB12CD Confirmed. Ksh2,500.00 sent to MARY WANJIKU 0722000333 on 12/10/26 at 6:43 PM. New M-PESA balance is Ksh5,000.00. Transaction cost, Ksh33.00.
12/10/2026, 18:46 - Mary Treasurer: Asante Wafula 🙏
12/10/2026, 18:50 - Nekesa: 500 ✅
12/10/2026, 18:51 - Nekesa: <Media omitted>
12/10/2026, 18:52 - +254 712 345678: 1k sent UJC4AB12CE
12/10/2026, 18:53 - Asha: Nitatuma 500 kesho`

  test('the person who speaks is the person who gave, and a person looks', () => {
    const { rows } = readPaste(android, { collectors: ['0722000333'] })
    expect(rows.map(({ name, amount, proposal, at, looks }) => [name, amount, proposal, at, looks])).toEqual([
      ['Wafula', 250_000, 'gift', '2026-10-12T18:43', ['name from the chat']],
      ['Nekesa', 50_000, 'gift', '2026-10-12', ['name from the chat']],
      [null, 100_000, 'gift', '2026-10-12', ['odd name', 'no name']],
      ['Asha', 50_000, 'pledge', '2026-10-12', ['name from the chat']],
    ])
    expect(rows[2]?.phone).toBe('+254712345678')
  })

  test('an iPhone writes it otherwise', () => {
    const { rows } = readPaste(
      '\u200e[12/10/26, 18:45:10] ~ Wafula: 1. Mama Njeri 500 ✅\n2. Baba Otis 1k ✅\n[12/10/26, 18:46:00] Nekesa: Amen',
    )
    expect(rows.map(({ name, amount }) => [name, amount])).toEqual([
      ['Mama Njeri', 50_000],
      ['Baba Otis', 100_000],
    ])
  })

  test('a day without its year is the last one that was', () => {
    const dayOf = (stamp: string) => readPaste(`[${stamp}, 21:03] Asha: 500 ✅`, { today: '2026-11-24' }).rows[0]?.at
    expect([dayOf('24/11'), dayOf('25/11'), dayOf('31/11')]).toEqual(['2026-11-24', '2025-11-25', null])
  })
})

describe('nothing counts twice', () => {
  const read = (text: string, known?: KnownNames) => {
    const { rows, leftOut } = readPaste(text, known)
    return { rows, left: leftOut.map(({ reason, counted }) => [reason, counted]) }
  }

  test('the same message twice', () => {
    const { rows, left } = read(`${received}\n\n${received}`)
    expect([rows.length, left]).toEqual([1, [['twice', '1']]])
  })

  test('the message of the payer and of the collector about one payment, in both orders', () => {
    for (const text of [`${sent}\n${received}`, `${received}\n${sent}`])
      expect(read(text).rows.map(({ proposal, name }) => [proposal, name])).toEqual([['gift', 'Wanjiru Kamau']])
  })

  test('a code that is counted already says where', () => {
    expect(read(received, { codes: new Map([['UJ2AB8L07F', '2026-10-03']]) })).toEqual({
      rows: [],
      left: [['known', '2026-10-03']],
    })
  })

  test('a notice of Fuliza that has the code of the payment does not hide it', () => {
    const fuliza =
      'UJ2AB8L07F Confirmed. Fuliza M-PESA amount is Ksh 200.00. Access Fee charged Ksh 2.00. Total Fuliza M-PESA outstanding amount is Ksh202.00 due on 01/11/26.'
    expect(read(`${fuliza}\n${sent}`).rows.map(({ code, amount }) => [code, amount])).toEqual([['UJ2AB8L07F', 100_000]])
  })

  test('a payment that was reversed is gone, wherever its reversal is', () => {
    const undo =
      'UJ7KL78MNO Confirmed. Transaction UJ2AB8L07F has been reversed. Your account balance is now Ksh500.00.'
    for (const text of [`${received}\n${undo}`, `${undo}\n${received}`]) expect(read(text).rows).toEqual([])
  })

  test('a line with a code and the message of that code are one', () => {
    expect(read(`1. Wanjiru 1000 UJ2AB8L07F ✅\n\n${received}`).rows).toHaveLength(1)
  })

  test('a line without a code that may be a message points at it', () => {
    const { rows } = read(`${received}\n\n1. Wanjiru 1,000 ✅\n2. Otis 1,000 ✅`)
    expect(rows.map(({ looks, resembles }) => [looks, resembles])).toEqual([
      [[], null],
      [['may be another row'], 1],
      [[], null],
    ])
  })

  test('what is on the list by name and sum is marked', () => {
    const { rows } = read('1. Mama Wanjiru 1,000 ✅', { entries: [{ name: 'Wanjiru K.', amount: 100_000 }] })
    expect(rows[0]?.looks).toEqual(['on the list already'])
  })

  test('only the message of a collector, with its code and nothing to look at, is sure', () => {
    const isTicked = (text: string) => readPaste(text).rows.map(isSure)
    expect(isTicked(`${received}\n\n1. Otis 500 ✅\n2. Asha 700 UJ2AB8L07Z ✅`)).toEqual([true, false, false])
    expect(isTicked(sent)).toEqual([false])
    expect(isTicked(received.replace(' on 2/10/26 at 3:45 PM', ''))).toEqual([false])
  })
})

describe('bad input', () => {
  const lettersOf = (nr: number) => [...String(nr).padStart(4, '0')].map((digit) => 'abcdefghij'[+digit]).join('')
  const hostile: [string, string][] = [
    ['one line of digits and letters', 'A1'.repeat(50_000)],
    ['one line of letters', 'a'.repeat(100_000)],
    ['one line of spaces', ' '.repeat(100_000)],
    ['one line of numbers', '1 '.repeat(50_000)],
    ['one line of amounts', 'Ksh1,'.repeat(20_000)],
    ['days without end', 'on 1/1/26 at '.repeat(7600)],
    ['brackets', '(((((('.repeat(16_000)],
    ['the beginning of a message, again and again', 'received from '.repeat(7000)],
    ['2,000 codes on one line', 'TAD72DJ3YB Confirmed.You have received Ksh1.00 from '.repeat(1900)],
    ['2,000 codes on 2,000 lines', 'TAD72DJ3YB Confirmed.\n'.repeat(2000)],
    ['numbers in words', 'mia elfu '.repeat(11_000)],
    ['lines of a list', '12. Mama Njeri wa Kamau 1,500 ✅ paid by mpesa\n'.repeat(2000)],
    ['short lines of all kinds', 'on 5 bal 3 paid 2 na 1 & @ each ~ x ~ 500\n'.repeat(2000)],
    [
      '2,000 lines with the same sum',
      Array.from({ length: 2000 }, (_, at) => `${at}. Jina${at} Baba 500 ✅`).join('\n'),
    ],
    ['NUL, half characters, turned text', '\u0000\ud800\u202e💥 500 ✅\n'.repeat(6000)],
    ['one letter that is eighteen', '\ufdfa'.repeat(100_000)],
    ['strikes', '~ ~'.repeat(33_000)],
    ['stamps', '[1/1/26, 1:11] a: '.repeat(5500)],
    ['marks piled on one letter', `a${'\u0301\u0323'.repeat(50_000)}`],
    [
      '2,000 corrections',
      Array.from({ length: 2000 }, (_, at) => `${lettersOf(at)}x ${lettersOf(at)}y 500 sorry`).join('\n'),
    ],
    ['line breaks', '\n'.repeat(100_000)],
    ['a number to dial without end', `SKA1234567 Confirmed.\na${'*123'.repeat(24_000)}`],
    ['messages with an amount without end', `SKA1234567 Confirmed. ${'1,'.repeat(560)}\n`.repeat(85)],
    [
      'lines behind a message with an amount without end',
      `SKA1234567 Confirmed. ${'1,'.repeat(560)} balance 1.00\n${'Otis\n'.repeat(1990)}`,
    ],
    [
      '1,000 messages beside 1,000 lines of the same sum',
      Array.from({ length: 1000 }, (_, at) => {
        const code = `UJ2AB${String(at).padStart(5, '0')}`
        return `${code} Confirmed.You have received Ksh500.00 from M${lettersOf(at)}\n${at}. L${lettersOf(at)} 500 ✅`
      }).join('\n'),
    ],
  ]

  test.each(hostile)('%s is read in time', async (_, text) => {
    readPaste(text.slice(0, 2000))
    expect(await effortOf(() => readPaste(text))).toBeLessThan(1000)
  })

  test('twice as much takes no more than about twice as long', async () => {
    const best = async (text: string) => {
      let least = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < 5; turn++) least = Math.min(least, await effortOf(() => readPaste(text)))
      return least
    }
    for (const [says, text] of hostile) {
      const half = await best(text.slice(0, mostCharacters / 2))
      expect(await best(text), says).toBeLessThan(half * 3.5 + 30)
    }
  })

  test('what is too long is said, not dropped', () => {
    expect(readPaste('1. Otis 500 ✅\n'.repeat(2001)).leftOut.at(-1)).toMatchObject({ line: 2001, reason: 'too long' })
    expect(readPaste('a'.repeat(100_001)).leftOut.map(({ reason }) => reason)).toContain('too long')
  })

  test('formulas, markup and turned text are names', () => {
    const name = (line: string) => readPaste(line).rows[0]?.name
    expect(name('1. =HYPERLINK("http://x","y") Otis 500 ✅')).toContain('HYPERLINK')
    expect(name('2. <b>Otis</b> 500 ✅')).toContain('Otis')
    expect(name('3. \u202eOtis\u0000 500 ✅')).toBe('Otis')
  })

  test('a code tells its day, where it has the form that codes have today', () => {
    expect(['TAD72DJ3YB', 'UIUAB8L07F', 'LHG31AA5TX', 'NLJ7RT61SV'].map(dayOfCode)).toEqual([
      '2025-01-13',
      '2026-09-30',
      '2017-08-16',
      '2019-12-19',
    ])
    expect(['DT82ZD611', 'UMD72DJ3YB', 'TBV72DJ3YB', 'tad72dj3yb', ''].map(dayOfCode)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('one number has one form', () => {
    for (const text of ['0712345678', '0712 345 678', '+254712345678', '254 712 345 678'])
      expect(phoneOf(text)).toBe('+254712345678')
    for (const text of ['', '0812345678', '071234567', '07123456789', '0712***678']) expect(phoneOf(text)).toBeNull()
  })
})
